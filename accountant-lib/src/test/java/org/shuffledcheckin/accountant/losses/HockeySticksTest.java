package org.shuffledcheckin.accountant.losses;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class HockeySticksTest {
  private static final long SEED = 87_2026;
  private static final double[] POINTS = IntStream.range(0, 9).mapToDouble(i -> 0.4 * i).toArray();

  @Test
  void chordsAndTangents_convexFunction_encloseIt() {
    HockeySticks above = chords(1);
    HockeySticks below = tangents();
    for (double x = 0; x < 3.2; x += 0.01) {
      assertThat(above.at(x)).isGreaterThanOrEqualTo(Math.exp(-x) * (1 - 1e-12));
      assertThat(below.at(x)).isLessThanOrEqualTo(Math.exp(-x) * (1 + 1e-12));
      assertThat(above.at(x) - below.at(x)).isLessThan(0.06 * Math.exp(-x));
    }
    assertThat(below.at(4.3)).as("where the last tangent has come down").isZero();
    assertThat(above.at(4.3)).as("beyond the last point").isEqualTo(Math.exp(-3.2));
  }

  @Test
  void cover_moreThanTheSlack_isFalse() {
    HockeySticks below = tangents();
    // At a kink of the tangents they lie 4 percent below the function, and so 0.04 at most.
    assertThat(below.cover(chords(1), 1, 0.041)).isTrue();
    assertThat(below.cover(chords(1), 1, 1e-3)).isFalse();
    assertThat(below.cover(chords(1), 0.93, Math.exp(-3.2))).isTrue();
    assertThat(below.cover(chords(1), 0.93, 0.9 * Math.exp(-3.2)))
        .as("beyond the last tangent nothing is left but the slack")
        .isFalse();
  }

  /** What cover says is true at every point, not only at those that it looks at. */
  @Test
  void cover_randomConvexFunctions_holdsBetweenThePoints() {
    SplittableRandom random = new SplittableRandom(SEED);
    int held = 0;
    for (int trial = 0; trial < 500; trial++) {
      double rate = 0.5 + random.nextDouble();
      double share = random.nextDouble();
      double slack = 0.1 * random.nextDouble();
      if (tangents().cover(chords(rate), share, slack)) {
        held++;
        for (double x = 0; x < 6; x += 0.013) {
          assertThat(share * Math.exp(-rate * x))
              .as("seed %d trial %d at %s", SEED, trial, x)
              .isLessThanOrEqualTo(Math.exp(-x) + slack + 1e-12);
        }
      }
    }
    assertThat(held).isBetween(100, 400);
  }

  @Test
  void integralBeyond_chords_isTheAreaOfTrapezoids() {
    HockeySticks line = HockeySticks.chords(new double[] {0, 1, 3}, new double[] {4, 2, 0});
    assertThat(line.integralBeyond(0)).isCloseTo(5, within(1e-12));
    assertThat(line.integralBeyond(0.5)).isCloseTo(3.25, within(1e-12));
    assertThat(line.integralBeyond(2)).isCloseTo(0.5, within(1e-12));
    assertThat(line.integralBeyond(7)).isZero();
    assertThat(line.end()).isEqualTo(3);
  }

  private static HockeySticks chords(double rate) {
    return HockeySticks.chords(
        POINTS, IntStream.range(0, 9).mapToDouble(i -> Math.exp(-rate * POINTS[i])).toArray());
  }

  private static HockeySticks tangents() {
    double[] value = IntStream.range(0, 9).mapToDouble(i -> Math.exp(-POINTS[i])).toArray();
    double[] slope = IntStream.range(0, 9).mapToDouble(i -> -value[i]).toArray();
    return HockeySticks.tangents(POINTS, value, slope);
  }
}
