package org.shuffledcheckin.report.randomizer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.shuffledcheckin.report.noise.InsecureSeededRandomness;
import org.shuffledcheckin.report.noise.RepeatedWord;
import org.shuffledcheckin.report.noise.Statistics;

/** Statistical assertions fail by chance with {@link Statistics#FALSE_FAILURE} each. */
class PureRandomizersTest {
  @ParameterizedTest
  @CsvSource({"1, 1", "2, 1", "3, 0.5", "5, 8", "64, 2", "200, 4"})
  void ldpSgd_mean_isUnbiasedInsideOnAndBeyondTheClip(int dimension, double epsilon0) {
    LdpSgdSpec spec = new LdpSgdSpec(dimension, 0.5, epsilon0);
    // In turn inside the ball (kept in expectation), beyond it (clipped), and at its centre.
    float[][] gradients = new float[3][dimension];
    gradients[0][0] = 0.3f;
    gradients[1][dimension - 1] = -7;
    ReportAggregate aggregate = aggregate(spec, 21_000, gradients);

    double[] truth = new double[dimension];
    truth[0] += 0.1;
    truth[dimension - 1] -= 0.5 / 3;
    double[] mean = aggregate.mean();
    double[] errors = aggregate.standardErrors(21_000);
    for (int i = 0; i < dimension; i++) {
      Statistics.assertMean("coordinate " + i, mean[i], truth[i], errors[i]);
    }
  }

  @Test
  void ldpSgd_standardError_boundsTheSpread() {
    LdpSgdSpec spec = new LdpSgdSpec(20, 1, 1);
    double squares = 0;
    double bound = 0;
    for (int repetition = 0; repetition < 40; repetition++) {
      ReportAggregate aggregate = aggregate(spec, 100, repetition, new float[20]);
      for (double x : aggregate.mean(100)) {
        squares += x * x;
      }
      bound = aggregate.standardErrors(100)[0];
    }

    // 800 squares of relative deviation √2 each: within 5.33·√(2/800) of their expectation.
    assertThat(squares / 800 / (bound * bound)).isBetween(0.73, 1.27);
  }

  @Test
  void halfSphere_smallDimensions_hasItsKnownValues() {
    assertThat(SphereMean.halfSphere(1)).isCloseTo(1, within(1e-14));
    assertThat(SphereMean.halfSphere(2)).isCloseTo(2 / Math.PI, within(1e-14));
    assertThat(SphereMean.halfSphere(3)).isCloseTo(0.5, within(1e-14));
    assertThat(SphereMean.halfSphere(4)).isCloseTo(4 / (3 * Math.PI), within(1e-14));
  }

  @Test
  void halfSphere_whereTheSeriesStarts_continuesTheRecurrence() {
    for (int d = 62; d < 70; d++) {
      double ratio = SphereMean.halfSphere(d + 2) / SphereMean.halfSphere(d);
      assertThat(ratio).isCloseTo(d / (d + 1.0), within(1e-10));
    }
  }

  @ParameterizedTest
  @ValueSource(doubles = {0.25, 1, 8})
  void laplace_mean_isUnbiasedForValuesWithinAndBeyondTheBounds(double epsilon0) {
    LaplaceSpec spec = new LaplaceSpec(-2, 6, epsilon0);
    ReportAggregate aggregate =
        aggregate(spec, 60_000, new float[] {-100}, new float[] {1.5f}, new float[] {6});

    double truth = (-2 + 1.5 + 6) / 3;
    double error = aggregate.standardErrors(60_000)[0];
    Statistics.assertMean("mean", aggregate.mean(60_000)[0], truth, error);
    assertThat(error)
        .isCloseTo(
            8 * Math.sqrt(2) / epsilon0 / Math.sqrt(60_000),
            org.assertj.core.data.Percentage.withPercentage(1));
  }

  @Test
  void laplace_notFinite_isRefused() {
    LocalRandomizer randomizer = new LaplaceSpec(0, 1, 1).newRandomizer();
    for (float bad : new float[] {Float.NaN, Float.POSITIVE_INFINITY}) {
      assertThatThrownBy(() -> randomizer.randomize(new float[] {bad}, new RepeatedWord(1)))
          .hasMessage("value must be finite but is not");
    }
  }

