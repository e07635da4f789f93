package org.shuffledcheckin.report.randomizer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.shuffledcheckin.report.RejectionReason;
import org.shuffledcheckin.report.noise.InsecureSeededRandomness;
import org.shuffledcheckin.report.noise.RepeatedWord;
import org.shuffledcheckin.report.noise.Statistics;
import org.shuffledcheckin.report.sum.RoundMasks;
import org.shuffledcheckin.report.sum.WordSum;

class GaussianSumRandomizerTest {
  // All-zero bits draw zero noise: the report is the clipped gradient on the grid.
  private static final RandomGenerator NO_NOISE = new RepeatedWord(0);

  @ParameterizedTest
  @ValueSource(
      floats = {Float.MIN_VALUE, 1e-38f, 1e-3f, 0.0499f, 0.05f, 0.0501f, 1, 1e10f, 1e38f, 3.4e38f})
  void randomize_gradientOfAnySize_isNeverLongerThanTheClip(float size) {
    SplittableRandom random = new SplittableRandom(17);
    for (int dimension : new int[] {1, 2, 3, 100, 5000}) {
      GaussianSumSpec spec = new GaussianSumSpec(dimension, 0.05, 16, 4096);
      float[] oneHot = new float[dimension];
      oneHot[dimension - 1] = -size;
      float[] flat = new float[dimension];
      Arrays.fill(flat, size);
      float[] gaussian = new float[dimension];
      for (int i = 0; i < dimension; i++) {
        gaussian[i] = (float) (size * Math.tanh(random.nextGaussian()));
      }
      for (float[] gradient : new float[][] {oneHot, flat, gaussian}) {
        assertThat(squaredNorm(values(spec, gradient, NO_NOISE))).isLessThanOrEqualTo(4096L * 4096);
      }
    }
  }

  @Test
  void randomize_manyGradientsAtTheBound_areNeverLongerThanTheClip() {
    SplittableRandom random = new SplittableRandom(18);
    for (int i = 0; i < 20_000; i++) {
      // Few coordinates, and integers on the grid where the norm is one clip exactly.
      GaussianSumSpec spec = new GaussianSumSpec(4, 1 + random.nextDouble(), 4, 16 + i % 4000);
      float[] gradient = new float[4];
      for (int j = 0; j < 4; j++) {
        gradient[j] = (float) (random.nextInt(-50, 51) * spec.clip());
      }
      assertThat(squaredNorm(values(spec, gradient, NO_NOISE)))
          .isLessThanOrEqualTo((long) spec.gridSteps() * spec.gridSteps());
    }
  }

  @Test
  void randomize_gradientInsideTheClip_isRoundedTowardZeroAndNotScaled() {
    GaussianSumSpec spec = new GaussianSumSpec(3, 4, 16, 4096);

    assertThat(values(spec, new float[] {1, -1.00097f, 0.00097f}, NO_NOISE))
        .containsExactly(1023, -1024, 0);
    assertThat(values(spec, new float[3], NO_NOISE)).containsOnly(0);
  }

  @ParameterizedTest
  @ValueSource(floats = {Float.NaN, Float.POSITIVE_INFINITY, Float.NEGATIVE_INFINITY})
  void randomize_gradientNotFinite_isRefusedAndWritesNothing(float bad) {
    GaussianSumSpec spec = new GaussianSumSpec(7, 1, 16, 4096);
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
    LocalRandomizer randomizer = new GaussianSumSpec(7, 1, 16, 4096).newRandomizer();

    assertThatThrownBy(() -> randomizer.randomize(new float[8], NO_NOISE))
        .hasMessage("value must have length 7 but has 8");
    for (int length : new int[] {0, 27, 29, 36}) {
      assertThatThrownBy(() -> randomizer.randomize(new float[7], NO_NOISE, new byte[length]))
          .hasMessage("report must have 28 bytes but has " + length);
    }
  }

