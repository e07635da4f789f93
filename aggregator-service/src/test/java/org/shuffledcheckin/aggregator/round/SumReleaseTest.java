package org.shuffledcheckin.aggregator.round;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.shuffledcheckin.accountant.CheckInRound;
import org.shuffledcheckin.accountant.LocalGuarantee;
import org.shuffledcheckin.aggregator.TestAccountant;
import org.shuffledcheckin.aggregator.TestRounds;
import org.shuffledcheckin.aggregator.ledger.Charge;
import org.shuffledcheckin.aggregator.ledger.LedgerEntry;
import org.shuffledcheckin.aggregator.ledger.LedgerRefusal;
import org.shuffledcheckin.aggregator.ledger.LedgerVerifier;
import org.shuffledcheckin.aggregator.run.RunState;
import org.shuffledcheckin.aggregator.store.RoundOutcome;
import org.shuffledcheckin.kit.ledger.LedgerChain;
import org.shuffledcheckin.kit.round.Announcement;
import org.shuffledcheckin.kit.sealing.ReportSealer;

/** Rounds of which the aggregator sees the sum alone. */
class SumReleaseTest {
  @TempDir Path folder;
  private RunFixture run;

  @BeforeEach
  void create() {
    run = new RunFixture(folder, 0);
    run.task = UnitReports.task(UnitReports.SUMMED);
    run.rounds = 1;
    run.strikeShare = 0.5;
  }

  @AfterEach
  void close() {
    run.close();
  }

  private RoundOutcome live() throws InterruptedException {
    assertThat(run.live(Faults.none()).state()).isEqualTo(RunState.FINISHED);
    return run.store.outcome(1).orElseThrow();
  }

  private float model() {
    return run.store.newestModel().parameters()[0];
  }

  @Test
  void receive_honestBatch_commitsItsExactSum() throws Exception {
    RoundOutcome outcome = live();
    assertThat(outcome.aggregated()).isEqualTo(5);
    assertThat(model()).isEqualTo(UnitReports.committed(5));
  }

  @Test
  void receive_oneFlippedBitInEverySeed_strikesThatReportAndLeavesTheOthersExact()
      throws Exception {
    for (int bit = 0; bit < 80 * Byte.SIZE; bit += 97) {
      int flipped = bit;
      run.reset(bit);
      run.shuffler.clients =
          round -> {
            List<byte[]> reports = new ArrayList<>(FakeShuffler.fiveReports(round));
            byte[] bad = reports.get(4);
            bad[round.terms().shareBytes() + flipped / 8] ^= (byte) (1 << flipped % 8);
            return reports;
          };
      RoundOutcome outcome = live();
      assertThat(outcome.rejected()).isEqualTo(Map.of("not_for_this_round", 1L));
      assertThat(outcome.aggregated()).isEqualTo(4);
      assertThat(model()).isEqualTo(UnitReports.committed(4));
    }
  }

  @Test
  void receive_seedOfAnotherReport_isStruckOnce() throws Exception {
    run.shuffler.clients =
        round -> {
          List<byte[]> reports = new ArrayList<>(FakeShuffler.fiveReports(round));
          reports.add(reports.get(0).clone());
          return reports;
        };
    RoundOutcome outcome = live();
    assertThat(outcome.rejected()).isEqualTo(Map.of("duplicate", 1L));
    assertThat(model()).isEqualTo(UnitReports.committed(5));
  }

  @Test
  void receive_moreStruckThanAnnounced_discards() throws Exception {
    run.shuffler.clients =
        round -> {
          List<byte[]> reports = new ArrayList<>(FakeShuffler.fiveReports(round));
          int share = round.terms().shareBytes();
          reports
              .subList(0, 3)
              .forEach(report -> Arrays.fill(report, share, report.length, (byte) 0));
          return reports;
        };
    RoundOutcome outcome = live();
    assertThat(outcome.disposition()).isEqualTo("TOO_MANY_STRUCK");
    assertThat(model()).isZero();
  }

  @Test
  void receive_sumThatNoHonestClientsMake_discards() throws Exception {
    run.shuffler.clients =
        round -> {
          List<byte[]> reports = new ArrayList<>(FakeShuffler.fiveReports(round));
          reports.add(new ReportSealer(round).seal(UnitReports.word(1, 1 << 20)));
          return reports;
        };
    assertThat(live().disposition()).isEqualTo("SUM_TOO_LONG");
    assertThat(model()).isZero();
  }

  @Test
  void receive_anotherVerdictWasGiven_discards() throws Exception {
    run.shuffler.clients =
        round -> {
          run.shuffler.verdicts.put(round.terms().id(), BitSet.valueOf(new byte[] {7}));
          return FakeShuffler.fiveReports(round);
        };
    assertThat(live().disposition()).isEqualTo("JUDGED_OTHERWISE");
    assertThat(model()).isZero();
  }

  /** What the charge says of the noise is held to the rule, entry by entry. */
  @Test
  void verify_chargeWithMoreNoiseThanTheRule_isRefused() throws Exception {
    live();
    Charge charge = run.store.ledgerAfter(0, 1).get(0).charge();
    CheckInRound honest = charge.accounted();
    double noise = ((LocalGuarantee.GaussianSum) honest.guarantee()).noiseMultiplier();
    for (LocalGuarantee forged :
        List.of(
            new LocalGuarantee.GaussianSum(noise * 1.001, true),
            new LocalGuarantee.GaussianSum(noise, false))) {
      Charge.Terms terms = charge.terms();
      Charge understated =
          new Charge(
              new Charge.Terms(
                  terms.round(),
                  terms.population(),
                  new CheckInRound(
                      honest.clients(),
                      honest.checkInRate(),
                      honest.law(),
                      forged,
                      honest.lossMass()),
                  terms.randomizer(),
                  terms.sums(),
                  terms.parameters()),
              charge.after(),
              charge.limit(),
              charge.time());
      LedgerVerifier verifier = new LedgerVerifier(TestRounds.RUN, TestAccountant.FRESH);
      LedgerEntry entry = LedgerEntry.after(LedgerChain.genesis(TestRounds.RUN), understated);
      assertThatThrownBy(() -> verifier.next(entry))
          .isInstanceOf(LedgerRefusal.class)
          .hasMessageContaining("understates");
    }
  }

  @Test
  void charge_ofASummedRound_namesItsRuleAndVerifies() throws Exception {
    live();
    LedgerVerifier verifier = new LedgerVerifier(TestRounds.RUN, TestAccountant.FRESH);
    run.store.ledgerAfter(0, 10).forEach(verifier::next);
    assertThat(verifier.end().head().sequence()).isEqualTo(1);
    Announcement round = run.shuffler.announced.get(0);
    assertThat(run.store.ledgerAfter(0, 1).get(0).charge().paysFor(round)).isTrue();
  }
}
