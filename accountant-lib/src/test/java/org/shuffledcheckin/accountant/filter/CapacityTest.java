package org.shuffledcheckin.accountant.filter;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

class CapacityTest {
  private int evaluations;

  private Capacity upTo(double limit) {
    return new Capacity(
        amount -> {
          evaluations++;
          return amount <= limit;
        });
  }

  @Test
  void holds_lifetimeOfSmallSteps_answersExactlyWithFewEvaluations() {
    for (double limit : new double[] {1e-6, 0.0371, 1, 570.3, 1e9}) {
      evaluations = 0;
      Capacity capacity = upTo(limit);
      double step = limit / 3000;
      int before = 0;
      for (int i = 1; i < 4000; i++) {
        assertThat(capacity.holds(i * step)).isEqualTo(i * step <= limit);
        assertThat(evaluations - before).isLessThanOrEqualTo(2);
        before = evaluations;
      }
      assertThat(evaluations).isLessThan(50);
    }
  }

  @Test
  void holds_whatWasAnsweredOnce_isAnsweredAgainWithoutAsking() {
    Capacity capacity = upTo(7);
    assertThat(capacity.holds(6.9)).isTrue();
    assertThat(capacity.holds(7.1)).isFalse();
    int before = evaluations;
    assertThat(capacity.holds(6.9)).isTrue();
    assertThat(capacity.holds(3)).isTrue();
    assertThat(capacity.holds(7.1)).isFalse();
    assertThat(capacity.holds(1e300)).isFalse();
    assertThat(evaluations).isEqualTo(before);
  }

  /** Bounds from grids are not monotone to the last digit. */
  @Test
  void holds_boundThatIsNotMonotone_allowsOnlyWhatALargerAmountProves() {
    long seed = new Random().nextLong();
    Random random = new Random(seed);
    Set<Double> proven = new HashSet<>();
    Capacity capacity =
        new Capacity(
            amount -> {
              boolean fits = amount < 10 + random.nextGaussian();
              if (fits) {
                proven.add(amount);
              }
              return fits;
            });
    for (int i = 0; i < 1000; i++) {
      double amount = 15 * random.nextDouble();
      boolean held = capacity.holds(amount);
      assertThat(held)
          .as("seed %d", seed)
          .isEqualTo(proven.stream().anyMatch(larger -> larger >= amount));
    }
  }
}
