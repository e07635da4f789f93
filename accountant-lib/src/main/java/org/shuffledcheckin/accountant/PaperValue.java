package org.shuffledcheckin.accountant;

/** Holds what the paper's formulas give; guarantees nothing. */
public record PaperValue(double epsilon, double delta, String method) implements PrivacyValue {
  /** Validates the pair. */
  public PaperValue {
    Arguments.requireEpsilon(epsilon);
    Arguments.requireProbability("delta", delta);
  }

  @Override
  public Kind kind() {
    return Kind.PAPER;
  }
}
