package org.shuffledcheckin.shuffler.core;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.shuffledcheckin.shuffler.intake.ClientPledge;
import org.shuffledcheckin.shuffler.intake.Outcome;
import org.shuffledcheckin.shuffler.round.ClosedRound;
import org.shuffledcheckin.shuffler.round.RoundState;
import org.shuffledcheckin.shuffler.round.Tally;
import org.shuffledcheckin.shuffler.store.MemoryDisk;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A batch leaves if and only if enough clients pledged, few enough reports miss, and it is large.
 */
class ReleaseRuleTest {
  private static final Logger LOG = LoggerFactory.getLogger(ReleaseRuleTest.class);

  @TempDir Path folder;

  /** Four clients are announced, two reports may be missing, three make a batch. */
  @ParameterizedTest
  @CsvSource({
    "4, 5, 2, RELEASED",
    "3, 5, 0, TOO_FEW_PLEDGES",
    "3, 5, 3, TOO_FEW_PLEDGES",
    "4, 5, 3, REPORTS_MISSING",
    "4, 2, 3, REPORTS_MISSING",
    "4, 3, 0, RELEASED",
    "4, 3, 2, RELEASED",
    "4, 2, 2, BATCH_TOO_SMALL",
    "5, 5, 2, RELEASED",
    "5, 5, 3, REPORTS_MISSING"
  })
  void close_atTheBoundaries_followsTheRule(
      int pledges, int reports, int missing, RoundState expected) {
    try (ShufflerHarness harness = new ShufflerHarness(new MemoryDisk(folder))) {
      TestTerms terms = TestTerms.simple().clients(4).lossLimit(2).minimumBatch(3, 0);
      List<byte[]> tokens = harness.enrol(6);
      harness.open(1, terms);
      assertThat(harness.takePart(1, tokens.get(0), reports(terms, reports)))
          .isEqualTo(Outcome.ACCEPTED);
      harness.pledge(1, tokens.get(1), missing);
      for (int i = 2; i < pledges; i++) {
        harness.pledge(1, tokens.get(i), 0);
      }
      harness.crash();
      harness.advance(Duration.ofSeconds(31));
      ClosedRound closed = harness.closed(1);
      assertThat(closed.state()).isEqualTo(expected);
      assertThat(closed.tally()).isEqualTo(new Tally(pledges, reports, missing));
      assertThat(closed.missing()).isEqualTo(missing);
      assertThat(closed.reports()).isEqualTo(expected == RoundState.RELEASED ? reports : 0);
      harness.crash();
      assertThat(harness.closed(1)).isEqualTo(closed);
      if (expected == RoundState.RELEASED) {
        assertThat(harness.batch(1)).hasSize(reports);
      } else {
        assertThat(harness.hasSpool(1)).isFalse();
      }
    }
  }

  /** Nothing but the time closes a round: not that all is here, nor that all is lost. */
  @Test
  void tick_beforeTheDeadline_neverCloses() {
    try (ShufflerHarness harness = new ShufflerHarness(new MemoryDisk(folder))) {
      TestTerms terms = TestTerms.simple();
      List<byte[]> tokens = harness.enrol(2);
      harness.open(1, terms);
      for (byte[] token : tokens) {
        harness.takePart(1, token, reports(terms, 1));
        harness.advance(Duration.ofSeconds(14));
        assertThat(harness.shuffler().open()).hasSize(1);
      }
      harness.advance(Duration.ofMillis(1999));
      assertThat(harness.shuffler().open()).hasSize(1);
      harness.advance(Duration.ofMillis(1));
      assertThat(harness.shuffler().open()).isEmpty();
    }
  }

  /**
   * Clients that drew something stay silent with some probability, and those that drew nothing
   * never do: what voided the promise when silence looked like not having drawn. Over many seeds a
   * batch is released exactly when at most the announced number is missing. Fails by chance with
   * probability below 1e-6: nobody of 200 draws a report, or a fifth lost discards 40 rounds of 60
   * at most.
   */
  @ParameterizedTest
  @ValueSource(doubles = {0, 0.02, 0.2, 0.9, 1})
  void close_headsAreLost_releasesNoBatchThatLacksMoreThanAnnounced(double loss) {
    long seed = new SecureRandom().nextLong();
    LOG.warn("losses of {} from seed {}", loss, seed);
    int released = 0;
    int discarded = 0;
    try (ShufflerHarness harness = new ShufflerHarness(new MemoryDisk(folder))) {
      List<byte[]> tokens = harness.enrol(200);
      for (int number = 1; number <= 60; number++) {
        Random random = new Random(seed + number);
        int limit = number % 3;
        int missing = round(harness, number, limit, tokens, loss, random);
        ClosedRound closed = harness.closed(number);
        assertThat(closed.missing()).as("seed %d, round %d", seed, number).isEqualTo(missing);
        assertThat(closed.state() == RoundState.RELEASED)
            .as("seed %d, round %d: %s with %d missing", seed, number, closed.state(), missing)
            .isEqualTo(missing <= limit && closed.tally().reports() > 0);
        released += closed.state() == RoundState.RELEASED ? 1 : 0;
        discarded += closed.state() == RoundState.REPORTS_MISSING ? 1 : 0;
        harness.finish(number);
      }
    }
    LOG.warn("losses of {}: {} released, {} discarded", loss, released, discarded);
    assertThat(loss == 0 ? released : loss >= 0.2 ? discarded : released + discarded)
        .as("the rule was put to the test")
        .isGreaterThan(40);
  }

  /** Draws as the law says, loses what it loses, and returns how many reports went missing. */
  private static int round(
      ShufflerHarness harness,
      long number,
      int limit,
      List<byte[]> tokens,
      double loss,
      Random random) {
    TestTerms terms = TestTerms.simple().clients(tokens.size()).lossLimit(limit);
    harness.open(number, terms);
    int[] drawn = tokens.stream().mapToInt(token -> random.nextInt(10) == 0 ? 1 : 0).toArray();
    List<ClientPledge> pledges = new ArrayList<>();
    for (int i = 0; i < drawn.length; i++) {
      pledges.add(ClientPledge.of(tokens.get(i), drawn[i]));
    }
    ShufflerHarness.get(
        harness.shuffler().pledge(harness.id(number), java.util.OptionalLong.empty(), pledges));
    int missing = 0;
    for (int i = 0; i < drawn.length; i++) {
      if (drawn[i] > 0 && random.nextDouble() < loss) {
        missing += drawn[i];
      } else if (drawn[i] > 0) {
        assertThat(harness.deliver(number, tokens.get(i), reports(terms, drawn[i])))
            .isEqualTo(Outcome.ACCEPTED);
      }
    }
    harness.advance(Duration.ofSeconds(30));
    assertThat(Arrays.stream(drawn).sum()).isPositive();
    return missing;
  }

  private static byte[][] reports(TestTerms terms, int count) {
    byte[][] reports = new byte[count][];
    for (int i = 0; i < count; i++) {
      reports[i] = ShufflerHarness.report(terms, i);
    }
    return reports;
  }
}
