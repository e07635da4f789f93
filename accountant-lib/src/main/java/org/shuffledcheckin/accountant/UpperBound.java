package org.shuffledcheckin.accountant;

/** Guarantees that the true epsilon at this delta is at most {@code epsilon}. */
public record UpperBound(double epsilon, double delta, String method) implements PrivacyValue {
  /** Validates the pair. */
  public UpperBound {
    Arguments.requireEpsilon(epsilon);
    Arguments.requireProbability("delta", delta);
  }

  @Override
  public Kind kind() {
    return Kind.UPPER_BOUND;
  }
}
