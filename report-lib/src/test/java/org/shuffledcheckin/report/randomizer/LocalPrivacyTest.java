package org.shuffledcheckin.report.randomizer;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.function.DoubleUnaryOperator;
import java.util.function.ToDoubleFunction;
import java.util.function.ToIntFunction;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.shuffledcheckin.accountant.LocalGuarantee;
import org.shuffledcheckin.accountant.amplification.LaplaceMechanism;
import org.shuffledcheckin.report.noise.InsecureSeededRandomness;
import org.shuffledcheckin.report.noise.Statistics;

/**
 * Measures what reports betray: for the two values that are hardest to hide, an event E that tells
 * them apart, and several epsilon, a lower confidence bound on Pr(E) − e^ε·Pr'(E) must not exceed
 * the claimed δ(ε). The same measurement must catch a randomiser with half the noise.
 *
 * <p>Each bound fails by chance with probability at most 2·{@link #CHANCE} (empirical Bernstein,
 * Maurer and Pontil 2009, once per probability).
 */
class LocalPrivacyTest {
  private static final double CHANCE = 1e-7;
  private static final int REPORTS = 40_000;
  private static final double[] EPSILONS = {0, 0.25, 0.5, 1, 2, 4};
  private static final long SEED = 77;

  @TestFactory
  Iterable<DynamicTest> reports_ofWorstNeighbours_betrayNoMoreThanClaimed() {
    return List.of(
        check("gaussian, one coordinate", gaussian(0.86, 1), gaussian(0.43, 1)),
        check("gaussian, five coordinates", gaussian(1.3, 5), gaussian(0.65, 5)),
        check("gaussian sum, one report", gaussianSum(0.86, 3), gaussianSum(0.43, 3)),
        check("ldp-sgd", ldpSgd(1, 6), ldpSgd(2, 6)),
        check("ldp-sgd, large epsilon", ldpSgd(4, 3), ldpSgd(8, 3)),
        check("laplace", laplace(1), laplace(2)),
        check("laplace, small epsilon", laplace(0.5), laplace(1)),
        check("randomised response", response(1, 2), response(2, 2)),
        check("randomised response, many", response(3, 20), response(6, 20)));
  }

  private static DynamicTest check(String name, Case claimed, Case halfTheNoise) {
    return DynamicTest.dynamicTest(
        name,
        () -> {
          assertThat(worstExcess(claimed, claimed.claim))
              .as("excess over the claim")
              .isNotPositive();
          assertThat(worstExcess(halfTheNoise, claimed.claim))
              .as("with half the noise")
              .isPositive();
        });
  }

  /** The largest amount by which a measured δ surely exceeds the claim, over several epsilon. */
  private static double worstExcess(Case measured, DoubleUnaryOperator claim) {
    double[] atValue = frequencies(measured, measured.value, 1);
    double[] atOther = frequencies(measured, measured.other, 2);
    double worst = Double.NEGATIVE_INFINITY;
    for (int i = 0; i < EPSILONS.length; i++) {
      double low = atValue[i] - slack(atValue[i]);
      double high = atOther[i] + slack(atOther[i]);
      double delta = low - Math.exp(EPSILONS[i]) * high;
      worst = Math.max(worst, delta - claim.applyAsDouble(EPSILONS[i]));
    }
    return worst;
  }

  /** How often each epsilon's event happens to reports of the value. */
  private static double[] frequencies(Case measured, float[] value, long label) {
    LocalRandomizer randomizer = measured.spec.newRandomizer();
    InsecureSeededRandomness randomness = new InsecureSeededRandomness(SEED).child(label);
    byte[] report = new byte[measured.spec.reportBytes()];
    double[] frequencies = new double[EPSILONS.length];
    for (int r = 0; r < REPORTS; r++) {
      randomizer.randomize(value, randomness.openStream(), report);
      double score = measured.score.applyAsDouble(report);
      for (int i = 0; i < EPSILONS.length; i++) {
        frequencies[i] +=
            score >= measured.threshold.applyAsDouble(EPSILONS[i]) ? 1.0 / REPORTS : 0;
      }
    }
    return frequencies;
  }

  private static double slack(double frequency) {
    double log = Math.log(2 / CHANCE);
    return Math.sqrt(2 * frequency * (1 - frequency) * log / (REPORTS - 1))
        + 7 * log / (3 * (REPORTS - 1));
  }

