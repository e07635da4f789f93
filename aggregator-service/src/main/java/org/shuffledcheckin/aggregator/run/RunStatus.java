package org.shuffledcheckin.aggregator.run;

import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import org.shuffledcheckin.accountant.Budget;
import org.shuffledcheckin.accountant.UpperBound;
import org.shuffledcheckin.aggregator.store.RunTotals;
import org.shuffledcheckin.aggregator.store.StoredEvaluation;
import org.shuffledcheckin.kit.round.RoundId;

/**
 * A run at one moment.
 *
 * @param run which
 * @param state what it is doing
 * @param detail one sentence for people
 * @param totals counts over all rounds
 * @param spent proven cost of all charged rounds
 * @param limit what may be spent
 * @param roundsLeft how many more rounds like the last the budget allows; empty until that is
 *     worked out
 * @param modelVersion how many rounds are in the model
 * @param evaluation the newest, if any
 */
public record RunStatus(
    RoundId.Run run,
    RunState state,
    String detail,
    RunTotals totals,
    UpperBound spent,
    Budget limit,
    OptionalLong roundsLeft,
    long modelVersion,
    Optional<StoredEvaluation> evaluation) {

  /** Validates that all is there. */
  public RunStatus {
    Objects.requireNonNull(run, "run");
    Objects.requireNonNull(state, "state");
    Objects.requireNonNull(detail, "detail");
    Objects.requireNonNull(totals, "totals");
    Objects.requireNonNull(spent, "spent");
    Objects.requireNonNull(limit, "limit");
    Objects.requireNonNull(evaluation, "evaluation");
  }

  RunStatus in(RunState next, String why) {
    return new RunStatus(
        run, next, why, totals, spent, limit, roundsLeft, modelVersion, evaluation);
  }

  RunStatus with(StoredEvaluation newest) {
    return new RunStatus(
        run, state, detail, totals, spent, limit, roundsLeft, modelVersion, Optional.of(newest));
  }
}
