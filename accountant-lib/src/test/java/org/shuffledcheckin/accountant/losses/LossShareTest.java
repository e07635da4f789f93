package org.shuffledcheckin.accountant.losses;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.function.DoublePredicate;
import java.util.function.DoubleUnaryOperator;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.shuffledcheckin.accountant.CheckInLaw;
import org.shuffledcheckin.accountant.CheckInRound;
import org.shuffledcheckin.accountant.LocalGuarantee;
import org.shuffledcheckin.accountant.numeric.Search;
import org.shuffledcheckin.accountant.sound.CloneAnalysis;
import org.shuffledcheckin.accountant.sound.ExactCheckInPair;
import org.shuffledcheckin.accountant.sound.SoundAccountant;
import org.shuffledcheckin.accountant.sound.SoundOptions;

/**
 * How likely the release of a smaller round may be for a certificate to cover it: never more than
 * what the rounds themselves allow, computed in other ways. The settings are those in which it is
 * nearly as much, so that a certificate that forgot a third of the probability would be seen; they
 * say nothing about how tight certificates are elsewhere.
 */
class LossShareTest {
  /** Far above what is asked: probabilities are not looked at as such. */
  private static final double MOST = 4;

  @ParameterizedTest
  @CsvSource({
    "30, 27, 0.5, 1, 1e-3",
    "30, 20, 0.7, 2, 1e-2",
    "60, 55, 0.3, 0.5, 1e-4",
    "60, 58, 1, 3, 1e-3",
    "140, 135, 0.2, 2, 1e-5",
    "140, 100, 0.2, 1, 1e-2"
  })
  void coins_largestShare_isTheOneThatEnumerationAllows(
      long accounted, long arriving, double rate, double epsilon0, double mass) {
    ExactCheckInPair whole = ExactCheckInPair.of(accounted, rate, epsilon0, CloneAnalysis.CLONES23);
    ExactCheckInPair fewer = ExactCheckInPair.of(arriving, rate, epsilon0, CloneAnalysis.CLONES23);
    double allowed =
        allowedShare(whole::delta, fewer::delta, mass * (1 - whole.delta(0)), epsilons(epsilon0));
    PairComparison pairs = new PairComparison(new CloneCounts(accounted, rate, epsilon0), mass);
    assertNearlyTight(allowed, 0.9, kept -> pairs.covers(accounted, arriving, kept));
  }

  @ParameterizedTest
  @CsvSource({"2000, 1980, 0.02, 2, 1e-6", "10000, 9950, 0.01, 1, 1e-8"})
  void coins_manyClients_largestShareIsTheOneThatTransformsAllow(
      long accounted, long arriving, double rate, double epsilon0, double mass) {
    LocalGuarantee guarantee = new LocalGuarantee.PureLdp(epsilon0);
    PairComparison pairs = new PairComparison(new CloneCounts(accounted, rate, epsilon0), mass);
    assertNearlyTight(
        allowedByTransforms(accounted, arriving, rate, CheckInLaw.BERNOULLI, guarantee, mass),
        0.9,
        kept -> pairs.covers(accounted, arriving, kept));
  }

  @ParameterizedTest
  @CsvSource({"40, 36, 0.5, 1, 1e-3", "2000, 1980, 0.02, 2, 1e-6", "10000, 9950, 0.01, 1, 1e-8"})
  void pureProcess_largestShare_isTheOneThatTransformsAllow(
      long accounted, long arriving, double rate, double epsilon0, double mass) {
    LocalGuarantee guarantee = new LocalGuarantee.PureLdp(epsilon0);
    PairComparison pairs = new PairComparison(new PureProcess(rate, epsilon0), mass);
    assertNearlyTight(
        allowedByTransforms(accounted, arriving, rate, CheckInLaw.POISSON, guarantee, mass),
        0.95,
        kept -> pairs.covers(accounted, arriving, kept));
  }

  @ParameterizedTest
  @CsvSource({"40, 38, 0.5, 3, 1e-3", "1000, 990, 0.05, 4, 1e-6", "60000, 59900, 0.001, 8, 1e-8"})
  void gaussianLattice_largestShare_isTheOneThatTransformsAllow(
      long accounted, long arriving, double rate, double noise, double mass) {
    LocalGuarantee guarantee = new LocalGuarantee.Gaussian(noise);
    PairComparison pairs = new PairComparison(new GaussianRound(rate, 2 / noise), mass);
    assertNearlyTight(
        allowedByTransforms(accounted, arriving, rate, CheckInLaw.POISSON, guarantee, mass),
        0.9,
        kept -> pairs.covers(accounted, arriving, kept));
  }

