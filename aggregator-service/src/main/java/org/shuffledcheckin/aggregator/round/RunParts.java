package org.shuffledcheckin.aggregator.round;

import java.security.SecureRandom;
import java.time.Clock;
import java.util.concurrent.Executor;
import org.shuffledcheckin.accountant.CheckInRound;
import org.shuffledcheckin.accountant.PrivacyAccountant;
import org.shuffledcheckin.aggregator.budget.BudgetGate;
import org.shuffledcheckin.aggregator.ledger.LedgerMark;
import org.shuffledcheckin.aggregator.model.RoundTask;
import org.shuffledcheckin.aggregator.run.RunEvents;
import org.shuffledcheckin.aggregator.store.RunStore;
import org.shuffledcheckin.kit.round.RoundId;

/**
 * What a run is made of.
 *
 * @param job what is to be done
 * @param books what survives
 * @param shuffler where batches come from
 * @param evaluations of models
 * @param events what is told
 * @param resources what it works with
 */
public record RunParts(
    Job job,
    Books books,
    ShufflerLink shuffler,
    Evaluations evaluations,
    RunEvents events,
    Resources resources) {

  /**
   * What is to be done.
   *
   * @param run its name
   * @param plan what rounds have in common
   * @param task what they are for
   * @param unspent the gate before the first of them
   */
  public record Job(RoundId.Run run, RunPlan plan, RoundTask task, BudgetGate unspent) {
    /**
     * Describes a job.
     *
     * @param fresh an accountant of no rounds
     */
    public static Job of(RoundId.Run run, RunPlan plan, RoundTask task, PrivacyAccountant fresh) {
      return new Job(run, plan, task, BudgetGate.unspent(plan.budget(), fresh));
    }

    /** A round as the accountant sees it. */
    public CheckInRound accounted() {
      return plan.charge(task.randomizer());
    }
  }

  /**
   * What survives.
   *
   * @param store of the run
   * @param mark the ledger's newest head, outside the store
   */
  public record Books(RunStore store, LedgerMark mark) {}

  /**
   * What a run works with.
   *
   * @param threads how many open reports at once
   * @param executor where they do, and where the budget is asked ahead
   * @param clock for the ledger's times, which decide nothing
   * @param random for the duplicate filter's keys
   * @param signer of every round that is opened
   */
  public record Resources(
      int threads, Executor executor, Clock clock, SecureRandom random, RoundSigner signer) {}
}
