package org.shuffledcheckin.cli.status;

import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import org.shuffledcheckin.aggregator.run.BudgetView;
import org.shuffledcheckin.aggregator.run.ObserverView;
import org.shuffledcheckin.aggregator.run.PlanView;
import org.shuffledcheckin.aggregator.run.RunStatus;
import org.shuffledcheckin.aggregator.run.RunView;
import org.shuffledcheckin.experiments.figure.Bounds;

/** A run as lines for people. */
final class RunLines {
  private RunLines() {}

  static Map<String, String> of(RunView view) {
    RunStatus status = view.status();
    Map<String, String> lines = new LinkedHashMap<>();
    lines.put("run", status.run().toString());
    lines.put("state", status.state() + (status.detail().isEmpty() ? "" : ": " + status.detail()));
    lines.put("rounds", rounds(view));
    lines.put("clients", clients(view.plan()));
    lines.put("epsilon", epsilon(status.budget()));
    ObserverView.of(view).forEach(observer -> lines.put(observer.observer(), seen(observer)));
    lines.put(
        "reports",
        String.format(
            Locale.ROOT,
            "%,d counted; %s",
            status.totals().aggregated(),
            refused(status.totals().rejected())));
    lines.put(
        "accuracy",
        status.accuracy().isPresent()
            ? String.format(
                Locale.ROOT, "%.2f %% on the test set", 100 * status.accuracy().getAsDouble())
            : "not measured");
    return lines;
  }

  private static String rounds(RunView view) {
    BudgetView budget = view.status().budget();
    return String.format(
        Locale.ROOT,
        "%,d of %,d committed, %,d discarded%s",
        view.status().totals().committed(),
        view.plan().rounds(),
        view.status().totals().discarded(),
        budget.roundsLeft().isPresent()
            ? String.format(
                Locale.ROOT, "; the budget allows %,d more", budget.roundsLeft().getAsLong())
            : "");
  }

  private static String clients(PlanView plan) {
    return String.format(
        Locale.ROOT,
        "%,d have to pledge, %,d of them honest; at most %,d pledged reports may be missing; rounds"
            + " are charged with %,d clients",
        plan.population().clients(),
        plan.population().honest(),
        plan.population().lossLimit(),
        plan.accounted().clients());
  }

  private static String epsilon(BudgetView budget) {
    return String.format(
        Locale.ROOT,
        "at most %s of %s spent, %s left at delta %s (%s)",
        Bounds.up(budget.spent().epsilon(), 4),
        budget.limit().epsilon(),
        Bounds.down(budget.left(), 4),
        Bounds.delta(budget.limit().delta()),
        budget.spent().kind());
  }

  private static String seen(ObserverView observer) {
    return observer
            .epsilon()
            .map(bound -> "at most " + Bounds.up(bound.epsilon(), 4) + " (" + bound.kind() + "): ")
            .orElse("")
        + observer.detail();
  }

  private static String refused(Map<String, Long> reasons) {
    return reasons.isEmpty()
        ? "none refused"
        : reasons.entrySet().stream()
            .map(reason -> reason.getValue() + " " + reason.getKey())
            .collect(Collectors.joining(", ", "refused: ", ""));
  }
}
