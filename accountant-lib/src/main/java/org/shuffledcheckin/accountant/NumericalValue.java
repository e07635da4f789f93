package org.shuffledcheckin.accountant;

/**
 * Holds what an analysis gives that computations support and nobody has proven, such as a pair of
 * laws that dominates every data set anybody tried; guarantees nothing.
 */
public record NumericalValue(double epsilon, double delta, String method) implements PrivacyValue {
  /** Validates the pair. */
  public NumericalValue {
    Arguments.requireEpsilon(epsilon);
    Arguments.requireProbability("delta", delta);
  }

  @Override
  public Kind kind() {
    return Kind.NUMERICAL;
  }
}