  @Test
  void laplace_smallestEpsilon_fitsThirtyTwoBits() {
    LaplaceSpec spec = new LaplaceSpec(0, 1, RandomizerSpec.MIN_EPSILON0);

    assertThat(LaplaceRandomizer.overshoot(spec) + (long) LaplaceSpec.GRID_STEPS)
        .isLessThan(Integer.MAX_VALUE);
    assertThat(aggregate(spec, 1000, new float[] {1}).count()).isEqualTo(1000);
  }

  @ParameterizedTest
  @CsvSource({"2, 1", "4, 0.5", "10, 3", "100, 8"})
  void randomizedResponse_mean_isTheDebiasedHistogram(int categories, double epsilon0) {
    KAryResponseSpec spec = new KAryResponseSpec(categories, epsilon0);
    ReportAggregate aggregate =
        aggregate(spec, 90_000, new float[] {0}, new float[] {0}, new float[] {categories - 1});

    double[] mean = aggregate.mean(90_000);
    double[] errors = aggregate.standardErrors(90_000);
    double total = 0;
    for (int i = 0; i < categories; i++) {
      double truth = (i == 0 ? 2.0 / 3 : 0) + (i == categories - 1 ? 1.0 / 3 : 0);
      // The error's own estimate may be a little off: a tenth more room.
      Statistics.assertMean("category " + i, mean[i], truth, errors[i] * 1.1);
      total += mean[i];
    }
    assertThat(total).isCloseTo(1, within(1e-9));
  }

  @Test
  void randomizedResponse_everyDraw_isACategoryAndOwnComesFirst() {
    KAryResponseSpec spec = new KAryResponseSpec(3, 1);
    ReportAggregate aggregate = aggregate(spec, 3000, new float[] {1});

    assertThat(aggregate.sums()[1]).isGreaterThan(aggregate.sums()[0]);
    assertThat(aggregate.sums()[0]).isPositive();
    assertThat(aggregate.sums()[2]).isPositive();
  }

  @ParameterizedTest
  @ValueSource(floats = {-1, 3, 0.5f, Float.NaN, Float.POSITIVE_INFINITY})
  void randomizedResponse_notACategory_isRefusedWithoutNamingIt(float bad) {
    LocalRandomizer randomizer = new KAryResponseSpec(3, 1).newRandomizer();

    assertThatThrownBy(() -> randomizer.randomize(new float[] {bad}, new RepeatedWord(1)))
        .hasMessage("category must be an integer in [0, 2] but is not");
  }

  @Test
  void merge_everyKind_addsSumsAndCounts() {
    for (RandomizerSpec spec :
        new RandomizerSpec[] {
          new LdpSgdSpec(3, 1, 1), new LaplaceSpec(0, 1, 1), new KAryResponseSpec(3, 1)
        }) {
      float[] value = new float[spec.valueLength()];
      ReportAggregate one = aggregate(spec, 10, 1, value);
      ReportAggregate two = aggregate(spec, 20, 2, value);
      long[] expected = one.sums();
      for (int i = 0; i < expected.length; i++) {
        expected[i] += two.sums()[i];
      }
      one.merge(two);

      assertThat(one.sums()).containsExactly(expected);
      assertThat(one.count()).isEqualTo(30);
      assertThatThrownBy(() -> one.mean(0)).hasMessageContaining("expected count");
    }
  }

  private static ReportAggregate aggregate(RandomizerSpec spec, int reports, float[]... values) {
    return aggregate(spec, reports, 12, values);
  }

  private static ReportAggregate aggregate(
      RandomizerSpec spec, int reports, long seed, float[]... values) {
    LocalRandomizer randomizer = spec.newRandomizer();
    ReportAggregate aggregate = spec.newAggregate();
    InsecureSeededRandomness randomness = new InsecureSeededRandomness(seed);
    for (int i = 0; i < reports; i++) {
      byte[] report = randomizer.randomize(values[i % values.length], randomness.openStream());
      assertThat(aggregate.add(report)).isEmpty();
    }
    return aggregate;
  }
}