  /** Fails by chance with {@link Statistics#FALSE_FAILURE} in each coordinate. */
  @ParameterizedTest
  @CsvSource({"4, 4096", "276.0704, 4096", "2048, 1024"})
  void mean_ofManyReportsInShares_estimatesTheClippedMean(double noiseSteps, int gridSteps) {
    GaussianSumSpec spec = new GaussianSumSpec(4, 0.5, noiseSteps, gridSteps);
    LocalRandomizer randomizer = spec.newRandomizer();
    RoundMasks masks = new RoundMasks(new byte[48]);
    InsecureSeededRandomness randomness = new InsecureSeededRandomness(3);
    WordSum total = new WordSum(4);
    ReportAggregate inTheClear = spec.newAggregate();
    int reports = 20_000;
    byte[] seed = new byte[RoundMasks.SEED_BYTES];
    for (int i = 0; i < reports; i++) {
      float[] gradient = i % 2 == 0 ? new float[] {0.3f, 0, -0.1f, 0} : new float[] {0, 5, 0, 0};
      RandomGenerator stream = randomness.openStream();
      byte[] report = randomizer.randomize(gradient, stream);
      assertThat(inTheClear.add(report)).isEmpty();
      stream.nextBytes(seed);
      masks.subtractFrom(report, seed);
      total.add(report, 0);
      masks.addTo(total, seed);
    }
    GaussianSumAggregate aggregate = GaussianSumAggregate.of(spec, total, reports);

    assertThat(aggregate.sums()).isEqualTo(inTheClear.sums());
    assertThat(aggregate.count()).isEqualTo(reports).isEqualTo(inTheClear.count());
    assertThat(aggregate.isTooLong()).isFalse();
    double[] mean = aggregate.mean();
    double[] errors = aggregate.standardErrors(reports);
    double[] truth = {0.15, 0.25, -0.05, 0};
    double step = spec.clip() / spec.gridSteps();
    for (int i = 0; i < 4; i++) {
      // Rounding toward zero may take up to one step; the rest is noise.
      double nearest = Math.max(truth[i] - step, Math.min(truth[i] + step, mean[i]));
      Statistics.assertMean("coordinate " + i, mean[i], nearest, errors[i]);
      assertThat(errors[i]).isEqualTo(spec.noiseMultiplier() * 0.5 / Math.sqrt(reports), within());
    }
    assertThat(aggregate.mean(2.0 * reports)[0]).isEqualTo(mean[0] / 2);
  }

  @Test
  void aggregate_negativeSum_isReadAsSigned() {
    GaussianSumSpec spec = new GaussianSumSpec(2, 3, 16, 16);
    WordSum total = new WordSum(2);
    total.add(new byte[] {-16, -1, -1, -1, 32, 0, 0, 0}, 0);

    assertThat(GaussianSumAggregate.of(spec, total, 4).mean(4)).containsExactly(-0.75, 1.5);
  }

  /** Four clips in all are the longest that four reports can stand for. */
  @Test
  void mean_longerThanOneClipForEachReport_isShortenedToThat() {
    GaussianSumSpec spec = new GaussianSumSpec(2, 3, 16, 16);
    WordSum total = new WordSum(2);
    total.add(new byte[] {96, 0, 0, 0, -128, -1, -1, -1}, 0);
    assertThat(GaussianSumAggregate.of(spec, total, 4).mean(4))
        .containsExactly(
            new double[] {3 * 0.6, -3 * 0.8}, org.assertj.core.api.Assertions.within(1e-12));
    assertThat(GaussianSumAggregate.of(spec, total, 4).mean(8))
        .containsExactly(
            new double[] {1.5 * 0.6, -1.5 * 0.8}, org.assertj.core.api.Assertions.within(1e-12));
  }

  @Test
  void aggregate_ofAnotherDimensionOrCount_isRefused() {
    GaussianSumSpec spec = new GaussianSumSpec(2, 3, 16, 4096);

    assertThatThrownBy(() -> GaussianSumAggregate.of(spec, new WordSum(3), 4))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("dimension must be in [2, 2] but is 3");
    assertThatThrownBy(() -> GaussianSumAggregate.of(spec, new WordSum(2), 0))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("reports must be at least 1 but is 0");
    assertThatThrownBy(() -> GaussianSumAggregate.of(spec, new WordSum(2), 1 << 20))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("few enough for sums of 32 bits");
  }

  @Test
  void isTooLong_honestSums_areNot() {
    for (int dimension : new int[] {1, 10, 5000}) {
      GaussianSumSpec spec = new GaussianSumSpec(dimension, 1, 64, 64);
      LocalRandomizer randomizer = spec.newRandomizer();
      InsecureSeededRandomness randomness = new InsecureSeededRandomness(dimension);
      float[] gradient = new float[dimension];
      gradient[0] = 1;
      GaussianSumAggregate sum = spec.newAggregate();
      for (int i = 0; i < 200; i++) {
        assertThat(sum.add(randomizer.randomize(gradient, randomness.openStream()))).isEmpty();
        assertThat(sum.isTooLong()).isFalse();
      }
    }
  }

  @Test
  void isTooLong_oneReportOfAnything_isSeenWhereItIsLongerThanAllOthersCanBe() {
    int dimension = 1000;
    GaussianSumSpec spec = new GaussianSumSpec(dimension, 1, 276, 4096);
    long reports = 100;
    double longest = HonestNorm.ofSum(spec, reports);
    // All at the clip in one direction, and a little more than the noise of so many.
    double expected = 100 * 4096 + 276 * Math.sqrt(reports * (double) dimension);
    assertThat(longest).isBetween(expected, 1.1 * expected);

    assertThat(isTooLong(spec, reports, (int) Math.floor(longest))).isFalse();
    assertThat(isTooLong(spec, reports, (int) Math.ceil(longest) + 1)).isTrue();
    assertThat(isTooLong(spec, reports, Integer.MIN_VALUE)).isTrue();
  }

