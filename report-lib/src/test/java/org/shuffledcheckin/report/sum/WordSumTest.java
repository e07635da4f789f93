package org.shuffledcheckin.report.sum;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class WordSumTest {
  private static final System.Logger LOG = System.getLogger(WordSumTest.class.getName());

  @Test
  void add_anyDimensionAndOffset_isTheSumModulo32Bits() {
    long seed = System.nanoTime();
    LOG.log(System.Logger.Level.INFO, "sums of seed {0}", Long.toString(seed));
    SplittableRandom random = new SplittableRandom(seed);
    for (int dimension : new int[] {1, 2, 3, 7, 2047, 2048, 2049, 4096, 5001}) {
      WordSum sum = new WordSum(dimension);
      BigInteger[] expected = new BigInteger[dimension];
      Arrays.fill(expected, BigInteger.ZERO);
      for (int vector = 0; vector < 20; vector++) {
        int offset = random.nextInt(9);
        byte[] source = new byte[offset + 4 * dimension + random.nextInt(9)];
        random.nextBytes(source);
        ByteBuffer words = ByteBuffer.wrap(source).order(ByteOrder.LITTLE_ENDIAN);
        for (int i = 0; i < dimension; i++) {
          expected[i] = expected[i].add(BigInteger.valueOf(words.getInt(offset + 4 * i)));
        }
        sum.add(source, offset);
      }
      long[] signed = sum.signed();
      for (int i = 0; i < dimension; i++) {
        assertThat(signed[i]).as("seed %d", seed).isEqualTo(expected[i].intValue());
      }
    }
  }

  @Test
  void add_beyondTheLargestWord_wrapsAround() {
    WordSum sum = new WordSum(2);
    byte[] largest = {-1, -1, -1, 0x7f, 0, 0, 0, -128};
    sum.add(largest, 0);
    sum.add(largest, 0);

    assertThat(sum.signed()).containsExactly(-2, 0);
  }

  @Test
  void add_ownBytes_doublesTheSum() {
    WordSum sum = new WordSum(3);
    sum.add(ByteBuffer.wrap(new byte[] {1, 0, 0, 0, -1, -1, -1, -1, 0, 1, 0, 0}));
    WordSum other = new WordSum(3);
    other.add(ByteBuffer.wrap(sum.toBytes()));
    other.add(sum);

    assertThat(other.signed()).containsExactly(2, -2, 512);
  }

  @Test
  void add_directAndBigEndianBuffers_areReadAlikeAndStayWhereTheyAre() {
    ByteBuffer direct = ByteBuffer.allocateDirect(9).put(new byte[] {9, 1, 0, 0, 0, 2, 0, 0, 0});
    direct.position(1);
    WordSum sum = new WordSum(2);
    sum.add(direct);

    assertThat(sum.signed()).containsExactly(1, 2);
    assertThat(direct.position()).isEqualTo(1);
  }

  @Test
  void add_anotherLength_isRefusedAndAddsNothing() {
    WordSum sum = new WordSum(2);
    for (int length = 0; length < 20; length++) {
      byte[] source = new byte[length];
      Arrays.fill(source, (byte) 1);
      if (length != 8) {
        assertThatThrownBy(() -> sum.add(ByteBuffer.wrap(source)))
            .isInstanceOf(IllegalArgumentException.class)
            .hasMessage("vector must have 8 bytes but has " + source.length);
      }
      if (length < 8) {
        assertThatThrownBy(() -> sum.add(source, 0)).isInstanceOf(IndexOutOfBoundsException.class);
      }
    }
    assertThatThrownBy(() -> sum.add(new byte[8], 1)).isInstanceOf(IndexOutOfBoundsException.class);
    assertThatThrownBy(() -> sum.add(new byte[8], -1))
        .isInstanceOf(IndexOutOfBoundsException.class);
    assertThatThrownBy(() -> sum.add(new WordSum(3)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("sum must have dimension 2 but has 3");
    assertThatThrownBy(() -> new WordSum(0)).hasMessageContaining("at least 1 but is 0");
    assertThat(sum.signed()).containsExactly(0, 0);
  }
}