  @ParameterizedTest
  @CsvSource({
    "1000, 995, 0.05, 1, 1e-3",
    "1000, 998, 0.05, 0.8, 1e-3",
    "60000, 59900, 0.001, 1, 1e-5"
  })
  void gaussianChange_largestShare_isBelowTheOneThatTransformsAllow(
      long accounted, long arriving, double rate, double noise, double mass) {
    LocalGuarantee guarantee = new LocalGuarantee.Gaussian(noise);
    double slack =
        mass * (1 - pair(accounted, rate, CheckInLaw.POISSON, guarantee).delta(0).delta());
    LossCell cell = LossCell.ofPairs(accounted, (double) arriving / accounted, rate, 2 / noise);
    assertNearlyTight(
        allowedByTransforms(accounted, arriving, rate, CheckInLaw.POISSON, guarantee, mass),
        0.75,
        kept -> excess(cell, kept) <= slack);
  }

  @ParameterizedTest
  @CsvSource({"100, 98, 0.2, 4, 0.02", "60, 58, 0.5, 8, 0.02", "200, 197, 0.1, 6, 0.02"})
  void momentLattice_largestShare_isTheOneThatBruteForceAllows(
      int accounted, int arriving, double rate, double noise, double share) {
    GaussianRound round = new GaussianRound(rate, 2 / noise);
    double limit = share * round.variance(accounted);
    MomentComparison moments = new MomentComparison(round, limit);
    assertNearlyTight(
        allowedMoments(accounted, arriving, rate, 2 / noise, limit),
        0.75,
        kept -> moments.covers(accounted, arriving, kept));
  }

  @ParameterizedTest
  @CsvSource({"100, 99, 0.2, 2, 0.005", "120, 119, 0.2, 2, 0.004"})
  void momentChange_largestShare_isBelowTheOneThatBruteForceAllows(
      int accounted, int arriving, double rate, double noise, double share) {
    double limit = share * new GaussianRound(rate, 2 / noise).variance(accounted);
    LossCell cell = LossCell.ofMoments(accounted, (double) arriving / accounted, rate, 2 / noise);
    assertNearlyTight(
        allowedMoments(accounted, arriving, rate, 2 / noise, limit),
        0.75,
        kept -> excess(cell, kept) <= limit);
  }

  private static void assertNearlyTight(double allowed, double tight, DoublePredicate covers) {
    double largest = Search.largest(0, MOST, 1e-4, covers);
    assertThat(largest).as("share that is covered").isBetween(tight * allowed, allowed);
  }

  private static double excess(LossCell cell, double kept) {
    return IntStream.range(0, 60)
        .mapToDouble(i -> cell.excess(kept, 0.01 * Math.pow(1.25, i)))
        .min()
        .orElseThrow();
  }

  /** The smallest quotient of what covers a round and the round, over some factors. */
  private static double allowedShare(
      DoubleUnaryOperator whole, DoubleUnaryOperator fewer, double slack, DoubleStream at) {
    return at.map(x -> (whole.applyAsDouble(x) + slack) / fewer.applyAsDouble(x))
        .min()
        .orElseThrow();
  }

  private static double allowedByTransforms(
      long accounted,
      long arriving,
      double rate,
      CheckInLaw law,
      LocalGuarantee guarantee,
      double mass) {
    SoundAccountant whole = pair(accounted, rate, law, guarantee);
    SoundAccountant fewer = pair(arriving, rate, law, guarantee);
    double slack = mass * (1 - whole.delta(0).delta());
    // Ends where the slack would cover a whole round.
    double last = fewer.epsilon(slack / 2).epsilon();
    return allowedShare(
        epsilon -> whole.delta(epsilon).delta(),
        epsilon -> fewer.delta(epsilon).delta(),
        slack,
        epsilons(last));
  }

  private static double allowedMoments(
      int accounted, int arriving, double rate, double mu, double limit) {
    WorstDataSet whole = new WorstDataSet(accounted, rate, mu);
    WorstDataSet fewer = new WorstDataSet(arriving, rate, mu);
    return allowedShare(
        whole::excess, fewer::excess, limit, IntStream.range(0, 120).mapToDouble(i -> 0.02 * i));
  }

  private static DoubleStream epsilons(double last) {
    return IntStream.range(0, 25).mapToDouble(i -> last * i * i / 625);
  }

  private static SoundAccountant pair(
      long clients, double rate, CheckInLaw law, LocalGuarantee guarantee) {
    return SoundAccountant.create(SoundOptions.DEFAULT.withPairsOnly())
        .compose(new CheckInRound(clients, rate, law, guarantee), 1);
  }
}
