package org.shuffledcheckin.aggregator.model;

/** Turns a model into the bytes that clients download. */
public interface ModelFormat {
  /** The serialised model; the same bytes for the same arguments. */
  byte[] serialise(String architecture, float[] parameters);
}
