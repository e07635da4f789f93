package org.shuffledcheckin.report.randomizer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.shuffledcheckin.report.RejectionReason;
import org.shuffledcheckin.report.ReportFormat;
import org.shuffledcheckin.report.noise.InsecureSeededRandomness;
import org.shuffledcheckin.report.noise.RepeatedWord;
import org.shuffledcheckin.report.noise.Statistics;

class GaussianRandomizerTest {
  // All-zero bits draw zero noise: the report is the clipped gradient on the grid.
  private static final RandomGenerator NO_NOISE = new RepeatedWord(0);

  @ParameterizedTest
  @ValueSource(
      floats = {Float.MIN_VALUE, 1e-38f, 1e-3f, 0.0499f, 0.05f, 0.0501f, 1, 1e10f, 1e38f, 3.4e38f})
  void randomize_gradientOfAnySize_isNeverLongerThanTheClip(float size) {
    SplittableRandom random = new SplittableRandom(17);
    for (int dimension : new int[] {1, 2, 3, 100, 5000}) {
      GaussianSpec spec = GaussianSpec.withSuitableGrid(dimension, 0.05, 0.86);
      float[] oneHot = new float[dimension];
      oneHot[dimension - 1] = -size;
      float[] flat = new float[dimension];
      Arrays.fill(flat, size);
      float[] gaussian = new float[dimension];
      for (int i = 0; i < dimension; i++) {
        gaussian[i] = (float) (size * Math.tanh(random.nextGaussian()));
      }
      for (float[] gradient : new float[][] {oneHot, flat, gaussian}) {
        assertThat(squaredNorm(values(spec, gradient, NO_NOISE)))
            .isLessThanOrEqualTo((long) spec.gridSteps() * spec.gridSteps());
      }
    }
  }

  @Test
  void randomize_gradientAtTheClip_keepsItsDirectionAndAlmostItsLength() {
    GaussianSpec spec = GaussianSpec.withSuitableGrid(2, 0.05, 0.86);
    int[] values = values(spec, new float[] {-3, 4}, NO_NOISE);

    // 0.6 and 0.8 of 4085 are integers, which the hair below the clip takes down by one.
    assertThat(values).containsExactly(-2450, 3267);
  }

  @Test
  void randomize_gradientInsideTheClip_isRoundedTowardZeroAndNotScaled() {
    GaussianSpec spec = new GaussianSpec(3, 4, 0.5, 4096);
    int[] values = values(spec, new float[] {1, -1.00097f, 0.00097f}, NO_NOISE);

    assertThat(values).containsExactly(1023, -1024, 0);
  }

  @Test
  void randomize_zeroGradient_isPureNoise() {
    GaussianSpec spec = GaussianSpec.withSuitableGrid(10, 1, 1);

    assertThat(values(spec, new float[10], NO_NOISE)).containsOnly(0);
  }

  @ParameterizedTest
  @ValueSource(floats = {Float.NaN, Float.POSITIVE_INFINITY, Float.NEGATIVE_INFINITY})
  void randomize_gradientNotFinite_isRefusedAndWritesNothing(float bad) {
    GaussianSpec spec = GaussianSpec.withSuitableGrid(7, 1, 1);
    float[] gradient = new float[7];
    gradient[5] = bad;
    byte[] report = new byte[spec.reportBytes()];

    assertThatThrownBy(() -> spec.newRandomizer().randomize(gradient, NO_NOISE, report))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("coordinate 5 is");
    assertThat(report).containsOnly(0);
  }

  @Test
  void randomize_wrongLengths_areRefused() {
    LocalRandomizer randomizer = GaussianSpec.withSuitableGrid(7, 1, 1).newRandomizer();

    assertThatThrownBy(() -> randomizer.randomize(new float[6], NO_NOISE))
        .hasMessage("value must have length 7 but has 6");
    assertThatThrownBy(() -> randomizer.randomize(new float[7], NO_NOISE, new byte[21]))
        .hasMessage("report must have 22 bytes but has 21");
  }

