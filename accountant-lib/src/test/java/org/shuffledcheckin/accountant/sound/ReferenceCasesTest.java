package org.shuffledcheckin.accountant.sound;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.shuffledcheckin.accountant.CheckInRound;
import org.shuffledcheckin.accountant.amplification.GaussianMechanism;

/**
 * Golden values: exact one- and two-round quantities from 50-digit arithmetic, composed ones as
 * certified intervals from an independent implementation. The first column is the case's id.
 */
class ReferenceCasesTest {
  private static final double RELATIVE = 1e-9;

  @ParameterizedTest
  @CsvSource({
    "pub-48, 12, 0.2, 1, CLONES21, 0.1, 0.040039020166824359, 0.034807451238253433,"
        + " 0.16798984900740563",
    "pub-49, 16, 0.1, 3, CLONES23, 0.4, 0.053642760994590765, 0.15471362634481203,"
        + " 0.8269665100281365",
    "pub-51, 14, 1, 2, CLONES21, 0.8, 0.25100112993351093, 1.2153766011491615, 1.8846919169667217"
  })
  void exactPair_goldenCase_matches(
      String id,
      long clients,
      double rate,
      double epsilon0,
      CloneAnalysis clones,
      double epsilon,
      double delta,
      double renyi2,
      double renyi10) {
    ExactCheckInPair pair = ExactCheckInPair.of(clients, rate, epsilon0, clones);
    assertThat(pair.delta(epsilon) / delta).as(id).isCloseTo(1, within(RELATIVE));
    assertThat(pair.divergence(2) / renyi2).as(id).isCloseTo(1, within(RELATIVE));
    assertThat(pair.divergence(10) / renyi10).as(id).isCloseTo(1, within(RELATIVE));
    // The accountant's own pair is this one, rounded up a little.
    double proven =
        SoundAccountant.create(SoundOptions.DEFAULT.withClones(clones))
            .compose(Rounds.pure(clients, rate, epsilon0), 1)
            .delta(epsilon)
            .delta();
    assertThat(proven / delta).as(id).isBetween(1.0, 1.001);
  }

  @Test
  void exactPair_threeKinds_matches() {
    ExactCheckInPair pair = ExactCheckInPair.threeKinds(12, 0.3, 2, 0.6);
    assertThat(pair.delta(0.2) / 0.0744926274982489).as("pub-50").isCloseTo(1, within(RELATIVE));
    assertThat(pair.divergence(2) / 0.12752397476468597)
        .as("pub-50")
        .isCloseTo(1, within(RELATIVE));
    assertThat(pair.divergence(10) / 0.6267553928101811)
        .as("pub-50")
        .isCloseTo(1, within(RELATIVE));
  }

  @ParameterizedTest
  @CsvSource({
    "pub-52, 6, 0.2, 2, CLONES21, 0.2, 0.22061012885936004",
    "pub-53, 6, 0.3, 3, CLONES23, 0.5, 0.3621047113553916"
  })
  void exactPair_twoRounds_matches(
      String id,
      long clients,
      double rate,
      double epsilon0,
      CloneAnalysis clones,
      double epsilon,
      double delta) {
    ExactCheckInPair pair = ExactCheckInPair.of(clients, rate, epsilon0, clones);
    assertThat(pair.deltaOfTwoRounds(epsilon) / delta).as(id).isCloseTo(1, within(RELATIVE));
    double proven =
        SoundAccountant.create(SoundOptions.DEFAULT.withClones(clones))
            .compose(Rounds.pure(clients, rate, epsilon0), 2)
            .delta(epsilon)
            .delta();
    assertThat(proven / delta).as(id).isBetween(1.0, 1.001);
  }

  @ParameterizedTest
  @CsvSource({
    "pub-58, 10000, 0.01, 2, CLONES21, 100, 1e-4, 0.101662, 0.101684",
    "pub-59, 10000, 0.001, 8, CLONES21, 100, 1e-4, 1.382032, 1.3821",
    "pub-60, 10000, 0.001, 2, CLONES23, 100, 1e-4, 0.019106, 0.019112",
    "pub-61, 10000, 0.01, 8, CLONES23, 100, 1e-4, 2.762748, 2.763308",
    "pub-62, 60000, 0.001, 4, CLONES21, 100000, 1.6666666666666667e-5, 2.285, 2.289"
  })
  void epsilon_pureRandomiser_liesInTheInterval(
      String id,
      long clients,
      double rate,
      double epsilon0,
      CloneAnalysis clones,
      long rounds,
      double delta,
      double low,
      double high) {
    double epsilon =
        SoundAccountant.create(SoundOptions.DEFAULT.withClones(clones))
            .compose(Rounds.pure(clients, rate, epsilon0), rounds)
            .epsilon(delta)
            .epsilon();
    assertThat(epsilon).as(id).isBetween(low, high * 1.0005);
  }

  @ParameterizedTest
  @CsvSource({
    "pub-54, 1000, 0.01, 2, 0.05, 0.0037095491578961612",
    "pub-55, 60000, 0.001, 2.3255813953488373, 0.01, 0.00039751621504134525"
  })
  void subsampledGaussianDelta_goldenCase_matches(
      String id, long clients, double rate, double mu, double epsilon, double delta) {
    double computed = new SubsampledGaussian(clients, rate, mu).delta(epsilon).delta();
    assertThat(computed / delta).as(id).isCloseTo(1, within(RELATIVE));
    double proven =
        SoundAccountant.create()
            .compose(Rounds.gaussian(clients, rate, 2 / mu), 1)
            .delta(epsilon)
            .delta();
    // The other way, through clones, may be the smaller one.
    assertThat(proven / delta).as(id).isLessThan(1.001);
  }

  @Test
  void epsilon_gaussianBernoulli_liesInTheInterval() {
    CheckInRound round = Rounds.gaussian(60_000, 0.001, 4);
    double epsilon =
        SoundAccountant.create().compose(round, 100_000).epsilon(1 / 60_000.0).epsilon();
    assertThat(epsilon).as("pub-67").isBetween(0.693237, 0.69967 * 1.005);
  }

  @ParameterizedTest
  @CsvSource({"pub-69, 0.05, 60, 1, 0.4163, 0.4171", "pub-70, 0.001, 100000, 2, 0.2204, 0.221"})
  void epsilon_gaussianPoisson_liesInTheInterval(
      String id, double rate, long rounds, double noise, double low, double high) {
    CheckInRound round = Rounds.poisson(60_000, rate, noise);
    double epsilon =
        SoundAccountant.create(SoundOptions.DEFAULT.withPairsOnly())
            .compose(round, rounds)
            .epsilon(1 / 60_000.0)
            .epsilon();
    assertThat(epsilon).as(id).isBetween(low, high);
  }

  @Test
  void poissonEnvelope_goldenCase_matches() {
    assertThat(new GaussianMechanism(1).poissonEnvelope(60_000, 1e-4) / 0.0235307512984234)
        .as("pub-68")
        .isCloseTo(1, within(1e-9));
  }
}
