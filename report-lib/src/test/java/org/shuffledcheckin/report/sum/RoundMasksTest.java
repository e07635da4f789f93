package org.shuffledcheckin.report.sum;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.shuffledcheckin.report.noise.Statistics;

class RoundMasksTest {
  private static final HexFormat HEX = HexFormat.of();
  // A round id of 16 bytes and a model's hash of 32: the reference case mask_split.
  private static final byte[] CONTEXT = HEX.parseHex("11".repeat(16) + "22".repeat(32));
  private static final byte[] SEED =
      HEX.parseHex("000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f");
  private static final int[] REPORT = {
    0, 1, -1, 4096, -4096, Integer.MAX_VALUE, Integer.MIN_VALUE, 7
  };

  @Test
  void key_referenceCase_isItsKey() {
    assertThat(HEX.formatHex(new RoundMasks(CONTEXT).key(SEED)))
        .isEqualTo("27e48ad52c1750286cf7ebdc478080b51d4da4fb178773a5c8d2fb8598e8e432");
  }

  @Test
  void subtractFrom_referenceCase_givesItsShare() {
    byte[] words = bytes(REPORT);
    new RoundMasks(CONTEXT).subtractFrom(words, SEED);

    assertThat(ints(words))
        .containsExactly(
            0x8dda3166,
            0x2ed8daca,
            0xd32d544b,
            0x83001ca0,
            0x605cc4ce,
            0x6473c992,
            0x34413344,
            0x77924583);
  }

  @Test
  void addTo_zero_givesTheReferenceMask() {
    WordSum sum = new WordSum(8);
    new RoundMasks(CONTEXT).addTo(sum, SEED);

    assertThat(ints(sum.toBytes()))
        .containsExactly(
            0x7225ce9a,
            0xd1272537,
            0x2cd2abb4,
            0x7cfff360,
            0x9fa32b32,
            0x1b8c366d,
            0x4bbeccbc,
            0x886dba84);
  }

  @Test
  void key_seedOfAnotherLength_isRefused() {
    RoundMasks masks = new RoundMasks(CONTEXT);
    assertThatThrownBy(() -> masks.subtractFrom(new byte[8], new byte[31]))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("seed must have 32 bytes but has 31");
    assertThatThrownBy(() -> masks.subtractFrom(new byte[7], SEED))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("report must be of whole words but has 7 bytes");
  }

  @Test
  void subtractFrom_thenAddTo_givesTheReportsBackWhateverTheDimension() {
    SplittableRandom random = new SplittableRandom(12);
    RoundMasks masks = new RoundMasks(CONTEXT);
    for (int dimension : new int[] {1, 3, 2047, 2048, 2049, 5001}) {
      WordSum inTheClear = new WordSum(dimension);
      WordSum shares = new WordSum(dimension);
      for (int i = 0; i < 5; i++) {
        byte[] report = new byte[4 * dimension];
        random.nextBytes(report);
        byte[] seed = new byte[32];
        random.nextBytes(seed);
        inTheClear.add(report, 0);
        masks.subtractFrom(report, seed);
        shares.add(report, 0);
        masks.addTo(shares, seed);
      }
      assertThat(shares.toBytes()).isEqualTo(inTheClear.toBytes());
    }
  }

  /** What the aggregator sees, seeds and the sum of shares, depends on the reports' sum alone. */
  @Test
  void shares_ofReportsWithEqualSums_haveTheSameSumUnderTheSameSeeds() {
    int[][] some = {{1, -5, Integer.MAX_VALUE}, {7, 0, 1}, {-3, 9, 0}};
    int[][] others = {{5, 4, 0}, {0, 0, Integer.MIN_VALUE}, {0, 0, 0}};

    assertThat(sumOfShares(some)).isEqualTo(sumOfShares(others));
  }

  private static byte[] sumOfShares(int[][] reports) {
    SplittableRandom seeds = new SplittableRandom(8);
    RoundMasks masks = new RoundMasks(CONTEXT);
    WordSum sum = new WordSum(reports[0].length);
    for (int[] report : reports) {
      byte[] seed = new byte[32];
      seeds.nextBytes(seed);
      byte[] share = bytes(report);
      masks.subtractFrom(share, seed);
      sum.add(share, 0);
    }
    return sum.toBytes();
  }

  /** Each assertion fails by chance with {@link Statistics#FALSE_FAILURE}. */
  @ParameterizedTest
  @ValueSource(ints = {0, -1, 4096})
  void shares_ofOneConstantReport_areUniform(int word) {
    SplittableRandom seeds = new SplittableRandom(9 + word);
    RoundMasks masks = new RoundMasks(CONTEXT);
    long[] bytes = new long[256];
    long[] upperBits = new long[4096];
    long[] neighbours = new long[4096];
    long[] reports = new long[4096];
    int[] before = new int[1000];
    for (int r = 0; r < 400; r++) {
      int[] report = new int[1000];
      Arrays.fill(report, word);
      byte[] share = bytes(report);
      byte[] seed = new byte[32];
      seeds.nextBytes(seed);
      masks.subtractFrom(share, seed);
      for (byte b : share) {
        bytes[b & 255]++;
      }
      int[] now = ints(share);
      for (int i = 0; i < now.length; i++) {
        upperBits[now[i] >>> 20]++;
        // Pairs that share no word, and then the same places of two reports.
        neighbours[(now[i] >>> 26) << 6 | now[i ^ 1] >>> 26] += i & 1;
        reports[(now[i] & 63) << 6 | (before[i] & 63)] += r & 1;
      }
      before = now;
    }

    Statistics.assertFits(bytes, uniform(256));
    Statistics.assertFits(upperBits, uniform(4096));
    Statistics.assertFits(neighbours, uniform(4096));
    Statistics.assertFits(reports, uniform(4096));
  }

  @Test
  void addTo_anotherContextOrSeed_isAnotherMask() {
    byte[] otherContext = CONTEXT.clone();
    otherContext[47] ^= 1;
    byte[] otherSeed = SEED.clone();
    otherSeed[0] ^= 1;

    assertThat(List.of(mask(CONTEXT, SEED), mask(otherContext, SEED), mask(CONTEXT, otherSeed)))
        .doesNotHaveDuplicates();
    assertThat(mask(CONTEXT, SEED)).isEqualTo(mask(CONTEXT, SEED));
  }

  private static String mask(byte[] context, byte[] seed) {
    WordSum sum = new WordSum(2);
    new RoundMasks(context).addTo(sum, seed);
    return HEX.formatHex(sum.toBytes());
  }

  private static double[] uniform(int cells) {
    double[] uniform = new double[cells];
    Arrays.fill(uniform, 1.0 / cells);
    return uniform;
  }

  private static byte[] bytes(int... words) {
    ByteBuffer buffer = ByteBuffer.allocate(4 * words.length).order(ByteOrder.LITTLE_ENDIAN);
    Arrays.stream(words).forEach(buffer::putInt);
    return buffer.array();
  }

  private static int[] ints(byte[] bytes) {
    int[] words = new int[bytes.length / 4];
    ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).asIntBuffer().get(words);
    return words;
  }
}
