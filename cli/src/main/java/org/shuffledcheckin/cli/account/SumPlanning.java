package org.shuffledcheckin.cli.account;

import java.io.PrintWriter;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.shuffledcheckin.accountant.Budget;
import org.shuffledcheckin.accountant.planner.SumPlan;
import org.shuffledcheckin.accountant.planner.SumPlanner;
import org.shuffledcheckin.accountant.sums.SummedRound;
import org.shuffledcheckin.cli.CommandFailure;
import org.shuffledcheckin.cli.ExitCode;
import org.shuffledcheckin.cli.option.CheckInOptions;
import org.shuffledcheckin.cli.option.JsonOption;
import org.shuffledcheckin.cli.option.RoundsOption;

/** What a budget allows of distributed check-ins. */
record SumPlanning(CheckInOptions checkIn, RoundsOption rounds, SumPlanner planner, Budget budget) {
  /** A round and how often, of which one quantity was found. */
  private record Found(Number value, SummedRound round, long rounds) {}

  /** Finds what is wanted and prints it with what it costs. */
  void run(PlanCommand.Find wanted, PrintWriter out, JsonOption json) {
    Optional<Found> found = Spinner.during("Planning", () -> find(wanted));
    if (found.isEmpty()) {
      throw new CommandFailure(
          ExitCode.FAILED,
          "no "
              + wanted
              + " stays within epsilon "
              + budget.epsilon()
              + " at delta "
              + Figures.of(budget.delta()));
    }
    print(wanted, found.get(), out, json);
  }

  /** What was left out: the rounds, the noise of a report, else the least number of reports. */
  PlanCommand.Find leftOut() {
    if (!rounds.isGiven()) {
      return PlanCommand.Find.ROUNDS;
    }
    return checkIn.hasClientNoise()
        ? PlanCommand.Find.LEAST_REPORTS
        : PlanCommand.Find.CLIENT_NOISE;
  }

  private Optional<Found> find(PlanCommand.Find wanted) {
    return switch (wanted) {
      case ROUNDS -> {
        SummedRound round = accountable(checkIn.summed());
        long most = planner.mostRounds(round);
        yield most == 0 ? Optional.empty() : Optional.of(new Found(most, round, most));
      }
      case CLIENT_NOISE ->
          planner
              .leastNoise(accountable(checkIn.summedWithAnyNoise()), rounds.atLeastOne())
              .map(one -> new Found(SumAnswer.perReport(one), one, rounds.value()));
      case LEAST_REPORTS ->
          planner
              .fewestReports(checkIn.summed().round(), rounds.atLeastOne())
              .map(one -> new Found(one.release().leastReports(), one, rounds.value()));
      case CHECK_IN_RATE ->
          throw new CommandFailure(
              ExitCode.USAGE,
              "no check-in rate can be searched for with --form distributed: epsilon does not grow"
                  + " with it, because fewer reports carry less noise");
      default ->
          throw new CommandFailure(
              ExitCode.USAGE,
              "--find must be rounds, client-noise or least-reports with --form distributed");
    };
  }

  /** Says why nothing is proven of a round, where that is so. */
  private static SummedRound accountable(SumPlan plan) {
    plan.round().accounted();
    return plan.round();
  }

  private void print(PlanCommand.Find wanted, Found found, PrintWriter out, JsonOption json) {
    SumAnswer answer = new SumAnswer(SumPlan.of(found.round(), checkIn.dropout()), found.rounds());
    List<SumAnswer.Row> rows = answer.epsilons(budget.delta());
    if (json.isGiven()) {
      Map<String, Object> result = new LinkedHashMap<>();
      result.put("find", wanted.toString());
      result.put("value", found.value());
      result.put("budget_epsilon", budget.epsilon());
      result.putAll(Run.value(rows.get(0).value()));
      result.putAll(answer.fields());
      result.put("values", SumAnswer.asList(rows));
      json.print(out, result);
      return;
    }
    out.println(wanted + " " + found.value() + ", within epsilon " + budget.epsilon());
    out.println();
    answer.print(out, json, rows);
  }
}
