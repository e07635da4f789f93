package org.shuffledcheckin.report.noise;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.PrimitiveIterator;
import java.util.function.IntConsumer;
import java.util.random.RandomGenerator;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Statistical assertions fail by chance with {@link Statistics#FALSE_FAILURE} each. */
class DiscreteGaussianTest {
  private static final long SEED = 20_260_107;
  private static final int CHUNK = 2000;

  @ParameterizedTest
  @ValueSource(doubles = {4, 5.5, 16, 64, 276.0704})
  void draw_manyTimes_fitsEveryIntegerOfItsLaw(double s) {
    int reach = (int) (3.4 * s);
    long[] counts = new long[2 * reach + 1];
    forEachDraw(s, 5_000_000, x -> counts[Math.max(-reach, Math.min(reach, x)) + reach]++);

    Statistics.assertFits(counts, law(s, reach));
  }

  @ParameterizedTest
  @ValueSource(doubles = {4, 205, 819, 2048})
  void draw_manyTimes_hasTheMomentsOfItsLaw(double s) {
    int draws = 2_000_000;
    double[] power = new double[5];
    forEachDraw(
        s,
        draws,
        x -> {
          for (int k = 1; k <= 4; k++) {
            power[k] += Math.pow(x / s, k) / draws;
          }
        });

    // For s of 4 and more the moments are those of the continuous law to 130 digits.
    Statistics.assertMean("mean", power[1], 0, Math.sqrt(1.0 / draws));
    Statistics.assertMean("variance", power[2], 1, Math.sqrt(2.0 / draws));
    Statistics.assertMean("third moment", power[3], 0, Math.sqrt(15.0 / draws));
    Statistics.assertMean("fourth moment", power[4], 3, Math.sqrt(96.0 / draws));
  }

  @Test
  void draw_thirtyMillionTimes_hasTheRightTails() {
    double s = 276;
    int draws = 30_000_000;
    long[] beyond = new long[6];
    forEachDraw(
        s,
        draws,
        x -> {
          for (int k = 3; k <= 5 && Math.abs(x) > k * s; k++) {
            beyond[k]++;
          }
        });

    for (int k = 3; k <= 5; k++) {
      double expected = 0;
      for (int z = (int) (k * s) + 1; z <= 12 * s; z++) {
        expected += 2 * draws * probability(z, s);
      }
      Statistics.assertRare("beyond " + k + " deviations", beyond[k], expected);
    }
  }

  @ParameterizedTest
  @CsvSource({"4, 2", "4, 7", "16, 3"})
  void draw_summedOverReports_fitsTheLawOfTheSum(double s, int reports) {
    double deviation = s * Math.sqrt(reports);
    int reach = (int) (3.4 * deviation);
    long[] counts = new long[2 * reach + 1];
    InsecureSeededRandomness randomness = new InsecureSeededRandomness(SEED);
    for (int round = 0; round < 1_000; round++) {
      int[] sum = new int[CHUNK];
      int[] noise = new int[CHUNK];
      for (int report = 0; report < reports; report++) {
        DiscreteGaussian.of(s).draw(randomness.openStream(), new byte[4 * CHUNK], noise, CHUNK);
        Arrays.setAll(sum, i -> sum[i] + noise[i]);
      }
      for (int x : sum) {
        counts[Math.max(-reach, Math.min(reach, x)) + reach]++;
      }
    }

    Statistics.assertFits(counts, law(deviation, reach));
  }

  @Test
  void draw_neighbouringCoordinatesAndReports_areIndependent() {
    double s = 16;
    InsecureSeededRandomness randomness = new InsecureSeededRandomness(SEED);
    int[] before = new int[CHUNK];
    int[] now = new int[CHUNK];
    long[] coordinates = new long[16];
    long[] reports = new long[16];
    for (int r = 0; r < 1000; r++) {
      DiscreteGaussian.of(s).draw(randomness.openStream(), new byte[4 * CHUNK], now, CHUNK);
      for (int i = 0; i + 1 < CHUNK; i += 2) {
        coordinates[4 * quarter(now[i]) + quarter(now[i + 1])]++;
        reports[4 * quarter(now[i]) + quarter(before[i])] += r % 2;
      }
      System.arraycopy(now, 0, before, 0, CHUNK);
    }

    double[] quarters = new double[4];
    for (int z = -200; z <= 200; z++) {
      quarters[quarter(z)] += probability(z, s);
    }
    double[] pairs = new double[16];
    Arrays.setAll(pairs, i -> quarters[i / 4] * quarters[i % 4]);
    Statistics.assertFits(coordinates, pairs);
    Statistics.assertFits(reports, pairs);
  }

  @ParameterizedTest
  @ValueSource(doubles = {4, 276, 2048})
  void draw_tie_isSettledByTheLowerThresholds(double s) {
    DiscreteGaussian gaussian = DiscreteGaussian.of(s);
    AliasTable table = gaussian.table();
    // Six deviations out, where a cell holds a little of its own and much of another.
    int cell = (int) (6 * s);
    int entry = table.cells[cell];
    int alias = entry & 0x7fff;
    long middle = table.middleThresholds[cell];
    long low = table.lowThresholds[cell];
    int word = (entry & 0xffff0000) | cell;

    assertThat(drawWord(gaussian, word, middle - 1)).isEqualTo(cell);
    assertThat(drawWord(gaussian, word, middle + 1)).isEqualTo(alias);
    assertThat(drawWord(gaussian, word | 0x8000, middle - 1)).isEqualTo(-cell);
    assertThat(drawWord(gaussian, word | 0x8000, middle + 1)).isEqualTo(-alias);
    assertThat(drawWord(gaussian, word, middle, low - 1)).isEqualTo(cell);
    assertThat(drawWord(gaussian, word, middle, low)).isEqualTo(alias);
  }

  @ParameterizedTest
  @ValueSource(doubles = {4, 16, 276})
  void draw_everyWordOfEveryCell_staysWithinSixteenDeviations(double s) {
    DiscreteGaussian gaussian = DiscreteGaussian.of(s);
    for (int cell = 0; cell <= DiscreteGaussian.LIMIT; cell++) {
      for (int upper : new int[] {0, 0xffff0000}) {
        assertThat(drawWord(gaussian, upper | cell, -1, -1)).isBetween(0, (int) (16 * s));
      }
    }
  }

  @Test
  void draw_wrongScratch_isRefused() {
    DiscreteGaussian gaussian = DiscreteGaussian.of(16);
    assertThatThrownBy(() -> gaussian.draw(new RepeatedWord(0), new byte[4], new int[2], 2))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("2 draws");
  }

  /** Pr(Z = z) in doubles; the weights sum to s√2π to 130 digits. */
  private static double probability(int z, double s) {
    return Math.exp(-z * (double) z / (2 * s * s)) / (s * Math.sqrt(2 * Math.PI));
  }

  /** The law from -reach to reach, the tails in the last cells. */
  private static double[] law(double s, int reach) {
    double[] law = new double[2 * reach + 1];
    for (int z = (int) (-12 * s); z <= 12 * s; z++) {
      law[Math.max(-reach, Math.min(reach, z)) + reach] += probability(z, s);
    }
    return law;
  }

  private static int quarter(int x) {
    return x < -10 ? 0 : x < 0 ? 1 : x < 10 ? 2 : 3;
  }

  private static int drawWord(DiscreteGaussian gaussian, int word, long... settling) {
    int[] noise = new int[1];
    PrimitiveIterator.OfLong longs = LongStream.of(settling).iterator();
    RandomGenerator stream =
        new RandomGenerator() {
          @Override
          public long nextLong() {
            return longs.nextLong();
          }

          @Override
          public void nextBytes(byte[] bytes) {
            ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).putInt(word);
          }
        };
    gaussian.draw(stream, new byte[4], noise, 1);
    return noise[0];
  }

  private static void forEachDraw(double s, int draws, IntConsumer reader) {
    RandomGenerator stream = new InsecureSeededRandomness(SEED).openStream();
    DiscreteGaussian gaussian = DiscreteGaussian.of(s);
    int[] noise = new int[CHUNK];
    byte[] bits = new byte[4 * CHUNK];
    for (int from = 0; from < draws; from += CHUNK) {
      gaussian.draw(stream, bits, noise, CHUNK);
      for (int x : noise) {
        reader.accept(x);
      }
    }
  }
}
