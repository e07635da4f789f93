package org.shuffledcheckin.shuffler.round;

import static org.assertj.core.api.Assertions.assertThat;

import java.security.SecureRandom;
import org.junit.jupiter.api.Test;
import org.shuffledcheckin.kit.round.RoundId;
import org.shuffledcheckin.kit.round.RoundTerms;
import org.shuffledcheckin.shuffler.core.TestTerms;

/** The smallest batch that is released is uniform over what was announced, both ends included. */
class ThresholdLawTest {
  private static final int DRAWS = 20_000;
  private static final int MINIMUM = 7;
  private static final int SPREAD = 4;

  /** Exceeded by a uniform law with probability e^-24 * 25 = 9.4e-10: four degrees of freedom. */
  private static final double LIMIT = 48;

  private final BatchReleasePolicy policy = new BatchReleasePolicy(new SecureRandom());

  private static RoundTerms terms(long spread) {
    return TestTerms.simple()
        .minimumBatch(MINIMUM, spread)
        .of(new RoundId(RoundId.Run.random(new SecureRandom()), 1));
  }

  /** Fails by chance once in 10^9 runs. */
  @Test
  void drawThreshold_manyRounds_isUniformFromTheMinimumToTheSpread() {
    RoundTerms terms = terms(SPREAD);
    int[] counts = new int[SPREAD + 1];
    for (int i = 0; i < DRAWS; i++) {
      long threshold = policy.drawThreshold(terms);
      assertThat(threshold).isBetween((long) MINIMUM, (long) MINIMUM + SPREAD);
      counts[(int) threshold - MINIMUM]++;
    }
    double expected = (double) DRAWS / counts.length;
    double statistic = 0;
    for (int count : counts) {
      statistic += (count - expected) * (count - expected) / expected;
    }
    assertThat(statistic).as("%s", (Object) counts).isLessThan(LIMIT);
  }

  @Test
  void drawThreshold_noSpread_isTheMinimum() {
    RoundTerms terms = terms(0);
    for (int i = 0; i < 100; i++) {
      assertThat(policy.drawThreshold(terms)).isEqualTo(MINIMUM);
    }
  }
}
