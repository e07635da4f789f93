package org.shuffledcheckin.accountant;

/**
 * States an (epsilon, delta) pair together with what it is worth.
 *
 * <p>The kinds are types of their own, so that code which asks for an {@link UpperBound} cannot be
 * handed anything else.
 */
public sealed interface PrivacyValue permits UpperBound, LowerBound, NumericalValue, PaperValue {
  /** Epsilon, at least 0; positive infinity where no finite value holds. */
  double epsilon();

  /** Delta in [0, 1]. */
  double delta();

  /** Names the analysis that produced the value, such as {@code clones21-pld}. */
  String method();

  /** What the value is worth. */
  Kind kind();
}
