package org.shuffledcheckin.shuffler.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ForkJoinPool;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.shuffledcheckin.kit.server.Refusal;
import org.shuffledcheckin.kit.server.RefusedException;
import org.shuffledcheckin.shuffler.intake.Outcome;
import org.shuffledcheckin.shuffler.release.ReleasedSum;
import org.shuffledcheckin.shuffler.round.RoundState;
import org.shuffledcheckin.shuffler.round.Verdict;
import org.shuffledcheckin.shuffler.store.TestDisk;

/**
 * What leaves of a round whose reports are only added up, on whatever store: sealed seeds in random
 * order, then one sum for one verdict, and nothing else.
 */
abstract class SumContract {
  private static final int WORDS = 5;
  private static final int CLIENTS = 10;
  private static final TestTerms TERMS = TestTerms.summed(WORDS, 3, 0.5).clients(CLIENTS);

  @TempDir Path folder;
  TestDisk disk;
  ShufflerHarness harness;

  /** A disk with nothing on it. */
  abstract TestDisk disk(Path empty);

  @BeforeEach
  void start() {
    disk = disk(folder.resolve("data"));
    harness = new ShufflerHarness(disk);
  }

  @AfterEach
  void stop() {
    harness.close();
  }

  /** Client i sends the share (2^i, i, -1, 2^31, 0) and a seed that begins with i. */
  private static byte[] report(int client) {
    ByteBuffer report =
        ByteBuffer.allocate(TERMS.reportBytes() + 48).order(ByteOrder.LITTLE_ENDIAN);
    report.putInt(1 << client).putInt(client).putInt(-1).putInt(1 << 31).putInt(0);
    return report.putInt(client).array();
  }

  private static int sender(byte[] sealedSeed) {
    return ByteBuffer.wrap(sealedSeed).order(ByteOrder.LITTLE_ENDIAN).getInt();
  }

  private void closeWith(TestTerms terms, int reports) {
    List<byte[]> tokens = harness.enrol(CLIENTS);
    harness.open(1, terms);
    for (int client = 0; client < CLIENTS; client++) {
      byte[][] sent = client < reports ? new byte[][] {report(client)} : new byte[0][];
      assertThat(harness.takePart(1, tokens.get(client), sent)).isEqualTo(Outcome.ACCEPTED);
    }
    harness.advance(Duration.ofSeconds(30));
  }

  private ReleasedSum sum(BitSet kept, int reports) {
    byte[] bits = Arrays.copyOf(kept.toByteArray(), (reports + 7) / 8);
    return ShufflerHarness.get(
        harness.shuffler().sum(harness.id(1), Verdict.of(bits), ForkJoinPool.commonPool()));
  }

  private static BitSet all(int reports) {
    BitSet kept = new BitSet();
    kept.set(0, reports);
    return kept;
  }

  private static int[] words(ReleasedSum sum) {
    int[] words = new int[WORDS];
    ByteBuffer.wrap(sum.words()).order(ByteOrder.LITTLE_ENDIAN).asIntBuffer().get(words);
    return words;
  }

  @Test
  void sum_verdictStrikesSome_addsExactlyTheOthers() {
    closeWith(TERMS, 9);
    List<byte[]> seeds = harness.batch(1);
    assertThat(seeds).hasSize(9).allMatch(seed -> seed.length == 80);
    BitSet kept = all(9);
    kept.clear(2);
    kept.clear(7);
    int units = 0;
    int numbers = 0;
    for (int place = kept.nextSetBit(0); place >= 0; place = kept.nextSetBit(place + 1)) {
      units += 1 << sender(seeds.get(place));
      numbers += sender(seeds.get(place));
    }
    ReleasedSum sum = sum(kept, 9);
    assertThat(sum.round().kept()).isEqualTo(7);
    assertThat(words(sum)).containsExactly(units, numbers, -7, 1 << 31, 0);
  }

