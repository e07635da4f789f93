package org.shuffledcheckin.accountant.sound;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.shuffledcheckin.accountant.CheckInLaw;
import org.shuffledcheckin.accountant.CheckInRound;
import org.shuffledcheckin.accountant.LocalGuarantee;
import org.shuffledcheckin.accountant.RoundCount;
import org.shuffledcheckin.accountant.amplification.GaussianMechanism;

/** What computers draw is charged for, by everybody who asks the accountant. */
class RealReportsTest {
  private static final double DEVIATION = LocalGuarantee.Gaussian.DEVIATION;

  @Test
  void slack_gaussianReports_countsEveryReportOfTheRun() {
    CheckInRound round = Rounds.poisson(60_000, 0.05, 1);
    DeltaSlack slack = direct(round, 200, SoundOptions.DEFAULT).slack();
    double reports = 200 * 60_000 * 0.05;
    assertThat(slack.exchanged()).isBetween(reports * DEVIATION, reports * DEVIATION * (1 + 1e-12));
    assertThat(slack.differs()).isGreaterThanOrEqualTo(200 * 6e4 * CheckInLaw.POISSON_DEVIATION);
    assertThat(slack.at(0.65)).isLessThan(1e-28);
  }

  @Test
  void slack_gaussianReportsAtLargeEpsilon_isPaidByTheRound() {
    CheckInRound round = Rounds.gaussian(60_000, 0.001, 0.86);
    DeltaSlack slack = direct(round, 100_000, SoundOptions.DEFAULT).slack();
    // One slack for the run, weighted by e^100, would leave nothing of delta.
    assertThat(slack.ofWholeRun(100)).isGreaterThan(1);
    assertThat(slack.at(100)).isLessThan(1e-12);
  }

  @Test
  void slack_pureReportsAndCoins_isNone() {
    for (CheckInRound round :
        List.of(
            Rounds.pure(1000, 0.1, 2),
            new CheckInRound(
                1000, 0.1, CheckInLaw.BERNOULLI, new LocalGuarantee.KAryResponse(2, 5)))) {
      assertThat(direct(round, 100, SoundOptions.DEFAULT).slack().isNone()).isTrue();
    }
  }

  @Test
  void slack_forTheShuffler_chargesForRefusedReports() {
    CheckInRound round = Rounds.poisson(60_000, 0.05, 1);
    SoundOptions options = SoundOptions.DEFAULT.withObserver(SoundOptions.Observer.SHUFFLER);
    assertThat(direct(round, 200, options).slack().exchanged())
        .isGreaterThanOrEqualTo(200 * 3000 * LocalGuarantee.Gaussian.REFUSED);
  }

  @Test
  void renyi_gaussianReports_tellsFiltersHowOftenTheyDeviate() {
    CheckInRound round = Rounds.poisson(60_000, 0.05, 1);
    assertThat(SoundAccountant.create().compose(round, 1).renyi(2).differs())
        .isGreaterThanOrEqualTo(3000 * DEVIATION);
  }

  @Test
  void epsilon_demo_movesInNoDigitThatIsShown() {
    double epsilon =
        SoundAccountant.create()
            .compose(Rounds.poisson(60_000, 0.05, 1), 200)
            .epsilon(1.0 / 60_000)
            .epsilon();
    assertThat(epsilon).isBetween(0.658510, 0.658516);
  }

  @Test
  void leastExtra_anyDeviation_isTheSmallestOverAllOrders() {
    for (double mu : new double[] {0.5, 2, 4}) {
      GaussianMechanism gaussian = new GaussianMechanism(mu);
      for (double deviation : new double[] {1e-3, 1e-9, DEVIATION}) {
        double least = Double.POSITIVE_INFINITY;
        for (int i = 0; i <= 4000; i++) {
          double epsilon = -Math.log(deviation) * i / 4000;
          double moved = (1 + Math.exp(epsilon)) * deviation;
          least = Math.min(least, gaussian.delta(epsilon) + moved);
        }
        assertThat(gaussian.leastExtra(deviation)).isBetween(0.999 * least, least);
      }
    }
  }

  private static ApproximateComposition direct(
      CheckInRound round, long times, SoundOptions options) {
    return new Analyses(List.of(new RoundCount(round, times)), new RoundLibrary(options)).direct();
  }
}
