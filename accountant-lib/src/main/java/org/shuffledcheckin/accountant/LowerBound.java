package org.shuffledcheckin.accountant;

/**
 * Guarantees that the true epsilon at this delta is at least {@code epsilon}; promises nothing to a
 * client.
 */
public record LowerBound(double epsilon, double delta, String method) implements PrivacyValue {
  /** Validates the pair. */
  public LowerBound {
    Arguments.requireEpsilon(epsilon);
    Arguments.requireProbability("delta", delta);
  }

  @Override
  public Kind kind() {
    return Kind.LOWER_BOUND;
  }
}