  @Test
  void sum_anotherVerdict_isRefusedAndTheFirstStands() {
    closeWith(TERMS, 8);
    ReleasedSum first = sum(all(8), 8);
    BitSet other = all(8);
    other.clear(0);
    assertRefused(Refusal.VERDICT_GIVEN, () -> sum(other, 8));
    harness.crash();
    assertRefused(Refusal.VERDICT_GIVEN, () -> sum(other, 8));
    assertThat(sum(all(8), 8).words()).isEqualTo(first.words());
  }

  @Test
  void sum_crashAtEveryStep_bringsTheSameBytes() {
    closeWith(TERMS, 8);
    harness.crash();
    List<byte[]> seeds = harness.batch(1);
    harness.crash();
    assertThat(harness.batch(1)).usingElementComparator(Arrays::compare).isEqualTo(seeds);
    byte[] bits = {(byte) 0xfe};
    ReleasedSum sum = sum(BitSet.valueOf(bits), 8);
    harness.crash();
    assertThat(sum(BitSet.valueOf(bits), 8).words()).isEqualTo(sum.words());
    assertThat(sum.round().kept()).isEqualTo(7);
  }

  @Test
  void judge_crashBeforeTheSum_holdsTheAggregatorToItsVerdict() {
    closeWith(TERMS, 8);
    // Whoever adds up never gets to it: the process ends between verdict and sum.
    CompletableFuture<ReleasedSum> never =
        harness.shuffler().sum(harness.id(1), Verdict.of(new byte[] {(byte) 0x7f}), adding -> {});
    // The round thread works in order: once this is answered, the verdict is written.
    harness.advance(Duration.ofMillis(1));
    assertThat(never).isNotDone();
    harness.crash();
    assertRefused(Refusal.VERDICT_GIVEN, () -> sum(all(8), 8));
    BitSet given = all(7);
    assertThat(sum(given, 8).round().kept()).isEqualTo(7);
  }

  @Test
  void sum_tooManyStruck_discardsTheRoundForGood() {
    closeWith(TERMS, 9);
    BitSet few = all(4);
    assertThat(sum(few, 9).round().state()).isEqualTo(RoundState.TOO_MANY_STRUCK);
    assertThat(sum(few, 9).words()).isEmpty();
    harness.crash();
    // No second verdict brings the sum back.
    assertThat(sum(all(9), 9).round().state()).isEqualTo(RoundState.TOO_MANY_STRUCK);
    assertThat(harness.closed(1).state()).isEqualTo(RoundState.TOO_MANY_STRUCK);
    assertThat(harness.shuffler().spoolBytes()).isZero();
  }

  @Test
  void sum_atTheBoundaries_keepsToMinimumAndShare() {
    closeWith(TERMS, 9);
    // Half of 9 rounds up to 5.
    assertThat(sum(all(5), 9).round().state()).isEqualTo(RoundState.RELEASED);
    harness.finish(1);
    assertRefused(Refusal.ROUND_UNKNOWN, () -> sum(all(5), 9));
  }

  @Test
  void sum_keptBelowTheMinimum_discards() {
    closeWith(TestTerms.summed(WORDS, 4, 0.9).clients(CLIENTS), 9);
    assertThat(sum(all(3), 9).round().state()).isEqualTo(RoundState.TOO_MANY_STRUCK);
  }

  @Test
  void close_moreThanTheMaximum_discards() {
    closeWith(TERMS.maximumBatch(8), 9);
    assertThat(harness.closed(1).state()).isEqualTo(RoundState.BATCH_TOO_LARGE);
    assertRefused(Refusal.ROUND_HAS_NO_SUM, () -> sum(all(9), 9));
  }

