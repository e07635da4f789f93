package org.shuffledcheckin.accountant;

/**
 * Guarantees that the true epsilon at this delta is at most {@code epsilon}.
 *
 * <p>Only the packages of this library that hold proofs make one from numbers; everybody else gets
 * it from them, or takes a written one back by {@link #recorded}. The build checks that
 * (ArchitectureTest in {@code cli}).
 */
public record UpperBound(double epsilon, double delta, String method) implements PrivacyValue {
  /** Validates the pair. */
  public UpperBound {
    Arguments.requireEpsilon(epsilon);
    Arguments.requireProbability("delta", delta);
  }

  /** What no rounds cost. */
  public static UpperBound ofNoRounds(double delta) {
    return new UpperBound(0, delta, "no-rounds");
  }

  /** Takes back a bound that was written down; it is worth what its record is. */
  public static UpperBound recorded(double epsilon, double delta, String method) {
    return new UpperBound(epsilon, delta, method);
  }

  /** The same bound, or a weaker one of at least this epsilon. */
  public UpperBound atLeast(double least) {
    return epsilon >= least ? this : new UpperBound(least, delta, method);
  }

  @Override
  public Kind kind() {
    return Kind.UPPER_BOUND;
  }
}
