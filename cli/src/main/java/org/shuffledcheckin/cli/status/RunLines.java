package org.shuffledcheckin.cli.status;

import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.shuffledcheckin.experiments.figure.Bounds;

/** The facts of a run, in the words of the operations port, as lines for people. */
final class RunLines {
  private RunLines() {}

  static Map<String, String> of(Map<String, Object> run) {
    Map<String, String> lines = new LinkedHashMap<>();
    lines.put("run", text(run, "run"));
    lines.put("state", text(run, "state") + detail(run));
    lines.put("rounds", rounds(run));
    lines.put("epsilon", epsilon(run));
    lines.put(
        "reports",
        String.format(Locale.ROOT, "%,d counted; %s", whole(run, "reports"), refused(run)));
    lines.put(
        "accuracy",
        number(run, "accuracy")
            .map(value -> String.format(Locale.ROOT, "%.2f %% on the test set", 100 * value))
            .orElse("not measured"));
    return lines;
  }

  private static String detail(Map<String, Object> run) {
    String detail = text(run, "detail");
    return detail.isEmpty() ? "" : ": " + detail;
  }

  private static String rounds(Map<String, Object> run) {
    String left =
        run.get("roundsLeft") == null
            ? ""
            : String.format(Locale.ROOT, "; the budget allows %,d more", whole(run, "roundsLeft"));
    return String.format(
        Locale.ROOT,
        "%,d of %,d committed, %,d discarded%s",
        whole(run, "roundsCommitted"),
        whole(run, "roundsPlanned"),
        whole(run, "roundsDiscarded"),
        left);
  }

  private static String epsilon(Map<String, Object> run) {
    double spent = number(run, "epsilon").orElse(0.0);
    double limit = number(run, "epsilonLimit").orElse(0.0);
    return String.format(
        Locale.ROOT,
        "at most %s of %s spent, %s left at delta %s (%s)",
        Bounds.up(spent, 4),
        limit,
        Bounds.down(Math.max(0, limit - spent), 4),
        Bounds.delta(number(run, "delta").orElse(0.0)),
        text(run, "kind"));
  }

  private static String refused(Map<String, Object> run) {
    Map<?, ?> reasons = run.get("rejected") instanceof Map<?, ?> map ? map : Map.of();
    return reasons.isEmpty()
        ? "none refused"
        : "refused: "
            + reasons.entrySet().stream()
                .map(reason -> reason.getValue() + " " + reason.getKey())
                .collect(Collectors.joining(", "));
  }

  private static String text(Map<String, Object> run, String name) {
    return run.get(name) == null ? "" : run.get(name).toString();
  }

  private static long whole(Map<String, Object> run, String name) {
    return run.get(name) instanceof Number number ? number.longValue() : 0;
  }

  private static Optional<Double> number(Map<String, Object> run, String name) {
    return run.get(name) instanceof Number number
        ? Optional.of(number.doubleValue())
        : Optional.empty();
  }
}
