package org.shuffledcheckin.report.noise;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.Set;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;

class ReportRandomnessTest {
  @Test
  void aesCtrStream_zeroKey_givesThePublishedCiphertext() {
    byte[] bytes = new byte[16];
    new AesCtrStream(new byte[32]).nextBytes(bytes);

    // AES-256 of the zero block under the zero key, as in the AESAVS vectors.
    assertThat(HexFormat.of().formatHex(bytes)).isEqualTo("dc95c078a2408989ad48a21492842087");
  }

  @Test
  void aesCtrStream_wordsAndBytesMixed_neverRepeatsTheKeyStream() {
    AesCtrStream stream = new AesCtrStream(new byte[32]);
    Set<Long> words = new HashSet<>();
    int drawn = 0;
    for (int round = 0; round < 200; round++) {
      for (int i = 0; i < round % 40; i++, drawn++) {
        words.add(stream.nextLong());
      }
      byte[] bytes = new byte[8 * (round % 7) * 331];
      stream.nextBytes(bytes);
      java.nio.LongBuffer longs = java.nio.ByteBuffer.wrap(bytes).asLongBuffer();
      for (; longs.hasRemaining(); drawn++) {
        words.add(longs.get());
      }
    }

    assertThat(words).hasSize(drawn);
  }

  @Test
  void aesCtrStream_shortKey_isRefused() {
    assertThatThrownBy(() -> new AesCtrStream(new byte[16]))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("32 bytes but has 16");
  }

  @Test
  void openStream_secure_isFreshEveryTime() {
    ReportRandomness randomness = new SecureReportRandomness();
    Set<Long> first = new HashSet<>();
    for (int i = 0; i < 1000; i++) {
      first.add(randomness.openStream().nextLong());
    }

    assertThat(first).hasSize(1000);
  }

  @Test
  void openStream_sameSeed_repeatsAndDiffersPerReport() {
    InsecureSeededRandomness one = new InsecureSeededRandomness(7);
    InsecureSeededRandomness other = new InsecureSeededRandomness(7);
    long[] ones = one.openStream().longs(5).toArray();

    assertThat(other.openStream().longs(5).toArray()).containsExactly(ones);
    assertThat(other.openStream().longs(5).toArray()).doesNotContain(ones);
    assertThat(new InsecureSeededRandomness(8).openStream().nextLong()).isNotEqualTo(ones[0]);
  }

  @Test
  void child_openedInAnyOrder_drawsTheSame() {
    InsecureSeededRandomness root = new InsecureSeededRandomness(7);
    long first = root.child(3).child(9).openStream().nextLong();
    root.openStream();
    root.child(9).child(3).openStream();

    assertThat(root.child(3).child(9).openStream().nextLong()).isEqualTo(first);
    assertThat(root.child(9).child(3).openStream().nextLong()).isNotEqualTo(first);
    assertThat(root.child(3).openStream().nextLong()).isNotEqualTo(first);
  }

  @Test
  void openStream_bits_areBalancedAndUncorrelatedAcrossReports() {
    InsecureSeededRandomness randomness = new InsecureSeededRandomness(11);
    int reports = 20_000;
    long ones = 0;
    long agreements = 0;
    long previous = 0;
    for (int i = 0; i < reports; i++) {
      RandomGenerator stream = randomness.openStream();
      long word = stream.nextLong();
      ones += Long.bitCount(word);
      agreements += Long.bitCount(word ^ previous);
      previous = word;
    }

    double bits = 64.0 * reports;
    Statistics.assertMean("ones", ones / bits, 0.5, 0.5 / Math.sqrt(bits));
    Statistics.assertMean("agreement", agreements / bits, 0.5, 0.5 / Math.sqrt(bits));
  }

  @Test
  void noisePackage_publicTypes_giveSeedsOnlyThroughTheInsecureDoor() {
    assertThat(java.lang.reflect.Modifier.isPublic(AesCtrStream.class.getModifiers())).isFalse();
    assertThat(Arrays.stream(SecureReportRandomness.class.getConstructors()))
        .allSatisfy(
            c ->
                assertThat(c.getParameterTypes())
                    .allMatch(java.security.SecureRandom.class::equals));
  }
}
