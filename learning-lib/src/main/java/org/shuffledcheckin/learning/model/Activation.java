package org.shuffledcheckin.learning.model;

/** The non-linearities that compiled kernels know. */
public enum Activation {
  IDENTITY("identity"),
  RELU("relu"),
  TANH("tanh"),
  SIGMOID("sigmoid");

  private final String text;

  Activation(String text) {
    this.text = text;
  }

  /** Returns the name used in the canonical text. */
  public String text() {
    return text;
  }
}
