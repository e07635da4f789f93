package org.shuffledcheckin.learning.optimizer;

/** What a round's sum is divided by. */
public enum Averaging {
  /** The number of reports that were counted. */
  CHECK_INS,
  /** The number expected, n times the rate: unbiased, whatever number came. */
  EXPECTED_COUNT;

  /** The divisor of a round; 0 where there is nothing to divide. */
  double divisor(long counted, double expected) {
    return this == CHECK_INS ? counted : expected;
  }
}
