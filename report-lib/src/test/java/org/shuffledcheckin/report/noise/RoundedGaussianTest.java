package org.shuffledcheckin.report.noise;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.PrimitiveIterator;
import java.util.random.RandomGenerator;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Statistical assertions fail by chance with {@link Statistics#FALSE_FAILURE} each. */
class RoundedGaussianTest {
  private static final long SEED = 20_260_101;
  private static final int CHUNK = 2000;

  @ParameterizedTest
  @CsvSource({"0.86, 4086", "0.01, 4096", "1, 3640", "2.65, 1594", "100, 46"})
  void draw_manyTimes_hasTheMomentsOfItsLaw(double multiplier, int steps) {
    double deviation = multiplier * steps;
    int draws = 2_000_000;
    double[] power = new double[5];
    forEachDraw(
        RoundedGaussian.of(multiplier, steps),
        draws,
        (i, x) -> {
          double z = x / deviation;
          for (int k = 1; k <= 4; k++) {
            power[k] += Math.pow(z, k) / draws;
          }
        });

    double rounding = 1 / (12 * deviation * deviation);
    Statistics.assertMean("mean", power[1], 0, Math.sqrt(1.0 / draws));
    Statistics.assertMean("variance", power[2], 1 + rounding, Math.sqrt(2.0 / draws));
    Statistics.assertMean("third moment", power[3], 0, Math.sqrt(15.0 / draws));
    Statistics.assertMean("fourth moment", power[4], 3 + 6 * rounding, Math.sqrt(96.0 / draws));
  }

  @Test
  void draw_manyTimes_fitsEveryCellOfASmallGrid() {
    double deviation = 16;
    int reach = 56;
    long[] counts = new long[2 * reach + 1];
    forEachDraw(
        RoundedGaussian.of(1, 16),
        10_000_000,
        (i, x) -> counts[Math.max(-reach, Math.min(reach, x)) + reach]++);

    double[] probabilities = new double[counts.length];
    for (int i = 0; i < counts.length; i++) {
      double low = i == 0 ? Double.NEGATIVE_INFINITY : (i - reach - 0.5) / deviation;
      double high =
          i == counts.length - 1 ? Double.POSITIVE_INFINITY : (i - reach + 0.5) / deviation;
      probabilities[i] = between(low, high);
    }
    Statistics.assertFits(counts, probabilities);
  }

  @Test
  void draw_manyTimes_fitsQuantilesAndIsUniformInItsLowBits() {
    RoundedGaussian gaussian = RoundedGaussian.of(0.86, 4086);
    double deviation = 0.86 * 4086;
    long[] quantiles = new long[80];
    long[] lowBits = new long[256];
    forEachDraw(
        gaussian,
        10_000_000,
        (i, x) -> {
          int cell = (int) Math.floor((x / deviation + 4) * 10);
          quantiles[Math.max(0, Math.min(79, cell))]++;
          lowBits[x & 255]++;
        });

    double[] probabilities = new double[80];
    for (int i = 0; i < 80; i++) {
      // A cell holds the integers in [low, low + deviation/10): its borders lie between integers.
      double low = Math.ceil((i - 40) * deviation / 10) - 0.5;
      double high = Math.ceil((i - 39) * deviation / 10) - 0.5;
      probabilities[i] =
          between(
              i == 0 ? Double.NEGATIVE_INFINITY : low / deviation,
              i == 79 ? Double.POSITIVE_INFINITY : high / deviation);
    }
    Statistics.assertFits(quantiles, probabilities);
    // At 3514 steps of deviation the low bits' law differs from uniform by less than e^-1000.
    double[] uniform = new double[256];
    Arrays.fill(uniform, 1.0 / 256);
    Statistics.assertFits(lowBits, uniform);
  }

  @Test
  void draw_hundredMillionTimes_hasTheRightTails() {
    double deviation = 0.86 * 4086;
    int draws = 100_000_000;
    long[] beyond = new long[7];
    forEachDraw(
        RoundedGaussian.of(0.86, 4086),
        draws,
        (i, x) -> {
          if (Math.abs(x) > 3 * deviation) {
            for (int k = 3; k <= 6 && Math.abs(x) > k * deviation; k++) {
              beyond[k]++;
            }
          }
        });

    for (int k = 3; k <= 6; k++) {
      double from = (Math.floor(k * deviation) + 0.5) / deviation;
      double expected = 2 * draws * Statistics.normalTail(from);
      Statistics.assertRare("beyond " + k + " deviations", beyond[k], expected);
    }
  }

  @Test
  void draw_everyCell_reachesEveryMagnitudeWithWeight() {
    RoundedGaussian gaussian = RoundedGaussian.of(0.86, 4086);
    boolean[] reached = new boolean[RoundedGaussian.LIMIT + 1];
    for (int cell = 0; cell <= RoundedGaussian.LIMIT; cell++) {
      reached[drawWord(gaussian, cell, 0, 0)] = true;
      reached[drawWord(gaussian, 0xffff0000 | cell, -1, -1)] = true;
    }

    var weights = gaussian.table().drawnWeights();
    for (int m = 0; m < reached.length; m++) {
      assertThat(reached[m]).as("magnitude %d", m).isEqualTo(weights[m].signum() > 0);
    }
  }

  @Test
  void draw_tie_isSettledByTheLowerThresholds() {
    RoundedGaussian gaussian = RoundedGaussian.of(0.86, 4086);
    AliasTable table = gaussian.table();
    int cell = 20_000;
    int entry = table.cells[cell];
    long middle = table.middleThresholds[cell];
    long low = table.lowThresholds[cell];
    int word = (entry & 0xffff0000) | cell;

    assertThat(drawWord(gaussian, word, middle - 1)).isEqualTo(cell);
    assertThat(drawWord(gaussian, word, middle + 1)).isEqualTo(entry & 0x7fff);
    assertThat(drawWord(gaussian, word | 0x8000, middle - 1)).isEqualTo(-cell);
    assertThat(drawWord(gaussian, word, middle, low - 1)).isEqualTo(cell);
    assertThat(drawWord(gaussian, word, middle, low)).isEqualTo(entry & 0x7fff);
  }

  @Test
  void draw_neighbouringCoordinatesAndReports_areIndependent() {
    RoundedGaussian gaussian = RoundedGaussian.of(0.86, 4086);
    InsecureSeededRandomness randomness = new InsecureSeededRandomness(SEED);
    int reports = 400;
    int[] before = new int[CHUNK];
    int[] now = new int[CHUNK];
    long[] coordinates = new long[16];
    long[] neighbours = new long[16];
    double product = 0;
    for (int r = 0; r < reports; r++) {
      gaussian.draw(randomness.openStream(), new byte[4 * CHUNK], now, CHUNK);
      for (int i = 0; i + 1 < CHUNK; i += 2) {
        coordinates[4 * quarter(now[i]) + quarter(now[i + 1])]++;
        if (r % 2 == 1) {
          neighbours[4 * quarter(now[i]) + quarter(before[i])]++;
          product += (double) now[i] * before[i];
        }
      }
      System.arraycopy(now, 0, before, 0, CHUNK);
    }

    double[] probabilities = new double[16];
    for (int i = 0; i < 16; i++) {
      probabilities[i] = quarterProbability(i / 4) * quarterProbability(i % 4);
    }
    Statistics.assertFits(coordinates, probabilities);
    Statistics.assertFits(neighbours, probabilities);
    double variance = Math.pow(0.86 * 4086, 2);
    double pairs = reports / 2.0 * CHUNK / 2;
    Statistics.assertMean("correlation", product / pairs / variance, 0, 1 / Math.sqrt(pairs));
  }

  @Test
  void draw_knownSeed_givesKnownNoise() {
    int[] noise = new int[8];
    RandomGenerator stream = InsecureSeededRandomness.expandPublicSeed(new byte[32]);
    RoundedGaussian.of(1, 4096).draw(stream, new byte[32], noise, 8);

    // Directions of LDP-SGD are rebuilt from seeds on other machines: these numbers are a contract.
    assertThat(noise).containsExactly(-5596, 1305, 1720, -1169, 3922, 1568, 3345, -1885);
  }

  @Test
  void draw_wrongScratch_isRefused() {
    RoundedGaussian gaussian = RoundedGaussian.of(1, 16);
    assertThatThrownBy(() -> gaussian.draw(new RepeatedWord(0), new byte[4], new int[2], 2))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("2 draws");
  }

  private static int drawWord(RoundedGaussian gaussian, int word, long... settling) {
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

  private static int quarter(int x) {
    int border = 2370;
    return x < -border ? 0 : x < 0 ? 1 : x < border ? 2 : 3;
  }

  private static double quarterProbability(int quarter) {
    double deviation = 0.86 * 4086;
    double[] borders = {Double.NEGATIVE_INFINITY, -2370.5, -0.5, 2369.5, Double.POSITIVE_INFINITY};
    return between(borders[quarter] / deviation, borders[quarter + 1] / deviation);
  }

  private static double between(double low, double high) {
    double above = low == Double.NEGATIVE_INFINITY ? 1 : Statistics.normalTail(low);
    return above - (high == Double.POSITIVE_INFINITY ? 0 : Statistics.normalTail(high));
  }

  private static void forEachDraw(RoundedGaussian gaussian, int draws, DrawReader reader) {
    RandomGenerator stream = new InsecureSeededRandomness(SEED).openStream();
    int[] noise = new int[CHUNK];
    byte[] bits = new byte[4 * CHUNK];
    for (int from = 0; from < draws; from += CHUNK) {
      gaussian.draw(stream, bits, noise, CHUNK);
      for (int i = 0; i < CHUNK; i++) {
        reader.read(from + i, noise[i]);
      }
    }
  }

  @FunctionalInterface
  private interface DrawReader {
    void read(int index, int value);
  }
}