  @Test
  void add_longerThanHonestNoise_isRefusedAndChangesNothing() {
    GaussianSumSpec spec = new GaussianSumSpec(2, 1, 16, 4096);
    GaussianSumAggregate sum = spec.newAggregate();

    assertThat(sum.add(words(5000, 0))).contains(RejectionReason.OVER_NORM);
    assertThat(sum.add(words(Integer.MIN_VALUE, Integer.MIN_VALUE)))
        .contains(RejectionReason.OVER_NORM);
    assertThat(sum.add(new byte[7])).contains(RejectionReason.WRONG_LENGTH);
    assertThat(sum.add(new byte[16])).contains(RejectionReason.WRONG_LENGTH);
    assertThat(sum.count()).isZero();
    assertThat(sum.sums()).containsOnly(0);
    assertThat(sum.add(words(4096, -16))).isEmpty();
    assertThat(sum.sums()).containsExactly(4096, -16);
  }

  @Test
  void cannotWrap_largestBatch_leavesRoomForItsNoise() {
    GaussianSumSpec demo = new GaussianSumSpec(26_010, 0.3, 276, 4096);
    assertThat(demo.cannotWrap(1)).isTrue();
    assertThat(demo.cannotWrap(500_000)).isTrue();
    // 2^19 clips of 4096 steps are 2^31.
    assertThat(demo.cannotWrap(1 << 19)).isFalse();
    assertThat(demo.cannotWrap(1 << 20)).isFalse();
    assertThat(demo.cannotWrap(Long.MAX_VALUE)).isFalse();

    // The last batch that is let through keeps some eleven deviations of room.
    GaussianSumSpec wide = new GaussianSumSpec(1_000_000, 1, 2048, 16);
    long most = 0;
    for (long step = 1L << 40; step > 0; step /= 2) {
      most = wide.cannotWrap(most + step) ? most + step : most;
    }
    double room = (0x1p31 - 1 - 16.0 * most) / (2048 * Math.sqrt((double) most));
    assertThat(2e6 * Math.exp(-room * room / 2)).isEqualTo(0x1p-82, Offset.offset(0x1p-88));
  }

  @Test
  void guarantee_oneReport_isThatOfALittleLessNoise() {
    double noise = new GaussianSumSpec(3, 1, 276, 4096).guarantee().noiseMultiplier();

    assertThat(noise)
        .isLessThan(Math.sqrt(276.0 * 276 - 6.25) / 4096)
        .isGreaterThan(0.9999 * 276 / 4096);
  }

  @ParameterizedTest
  @CsvSource({"0.0674, 4096", "0.5, 4096", "0.86, 2381", "2, 1024", "128, 16"})
  void withSuitableGrid_noise_isTheFinestGridThatTheTableTakes(double multiplier, int gridSteps) {
    GaussianSumSpec spec = GaussianSumSpec.withSuitableGrid(3, 1, multiplier);

    assertThat(spec.gridSteps()).isEqualTo(gridSteps);
    assertThat(spec.noiseMultiplier()).isEqualTo(multiplier, Offset.offset(1e-15 * multiplier));
    assertThat(RandomizerSpec.parse(spec.canonicalText())).isEqualTo(spec);
  }

  private static boolean isTooLong(GaussianSumSpec spec, long reports, int word) {
    WordSum total = new WordSum(spec.dimension());
    int[] words = new int[spec.dimension()];
    words[spec.dimension() / 2] = word;
    total.add(words(words), 0);
    return GaussianSumAggregate.of(spec, total, reports).isTooLong();
  }

  private static byte[] words(int... words) {
    ByteBuffer buffer = ByteBuffer.allocate(4 * words.length).order(ByteOrder.LITTLE_ENDIAN);
    Arrays.stream(words).forEach(buffer::putInt);
    return buffer.array();
  }

  private static int[] values(GaussianSumSpec spec, float[] gradient, RandomGenerator stream) {
    byte[] report = spec.newRandomizer().randomize(gradient, stream);
    int[] values = new int[spec.dimension()];
    ByteBuffer.wrap(report).order(ByteOrder.LITTLE_ENDIAN).asIntBuffer().get(values);
    return values;
  }

  private static long squaredNorm(int[] values) {
    return Arrays.stream(values).mapToLong(v -> (long) v * v).sum();
  }

  private static Offset<Double> within() {
    return Offset.offset(1e-15);
  }
}