  @Test
  void sum_strikesSomeWhereTheOperatorRevokes_revokesTheirSendersAndNobodyElse() {
    harness.set("rounds.revoke-bad-seeds", "true");
    closeWith(TERMS, 9);
    harness.crash();
    List<byte[]> seeds = harness.batch(1);
    BitSet kept = all(9);
    kept.clear(1);
    kept.clear(6);
    List<Integer> struck = List.of(sender(seeds.get(1)), sender(seeds.get(6)));
    sum(kept, 9);
    harness.crash();
    assertThat(sum(kept, 9).round().kept()).isEqualTo(7);
    assertThat(harness.shuffler().clients().activeCount()).isEqualTo(CLIENTS - 2);
    for (int client = 0; client < CLIENTS; client++) {
      boolean active = (harness.shuffler().clients().activeWord(0) >> client & 1) == 1;
      assertThat(active).isEqualTo(!struck.contains(client));
    }
  }

  @Test
  void sum_discardedWhereTheOperatorRevokes_revokesTheStruck() {
    harness.set("rounds.revoke-bad-seeds", "true");
    closeWith(TERMS, 9);
    assertThat(sum(all(4), 9).round().state()).isEqualTo(RoundState.TOO_MANY_STRUCK);
    assertThat(harness.shuffler().clients().activeCount()).isEqualTo(CLIENTS - 5);
  }

  @Test
  void sum_strikesSome_revokesNobodyUnlessAsked() {
    closeWith(TERMS, 9);
    sum(all(5), 9);
    assertThat(harness.shuffler().clients().activeCount()).isEqualTo(CLIENTS);
  }

  /**
   * Over many rounds the place of a sender in the batch is uniform, with names as with random keys.
   * Fails by chance with probability below 1e-6: the chi-square of 3 degrees of freedom exceeds 31.
   */
  @Test
  void batch_ofNamedReports_isInRandomOrder() {
    harness.set("rounds.revoke-bad-seeds", "true");
    List<byte[]> tokens = harness.enrol(4);
    int rounds = 400;
    int[] places = new int[4];
    TestTerms terms = TestTerms.summed(WORDS, 1, 0).clients(4);
    for (int number = 1; number <= rounds; number++) {
      harness.open(number, terms);
      for (int client = 0; client < 4; client++) {
        harness.takePart(number, tokens.get(client), report(client));
      }
      harness.advance(Duration.ofSeconds(30));
      List<byte[]> seeds = harness.batch(number);
      for (int place = 0; place < 4; place++) {
        places[place] += sender(seeds.get(place)) == 2 ? 1 : 0;
      }
      harness.finish(number);
    }
    double expected = rounds / 4.0;
    double chiSquare =
        Arrays.stream(places).mapToDouble(n -> (n - expected) * (n - expected) / expected).sum();
    assertThat(chiSquare).as("places %s", Arrays.toString(places)).isLessThan(31);
  }

  @Test
  void sum_malformedVerdict_isRefusedAndCountsForNothing() {
    closeWith(TERMS, 9);
    assertRefused(Refusal.MALFORMED, () -> sum(all(8), 8));
    assertRefused(Refusal.MALFORMED, () -> sum(all(10), 9));
    assertRefused(Refusal.MALFORMED, () -> sum(all(9), 17));
    assertThat(sum(all(9), 9).round().kept()).isEqualTo(9);
  }

  @Test
  void sum_roundWhoseReportsAreSeen_isRefused() {
    List<byte[]> tokens = harness.enrol(1);
    TestTerms shuffled = TestTerms.simple();
    harness.open(1, shuffled);
    assertRefused(Refusal.ROUND_HAS_NO_SUM, () -> sum(all(1), 1));
    harness.takePart(1, tokens.get(0), ShufflerHarness.report(shuffled, 1));
    harness.advance(Duration.ofSeconds(30));
    assertRefused(Refusal.ROUND_HAS_NO_SUM, () -> sum(all(1), 1));
  }

  private static void assertRefused(Refusal refusal, Runnable call) {
    assertThatThrownBy(call::run)
        .isInstanceOfSatisfying(
            RefusedException.class, refused -> assertThat(refused.refusal()).isEqualTo(refusal));
  }
}
