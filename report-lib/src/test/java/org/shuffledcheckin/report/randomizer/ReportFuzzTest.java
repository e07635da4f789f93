package org.shuffledcheckin.report.randomizer;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.shuffledcheckin.report.RejectionReason;
import org.shuffledcheckin.report.noise.InsecureSeededRandomness;

/** Feeds aggregates with what no honest client sends: garbage, and honest reports with damage. */
class ReportFuzzTest {
  private static final System.Logger LOG = System.getLogger(ReportFuzzTest.class.getName());
  private static final int INPUTS = 100_000;

  static Stream<RandomizerSpec> specs() {
    return Stream.of(
        GaussianSpec.withSuitableGrid(5, 1, 1),
        new LdpSgdSpec(5, 1, 1),
        new LaplaceSpec(0, 1, 1),
        new KAryResponseSpec(5, 1),
        new GaussianSumSpec(5, 1, 16, 4096));
  }

  @ParameterizedTest
  @MethodSource("specs")
  void add_hundredThousandInputs_addsOrRefusesWithoutATrace(RandomizerSpec spec) {
    fuzz(spec, 1);
  }

  @ParameterizedTest
  @MethodSource("specs")
  void add_freshSeed_addsOrRefusesWithoutATrace(RandomizerSpec spec) {
    long seed = System.nanoTime();
    LOG.log(System.Logger.Level.INFO, "{0} fuzzed with seed {1}", spec, Long.toString(seed));
    fuzz(spec, seed);
  }

  private static void fuzz(RandomizerSpec spec, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    byte[] honest = honestReport(spec);
    ReportAggregate aggregate = spec.newAggregate();
    for (int i = 0; i < INPUTS; i++) {
      byte[] input = i % 4 == 0 ? garbage(random) : damaged(honest, random);
      long countBefore = aggregate.count();
      long[] sumsBefore = aggregate.sums();
      ByteBuffer buffer = placed(input, random);
      int position = buffer.position();

      boolean added = aggregate.add(buffer).isEmpty();

      assertThat(buffer.position()).as("seed %d input %d", seed, i).isEqualTo(position);
      assertThat(aggregate.count()).isEqualTo(countBefore + (added ? 1 : 0));
      if (added) {
        assertThat(input).as("seed %d input %d", seed, i).hasSize(spec.reportBytes());
        int header = spec.format().headerBytes();
        assertThat(Arrays.copyOf(input, header)).isEqualTo(Arrays.copyOf(honest, header));
      } else {
        assertThat(aggregate.sums()).as("seed %d input %d", seed, i).isEqualTo(sumsBefore);
      }
      assertThat(Arrays.stream(aggregate.mean(1)).allMatch(Double::isFinite)).isTrue();
    }
    assertThat(aggregate.count()).as("some damage is harmless").isPositive();
  }

  @Test
  void add_eachDamage_hasItsReason() {
    RandomizerSpec spec = GaussianSpec.withSuitableGrid(5, 1, 1);

    assertThat(reason(spec, Arrays.copyOf(honestReport(spec), 17)))
        .isEqualTo(RejectionReason.WRONG_LENGTH);
    assertThat(reason(spec, Arrays.copyOf(honestReport(spec), 19)))
        .isEqualTo(RejectionReason.WRONG_LENGTH);
    assertThat(reason(spec, new byte[0])).isEqualTo(RejectionReason.WRONG_LENGTH);
    assertThat(reason(spec, changed(spec, 0, 2))).isEqualTo(RejectionReason.MALFORMED);
    assertThat(reason(spec, changed(spec, 1, 2))).isEqualTo(RejectionReason.MALFORMED);
    assertThat(reason(spec, changed(spec, 2, 1))).isEqualTo(RejectionReason.MALFORMED);
    assertThat(reason(spec, changed(spec, 3, 1))).isEqualTo(RejectionReason.MALFORMED);
    assertThat(reason(spec, changed(spec, 4, 6))).isEqualTo(RejectionReason.MALFORMED);
    assertThat(reason(spec, changed(spec, 7, 0x7f))).isEqualTo(RejectionReason.MALFORMED);
    assertThat(reason(new LdpSgdSpec(5, 1, 1), changed(new LdpSgdSpec(5, 1, 1), 40, 2)))
        .isEqualTo(RejectionReason.MALFORMED);
    RandomizerSpec response = new KAryResponseSpec(5, 1);
    assertThat(reason(response, changed(response, 8, 5))).isEqualTo(RejectionReason.OUT_OF_RANGE);
    assertThat(reason(response, changed(response, 11, -1))).isEqualTo(RejectionReason.OUT_OF_RANGE);
    RandomizerSpec laplace = new LaplaceSpec(0, 1, 1);
    assertThat(reason(laplace, changed(laplace, 11, 0x7f))).isEqualTo(RejectionReason.OUT_OF_RANGE);
    assertThat(reason(laplace, changed(laplace, 11, 0x80))).isEqualTo(RejectionReason.OUT_OF_RANGE);
  }

  @Test
  void header_everyKind_isPinned() {
    byte[] report = honestReport(GaussianSpec.withSuitableGrid(26_010, 1, 1));

    assertThat(Arrays.copyOf(report, 8)).containsExactly(1, 1, 0, 0, 0x9a, 0x65, 0, 0);
    assertThat(specs().map(s -> s.kind().code()))
        .containsExactly((byte) 1, (byte) 2, (byte) 3, (byte) 4, (byte) 5);
  }

  private static RejectionReason reason(RandomizerSpec spec, byte[] report) {
    return spec.newAggregate().add(report).orElseThrow();
  }

  private static byte[] honestReport(RandomizerSpec spec) {
    return spec.newRandomizer()
        .randomize(new float[spec.valueLength()], new InsecureSeededRandomness(3).openStream());
  }

  private static byte[] changed(RandomizerSpec spec, int index, int value) {
    byte[] report = honestReport(spec);
    report[index] = (byte) value;
    return report;
  }

  private static byte[] garbage(SplittableRandom random) {
    byte[] bytes = new byte[random.nextInt(64)];
    random.nextBytes(bytes);
    return bytes;
  }

  private static byte[] damaged(byte[] honest, SplittableRandom random) {
    int length = random.nextInt(4) == 0 ? random.nextInt(2 * honest.length) : honest.length;
    byte[] bytes = Arrays.copyOf(honest, length);
    for (int edits = random.nextInt(4); edits > 0 && length > 0; edits--) {
      bytes[random.nextInt(length)] = (byte) random.nextInt();
    }
    return bytes;
  }

  /** The input somewhere inside a larger buffer of either kind and byte order. */
  private static ByteBuffer placed(byte[] input, SplittableRandom random) {
    int before = random.nextInt(5);
    int size = before + input.length + random.nextInt(5);
    ByteBuffer buffer =
        random.nextBoolean() ? ByteBuffer.allocate(size) : ByteBuffer.allocateDirect(size);
    buffer.position(before).put(input).flip().position(before);
    return buffer.order(random.nextBoolean() ? ByteOrder.BIG_ENDIAN : ByteOrder.LITTLE_ENDIAN);
  }
}