  @Test
  void randomize_extremeNoise_saturates() {
    GaussianSpec spec = GaussianSpec.withSuitableGrid(2, 1, 0.86);
    int saturation = spec.grid().saturation();

    // The last cell with either sign, and the tie decided for the cell's own value.
    RandomGenerator extreme =
        new RandomGenerator() {
          @Override
          public long nextLong() {
            return 0;
          }

          @Override
          public void nextBytes(byte[] bytes) {
            ByteBuffer words = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
            words.putInt(0x00007fff).putInt(0x0000ffff);
          }
        };

    assertThat(values(spec, new float[] {-1, 1}, extreme)).containsExactly(saturation, -saturation);
  }

  @Test
  void randomize_twoReportsOfOneRecord_haveFreshNoise() {
    GaussianSpec spec = GaussianSpec.withSuitableGrid(1000, 1, 1);
    InsecureSeededRandomness randomness = new InsecureSeededRandomness(1);
    int[] one = values(spec, new float[1000], randomness.openStream());
    int[] two = values(spec, new float[1000], randomness.openStream());

    int equal = 0;
    for (int i = 0; i < 1000; i++) {
      equal += one[i] == two[i] ? 1 : 0;
    }
    // Chance: two draws agree with probability 7.8e-5; ten of a thousand do so once in 1e18.
    assertThat(equal).isLessThan(10);
  }

  @ParameterizedTest
  @ValueSource(doubles = {0.1, 0.86, 2.65, 30})
  void mean_ofManyReports_estimatesTheClippedMean(double noiseMultiplier) {
    GaussianSpec spec = GaussianSpec.withSuitableGrid(4, 0.5, noiseMultiplier);
    LocalRandomizer randomizer = spec.newRandomizer();
    ReportAggregate aggregate = spec.newAggregate();
    InsecureSeededRandomness randomness = new InsecureSeededRandomness(3);
    int reports = 50_000;
    for (int i = 0; i < reports; i++) {
      float[] gradient = i % 2 == 0 ? new float[] {0.3f, 0, -0.1f, 0} : new float[] {0, 5, 0, 0};
      byte[] report = randomizer.randomize(gradient, randomness.openStream());
      assertThat(aggregate.add(report)).isEmpty();
    }

    double[] mean = aggregate.mean(reports);
    double[] errors = aggregate.standardErrors(reports);
    double[] truth = {0.15, 0.25, -0.05, 0};
    double step = spec.clip() / spec.gridSteps();
    for (int i = 0; i < 4; i++) {
      // Rounding toward zero may take up to one step; the rest is noise.
      double nearest = Math.max(truth[i] - step, Math.min(truth[i] + step, mean[i]));
      Statistics.assertMean("coordinate " + i, mean[i], nearest, errors[i]);
      assertThat(errors[i])
          .isCloseTo(
              noiseMultiplier * 0.5 / Math.sqrt(reports),
              org.assertj.core.data.Percentage.withPercentage(1));
    }
    assertThat(aggregate.count()).isEqualTo(reports);
    assertThat(aggregate.mean(2.0 * reports)[0]).isEqualTo(mean[0] / 2);
  }

  @Test
  void add_honestReports_areNeverOverNorm() {
    for (int dimension : new int[] {1, 10, 26_010}) {
      GaussianSpec spec = GaussianSpec.withSuitableGrid(dimension, 0.05, 0.86);
      LocalRandomizer randomizer = spec.newRandomizer();
      ReportAggregate aggregate = spec.newAggregate();
      InsecureSeededRandomness randomness = new InsecureSeededRandomness(dimension);
      float[] gradient = new float[dimension];
      gradient[0] = 1;
      int reports = Math.max(200, 20_000 / dimension);
      for (int i = 0; i < reports; i++) {
        assertThat(aggregate.add(randomizer.randomize(gradient, randomness.openStream())))
            .isEmpty();
      }
    }
  }

