package org.shuffledcheckin.cli.account;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.shuffledcheckin.accountant.CheckInRound;
import org.shuffledcheckin.accountant.PrivacyValue;
import org.shuffledcheckin.accountant.UpperBound;
import org.shuffledcheckin.accountant.sound.Explanation;
import org.shuffledcheckin.accountant.sound.Theorem;
import org.shuffledcheckin.cli.option.CheckInOptions;
import org.shuffledcheckin.cli.option.DeltaOption;
import org.shuffledcheckin.cli.option.JsonOption;
import org.shuffledcheckin.cli.option.RoundsOption;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** Where a proven bound comes from. */
@Command(
    name = "explain",
    mixinStandardHelpOptions = true,
    description = {
      "Which theorem bounds a run, what it assumes, what came second, and how much",
      "of the bound is real.",
      ""
    },
    footer = {
      "",
      "Sections are those of docs/privacy-analysis.md. The lower bound is what some",
      "randomiser of this description really costs on some data: no analysis can",
      "prove less.",
      "",
      "Examples:",
      "  checkin account explain --clients 60000 --check-in-rate 0.05 \\",
      "      --rounds 200 --noise-multiplier 1 --loss-limit 0",
      "  checkin account explain --clients 10000 --check-in-rate 0.01 \\",
      "      --rounds 100 --epsilon0 2 --delta 1e-4 --json"
    })
final class ExplainCommand implements Runnable {
  @Mixin private CheckInOptions checkIn;
  @Mixin private RoundsOption rounds;
  @Mixin private DeltaOption delta;
  @Mixin private JsonOption json;
  @Spec private CommandSpec spec;

  @Override
  public void run() {
    CheckInRound round = checkIn.round();
    long times = rounds.value();
    double at = delta.value(checkIn.clients());
    Explanation explanation =
        Spinner.during("Comparing analyses", () -> Explanation.of(round, times, at));
    PrintWriter out = spec.commandLine().getOut();
    if (json.isGiven()) {
      Map<String, Object> result = asMap(explanation, round, times);
      if (checkIn.isDistributed()) {
        result.putAll(new SumAnswer(checkIn.summed(), times).fields());
        result.put("values", SumAnswer.asList(sums(times, at)));
      }
      json.print(out, result);
    } else {
      print(out, explanation, round, times);
      if (checkIn.isDistributed()) {
        out.println();
        new SumAnswer(checkIn.summed(), times).print(out, json, sums(times, at));
      }
    }
  }

  private List<SumAnswer.Row> sums(long times, double at) {
    return new SumAnswer(checkIn.summed(), times).epsilons(at);
  }

  private static void print(
      PrintWriter out, Explanation explanation, CheckInRound round, long times) {
    UpperBound bound = explanation.bound();
    out.println(Run.describe(round, times) + ", delta " + Figures.of(bound.delta()));
    out.println();
    Table table = new Table().row("", "epsilon", "kind", "method");
    row(table, "proven", bound);
    explanation.others().forEach(other -> row(table, "proven too", other));
    row(table, "at least", explanation.lower());
    out.print(table);
    out.println();
    for (Theorem theorem : explanation.theorems()) {
      out.println("by       " + theorem.statement() + " (section " + theorem.section() + ")");
    }
    out.println("gap      " + gap(explanation));
    out.println("about    one client's record exchanged for any other");
    out.println(
        "if       " + String.join(System.lineSeparator() + "         ", explanation.assumptions()));
    out.flush();
  }

  private static void row(Table table, String name, PrivacyValue value) {
    table.row(name, Figures.of(value.epsilon(), value.kind()), value.kind().name(), value.method());
  }

  private static String gap(Explanation explanation) {
    double lower = explanation.lower().epsilon();
    return lower > 0
        ? "the truth is at least 1/" + Figures.of(explanation.bound().epsilon() / lower) + " of it"
        : "no data set is known that costs anything";
  }

  private static Map<String, Object> asMap(
      Explanation explanation, CheckInRound round, long times) {
    Map<String, Object> result = new LinkedHashMap<>(Run.value(explanation.bound()));
    result.putAll(Run.fields(round, times));
    result.put("neighbors", explanation.neighbors().name());
    List<Map<String, Object>> theorems = new ArrayList<>();
    for (Theorem theorem : explanation.theorems()) {
      Map<String, Object> map = new LinkedHashMap<>();
      map.put("theorem", theorem.name());
      map.put("section", theorem.section());
      map.put("statement", theorem.statement());
      theorems.add(map);
    }
    result.put("theorems", theorems);
    result.put("assumptions", explanation.assumptions());
    result.put("others", explanation.others().stream().map(Run::value).toList());
    result.put("lower", Run.value(explanation.lower()));
    return result;
  }
}
