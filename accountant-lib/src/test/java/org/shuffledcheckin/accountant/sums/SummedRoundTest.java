package org.shuffledcheckin.accountant.sums;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.data.Percentage.withPercentage;

import org.junit.jupiter.api.Test;
import org.shuffledcheckin.accountant.CheckInLaw;
import org.shuffledcheckin.accountant.CheckInRound;
import org.shuffledcheckin.accountant.LocalGuarantee;
import org.shuffledcheckin.accountant.numeric.Binomial;
import org.shuffledcheckin.accountant.sound.SoundAccountant;
import org.shuffledcheckin.accountant.sound.SoundOptions;

class SummedRoundTest {
  private static final int BOUND = 4096;
  private static final int DIMENSION = 26_010;
  private static final SummedRound ROUND =
      new SummedRound(
          60_000,
          0,
          0.05,
          new SumNoise.Discrete(276, BOUND),
          DIMENSION,
          new ReleaseRule(0, 2_700, 0.1));

  @Test
  void accounted_recommendedRound_hasTheNoiseOfTheFewestReports() {
    CheckInRound round = ROUND.accounted();
    assertThat(round.law()).isEqualTo(CheckInLaw.BERNOULLI);
    assertThat(round.checkInRate()).isEqualTo(0.05);
    assertThat(round.clients()).isEqualTo(59_417);
    assertThat(round.lossMass()).isEqualTo(1e-13);
    assertThat(ROUND.leastHonestReports()).isEqualTo(2_700);
    double noise = ((LocalGuarantee.GaussianSum) round.guarantee()).noiseMultiplier();
    double exact = Math.sqrt(2_700 * 276.0 * 276 - 4) / BOUND;
    assertThat(noise).isLessThan(exact).isCloseTo(exact, withPercentage(1e-10));
  }

  /** Whatever arrives and whoever is kept, there are at least so many honest reports. */
  @Test
  void leastHonestReports_anyVerdict_isNeverBelow() {
    for (double share : new double[] {0, 0.1, 0.25, 0.5}) {
      for (long dishonest : new long[] {0, 1, 7, 50}) {
        for (long least : new long[] {60, 120, 200}) {
          SummedRound round =
              new SummedRound(
                  1_000,
                  dishonest,
                  0.2,
                  new SumNoise.Discrete(276, BOUND),
                  10,
                  new ReleaseRule(1, least, share));
          long honest = round.leastHonestReports();
          long fewest = new Arrivals(1_000, 1, 0.2).reports();
          for (long arrived = fewest; arrived < fewest + 100; arrived++) {
            for (long sent = 0; sent <= dishonest; sent++) {
              long kept = round.release().leastKept(arrived + sent);
              assertThat(kept - sent).isGreaterThanOrEqualTo(honest);
            }
          }
        }
      }
    }
  }

  @Test
  void reports_anyRate_arriveButForTheMass() {
    for (double rate : new double[] {0.01, 0.3, 0.97, 1}) {
      Arrivals arrivals = new Arrivals(20_000, 3, rate);
      Binomial reports = new Binomial(arrivals.clients(), rate);
      assertThat(reports.cdf(arrivals.reports() - 1)).isLessThanOrEqualTo(1e-13 * (1 - rate));
    }
    assertThat(new Arrivals(1_000, 0, 1).reports()).isEqualTo(1_000);
  }

  @Test
  void accounted_moreOfWhatHelps_costsLess() {
    double before = epsilon(ROUND);
    assertThat(
            epsilon(
                new SummedRound(
                    80_000,
                    0,
                    0.05,
                    new SumNoise.Discrete(276, BOUND),
                    DIMENSION,
                    new ReleaseRule(0, 2_700, 0.1))))
        .isLessThan(before);
    assertThat(
            epsilon(
                new SummedRound(
                    60_000,
                    0,
                    0.05,
                    new SumNoise.Discrete(300, BOUND),
                    DIMENSION,
                    new ReleaseRule(0, 2_700, 0.1))))
        .isLessThan(before);
    assertThat(
            epsilon(
                new SummedRound(
                    60_000,
                    0,
                    0.05,
                    new SumNoise.Discrete(276, BOUND),
                    DIMENSION,
                    new ReleaseRule(0, 2_900, 0.1))))
        .isLessThan(before);
    assertThat(
            epsilon(
                new SummedRound(
                    60_000,
                    300,
                    0.05,
                    new SumNoise.Discrete(276, BOUND),
                    DIMENSION,
                    new ReleaseRule(0, 2_700, 0.1))))
        .isGreaterThan(before);
    assertThat(
            epsilon(
                new SummedRound(
                    60_000,
                    0,
                    0.05,
                    new SumNoise.Discrete(276, BOUND),
                    DIMENSION,
                    new ReleaseRule(60, 2_700, 0.1))))
        .isGreaterThan(before);
  }

  @Test
  void accounted_shuffler_seesMore() {
    CheckInRound round = ROUND.accounted();
    SoundAccountant shuffler =
        SoundAccountant.create(SoundOptions.DEFAULT.withObserver(SoundOptions.Observer.SHUFFLER));
    assertThat(shuffler.compose(round, 60).epsilon(1.0 / 60_000).epsilon())
        .isGreaterThan(4 * epsilon(ROUND));
  }

  @Test
  void accounted_nobodyHides_isRefusedWithAReason() {
    assertThatThrownBy(
            new SummedRound(
                    100, 0, 0.05, new SumNoise.Discrete(276, BOUND), 10, new ReleaseRule(0, 5, 0.1))
                ::accounted)
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "100 honest clients hide nobody once 0 reports may be missing at check-in rate 0.05");
    assertThatThrownBy(
            new SummedRound(
                    1_000,
                    40,
                    0.05,
                    new SumNoise.Discrete(276, BOUND),
                    10,
                    new ReleaseRule(0, 40, 0.5))
                ::accounted)
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "least reports must be more than the 40 that dishonest clients may send but are 40");
    assertThatThrownBy(
            new SummedRound(
                    10_000_000,
                    0,
                    1,
                    new SumNoise.Discrete(1e9, 1 << 30),
                    Integer.MAX_VALUE,
                    new ReleaseRule(0, 1, 0))
                ::accounted)
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("2147483647 coordinates must be within");
    assertThatThrownBy(
            () ->
                new SummedRound(
                    60_000,
                    0,
                    0.05,
                    new SumNoise.Discrete(3.9, BOUND),
                    10,
                    new ReleaseRule(0, 100, 0.1)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("noise of a report must be in [4.0,");
  }

  private static double epsilon(SummedRound round) {
    return SoundAccountant.create().compose(round.accounted(), 60).epsilon(1.0 / 60_000).epsilon();
  }
}