  @Test
  void add_longerThanHonestNoise_isRefusedAndChangesNothing() {
    GaussianSpec spec = GaussianSpec.withSuitableGrid(1000, 1, 1);
    ReportAggregate aggregate = spec.newAggregate();
    double steps = spec.maxHonestNorm() * spec.gridSteps() / Math.sqrt(1000);

    assertThat(aggregate.add(constantReport(spec, (int) Math.ceil(steps))))
        .contains(RejectionReason.OVER_NORM);
    assertThat(aggregate.count()).isZero();
    assertThat(aggregate.sums()).containsOnly(0);
    assertThat(aggregate.add(constantReport(spec, (int) Math.floor(steps)))).isEmpty();
    // An honest norm concentrates near √d standard deviations; the bound is not far above it.
    assertThat(spec.maxHonestNorm()).isBetween(Math.sqrt(1000), 1.35 * Math.sqrt(1000));
  }

  @Test
  void add_beyondSaturation_isRefused() {
    GaussianSpec spec = GaussianSpec.withSuitableGrid(1, 1, 1);
    int saturation = spec.grid().saturation();
    for (int value :
        new int[] {saturation + 1, -saturation - 1, Short.MAX_VALUE, Short.MIN_VALUE}) {
      assertThat(spec.newAggregate().add(constantReport(spec, value)))
          .contains(RejectionReason.OUT_OF_RANGE);
    }
  }

  @Test
  void merge_anySplit_givesTheSameSums() {
    GaussianSpec spec = GaussianSpec.withSuitableGrid(50, 1, 1);
    LocalRandomizer randomizer = spec.newRandomizer();
    InsecureSeededRandomness randomness = new InsecureSeededRandomness(4);
    ReportAggregate all = spec.newAggregate();
    ReportAggregate odd = spec.newAggregate();
    ReportAggregate even = spec.newAggregate();
    for (int i = 0; i < 100; i++) {
      byte[] report = randomizer.randomize(new float[50], randomness.openStream());
      all.add(report);
      (i % 2 == 0 ? even : odd).add(report);
    }
    odd.merge(even);

    assertThat(odd.sums()).containsExactly(all.sums());
    assertThat(odd.count()).isEqualTo(100);
    assertThatThrownBy(() -> odd.merge(GaussianSpec.withSuitableGrid(50, 2, 1).newAggregate()))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void suitableSteps_anyNoise_leavesSevenDeviationsOfRoom() {
    for (double sigma = 0.01; sigma <= 256; sigma *= 1.1) {
      GaussianGrid grid = new GaussianGrid(sigma, GaussianGrid.suitableSteps(sigma));

      assertThat((grid.saturation() - grid.gridSteps()) / grid.deviationInSteps())
          .isGreaterThanOrEqualTo(7);
      assertThat(grid.deviationInSteps()).isGreaterThan(8);
    }
    assertThat(GaussianGrid.suitableSteps(0.5)).isEqualTo(4096);
    assertThat(GaussianGrid.suitableSteps(0.86)).isEqualTo(4085);
  }

  private static byte[] constantReport(GaussianSpec spec, int value) {
    byte[] report = new byte[spec.reportBytes()];
    spec.format().writeHeader(report);
    ByteBuffer payload = ByteBuffer.wrap(report).order(ByteOrder.LITTLE_ENDIAN);
    payload.position(ReportFormat.HEADER_BYTES);
    while (payload.hasRemaining()) {
      payload.putShort((short) value);
    }
    return report;
  }

  private static int[] values(GaussianSpec spec, float[] gradient, RandomGenerator stream) {
    byte[] report = spec.newRandomizer().randomize(gradient, stream);
    ByteBuffer payload = spec.format().payload(ByteBuffer.wrap(report));
    int[] values = new int[spec.dimension()];
    for (int i = 0; i < values.length; i++) {
      values[i] = payload.getShort(2 * i);
    }
    return values;
  }

  private static long squaredNorm(int[] values) {
    return Arrays.stream(values).mapToLong(v -> (long) v * v).sum();
  }
}
