package org.shuffledcheckin.aggregator.round;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.shuffledcheckin.aggregator.ledger.LedgerEntry;
import org.shuffledcheckin.aggregator.round.ShufflerLink.Disposition;
import org.shuffledcheckin.aggregator.run.RunState;
import org.shuffledcheckin.aggregator.store.RoundOutcome;
import org.shuffledcheckin.aggregator.store.RunTotals;
import org.shuffledcheckin.aggregator.store.StoreUnavailable;
import org.shuffledcheckin.kit.sealing.ModelKey;
import org.shuffledcheckin.report.randomizer.ReportForm;

/**
 * Lets the aggregator die, or its database and shuffler fail, just before and just after every call
 * across a boundary. Afterwards: no charge is gone, every announced round was charged, and each of
 * its reports is in the model once, or its round is discarded and none is.
 */
class CrashTest {
  private static final int RANDOM_SCHEDULES = 60;

  @TempDir Path folder;
  private RunFixture run;

  @BeforeEach
  void create() {
    run = new RunFixture(folder, 0);
  }

  @AfterEach
  void close() {
    run.close();
  }

  @ParameterizedTest
  @EnumSource
  void run_crashAtEveryMoment_losesAndDoublesNothing(ReportForm form) throws Exception {
    choose(form);
    Faults counting = Faults.none();
    run.live(counting);
    assertThat(counting.moments()).isGreaterThan(60);
    for (long moment = 0; moment < counting.moments(); moment++) {
      run.reset(moment);
      assertThat(dies(Faults.crashAt(moment))).isTrue();
      List<LedgerEntry> before = run.store.ledgerAfter(0, 100);
      assertThat(run.live(Faults.none()).state()).isEqualTo(RunState.FINISHED);
      requireExtends(before, run.store.ledgerAfter(0, 100));
      requireLaws(3);
    }
  }

  @ParameterizedTest
  @EnumSource
  void run_randomFaults_losesAndDoublesNothing(ReportForm form) throws Exception {
    choose(form);
    long seed = new Random().nextLong();
    System.out.println("CrashTest seed " + seed);
    Random seeds = new Random(seed);
    run.pauseAfterDiscards = 100;
    for (int i = 0; i < RANDOM_SCHEDULES; i++) {
      schedule(new Random(seeds.nextLong()));
    }
  }

  private void choose(ReportForm form) {
    if (form == ReportForm.DISTRIBUTED) {
      run.task = UnitReports.task(UnitReports.SUMMED);
      run.modelKey = Optional.of(ModelKey.generate(new SecureRandom()));
    }
  }

  private void schedule(Random random) throws Exception {
    run.reset(random.nextLong());
    run.rounds = 1L + random.nextInt(6);
    run.shuffler.release =
        round -> random.nextInt(4) == 0 ? Disposition.BATCH_TOO_SMALL : Disposition.RELEASED;
    List<LedgerEntry> before = List.of();
    for (boolean ended = false; !ended; ) {
      ended = !dies(randomFaults(random));
      List<LedgerEntry> after = run.store.ledgerAfter(0, 100);
      requireExtends(before, after);
      before = after;
    }
    requireLaws(run.rounds);
  }

  private static Faults randomFaults(Random random) {
    double crash = 0.02 * random.nextDouble();
    double failure = 0.05 * random.nextDouble();
    return new Faults(
        moment -> {
          double draw = random.nextDouble();
          if (draw < crash) {
            return Optional.of(new Faults.Crash());
          } else if (draw < crash + failure) {
            return Optional.of(
                random.nextBoolean()
                    ? new ShufflerUnavailable("injected")
                    : new StoreUnavailable("injected", null));
          }
          return Optional.empty();
        });
  }

  /** Whether this life of the aggregator ended in a crash. */
  private boolean dies(Faults faults) throws InterruptedException {
    try {
      RunEnd end = run.live(faults);
      if (end.state() == RunState.FINISHED) {
        return false;
      }
      throw new AssertionError("the run ended as " + end);
    } catch (Faults.Crash e) {
      return true;
    } catch (ShufflerUnavailable | StoreUnavailable e) {
      // Failing while it starts ends a life as well: the coordinator reads its orders first.
      return true;
    }
  }

  private static void requireExtends(List<LedgerEntry> before, List<LedgerEntry> after) {
    assertThat(after).hasSizeGreaterThanOrEqualTo(before.size());
    assertThat(after.subList(0, before.size())).isEqualTo(before);
  }

  private void requireLaws(long rounds) {
    RunTotals totals = run.store.totals();
    float[] model = run.store.newestModel().parameters();
    assertThat(run.store.ledgerAfter(0, 100)).hasSize((int) rounds);
    assertThat(run.shuffler.announced.size()).isLessThanOrEqualTo((int) rounds);
    assertThat(totals.committed() + totals.discarded()).isEqualTo(rounds);
    long counted = 0;
    for (int number = 1; number <= rounds; number++) {
      RoundOutcome outcome = run.store.outcome(number).orElseThrow();
      boolean released = outcome.disposition().equals("RELEASED");
      assertThat(model[number - 1]).isEqualTo(released ? UnitReports.committed(5) : 0f);
      assertThat(outcome.aggregated()).isEqualTo(released ? 5 : 0);
      assertThat(outcome.rejected()).isEmpty();
      counted += outcome.aggregated();
    }
    assertThat(totals.aggregated()).isEqualTo(counted);
    assertThat(run.shuffler.witnessed().orElseThrow())
        .isEqualTo(run.store.ledgerAfter(rounds - 1, 1).get(0).head());
    run.shuffler.announced.forEach(
        round -> assertThat(run.shuffler.holds(round.terms().id())).isFalse());
  }
}
