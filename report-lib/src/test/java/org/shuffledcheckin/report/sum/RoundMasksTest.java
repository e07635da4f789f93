package org.shuffledcheckin.report.sum;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;

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