  private static Case gaussian(double noiseMultiplier, int dimension) {
    GaussianSpec spec = GaussianSpec.withSuitableGrid(dimension, 0.05, noiseMultiplier);
    return gaussian(spec, spec.guarantee(), spec.grid().deviationInSteps(), ByteBuffer::getShort);
  }

  private static Case gaussianSum(double noiseMultiplier, int dimension) {
    GaussianSumSpec spec = GaussianSumSpec.withSuitableGrid(dimension, 0.05, noiseMultiplier);
    return gaussian(spec, spec.guarantee(), spec.noiseSteps(), ByteBuffer::getInt);
  }

  private static Case gaussian(
      RandomizerSpec spec,
      LocalGuarantee.Gaussian guarantee,
      double deviation,
      ToIntFunction<ByteBuffer> next) {
    // Opposite ends of the ball's diagonal; the likelihood ratio depends on the sum alone.
    float[] value = new float[spec.dimension()];
    float[] other = new float[spec.dimension()];
    Arrays.fill(value, 1);
    Arrays.fill(other, -1);
    double mu = guarantee.mu();
    double unit = deviation * Math.sqrt(spec.dimension());
    DoubleUnaryOperator claim =
        epsilon ->
            Statistics.normalTail(epsilon / mu - mu / 2)
                - Math.exp(epsilon) * Statistics.normalTail(epsilon / mu + mu / 2);
    return new Case(
        spec,
        value,
        other,
        report -> sum(spec, report, next),
        epsilon -> epsilon / mu * unit,
        claim);
  }

  private static Case ldpSgd(double epsilon0, int dimension) {
    LdpSgdSpec spec = new LdpSgdSpec(dimension, 0.05, epsilon0);
    float[] value = new float[dimension];
    float[] other = new float[dimension];
    value[0] = 1;
    other[0] = -1;
    Direction direction = new Direction();
    ToDoubleFunction<byte[]> agreement =
        report -> {
          byte[] seed = new byte[Direction.SEED_BYTES];
          ByteBuffer payload = spec.format().payload(ByteBuffer.wrap(report));
          payload.get(seed);
          return (payload.get() == 1) == (direction.innerProduct(seed, value) >= 0) ? 1 : 0;
        };
    return new Case(spec, value, other, agreement, epsilon -> 1, binaryClaim(epsilon0));
  }

  private static Case laplace(double epsilon0) {
    LaplaceSpec spec = new LaplaceSpec(-1, 3, epsilon0);
    // Where the continuous law's likelihood ratio passes e^epsilon.
    DoubleUnaryOperator threshold =
        epsilon -> LaplaceSpec.GRID_STEPS * Math.min(1, (1 + epsilon / epsilon0) / 2);
    DoubleUnaryOperator claim = LaplaceMechanism.of(spec.guarantee())::delta;
    return new Case(
        spec, new float[] {3}, new float[] {-1}, report -> integer(spec, report), threshold, claim);
  }

  private static Case response(double epsilon0, int categories) {
    KAryResponseSpec spec = new KAryResponseSpec(categories, epsilon0);
    double odds = Math.exp(epsilon0);
    DoubleUnaryOperator claim =
        epsilon -> Math.max(0, (odds - Math.exp(epsilon)) / (odds + categories - 1));
    return new Case(
        spec,
        new float[] {1},
        new float[] {0},
        report -> integer(spec, report) == 1 ? 1 : 0,
        epsilon -> 1,
        claim);
  }

  private static DoubleUnaryOperator binaryClaim(double epsilon0) {
    double odds = Math.exp(epsilon0);
    return epsilon -> Math.max(0, (odds - Math.exp(epsilon)) / (odds + 1));
  }

  private static long sum(RandomizerSpec spec, byte[] report, ToIntFunction<ByteBuffer> next) {
    ByteBuffer payload = spec.format().payload(ByteBuffer.wrap(report));
    long sum = 0;
    while (payload.hasRemaining()) {
      sum += next.applyAsInt(payload);
    }
    return sum;
  }

  private static int integer(RandomizerSpec spec, byte[] report) {
    return spec.format().payload(ByteBuffer.wrap(report)).getInt(0);
  }

  /** Two neighbours; a report speaks for the first one where its score reaches the threshold. */
  private record Case(
      RandomizerSpec spec,
      @SuppressWarnings("ArrayRecordComponent") float[] value, // a test's fixture, never compared
      @SuppressWarnings("ArrayRecordComponent") float[] other,
      ToDoubleFunction<byte[]> score,
      DoubleUnaryOperator threshold,
      DoubleUnaryOperator claim) {}
}
