package org.shuffledcheckin.cli.account;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import org.shuffledcheckin.accountant.CheckInRound;
import org.shuffledcheckin.accountant.PrivacyValue;
import org.shuffledcheckin.accountant.paper.Comparison;
import org.shuffledcheckin.accountant.sound.SoundAccountant;
import org.shuffledcheckin.cli.option.CheckInOptions;
import org.shuffledcheckin.cli.option.CountConverter;
import org.shuffledcheckin.cli.option.DeltaOption;
import org.shuffledcheckin.cli.option.JsonOption;
import org.shuffledcheckin.cli.option.RoundsOption;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** The paper's values beside what is proven. */
@Command(
    name = "compare",
    mixinStandardHelpOptions = true,
    description = {"The paper's epsilons beside the proven bounds, one table.", ""},
    footer = {
      "",
      "The paper's three methods rest on a conversion lemma that does not hold;",
      "their values may lie below the proven lower bound. They are computed as for",
      "the paper's table: delta0 = delta^2, no credit for shuffling, Gaussian noise",
      "by the textbook formula.",
      "",
      "Examples:",
      "  checkin account compare --clients 10000 --check-in-rate 0.01 \\",
      "      --rounds 100 --epsilon0 2 --delta 1e-4",
      "  the same with --baseline-count 169, the count behind the paper's table"
    })
final class CompareCommand implements Runnable {
  @Mixin private CheckInOptions checkIn;
  @Mixin private RoundsOption rounds;
  @Mixin private DeltaOption delta;

  @Option(
      names = "--baseline-count",
      paramLabel = "L",
      converter = CountConverter.class,
      description =
          "Number of check-ins that the baseline fixes. Default: the smallest that is reached with"
              + " probability at most delta^2.")
  private Long baselineCount;

  @Mixin private AnalysisOptions analysis;
  @Mixin private JsonOption json;
  @Spec private CommandSpec spec;

  @Override
  public void run() {
    long times = rounds.value();
    double at = delta.value(checkIn.clients());
    if (checkIn.isDistributed()) {
      compareSums(times, at);
      return;
    }
    CheckInRound round = checkIn.round();
    OptionalLong count =
        baselineCount == null ? OptionalLong.empty() : OptionalLong.of(baselineCount);
    List<Comparison.Row> rows = Spinner.during("Comparing", () -> rows(round, times, at, count));
    PrintWriter out = spec.commandLine().getOut();
    if (json.isGiven()) {
      json.print(out, asMap(rows, round, times));
    } else {
      print(out, rows, round, times);
    }
  }

  private void compareSums(long times, double at) {
    analysis.requireForSums();
    SumAnswer answer = new SumAnswer(checkIn.summed(), times);
    List<SumAnswer.Row> rows =
        Spinner.during("Comparing", () -> new SumComparison(answer, at).rows());
    answer.print(spec.commandLine().getOut(), json, analysis.ordered(rows));
  }

  private List<Comparison.Row> rows(CheckInRound round, long times, double at, OptionalLong count) {
    List<Comparison.Row> rows =
        new ArrayList<>(new Comparison(round, at, count).rows(times, analysis.accountant()));
    SoundAccountant shuffler = analysis.accountantAgainstShuffler();
    if (shuffler.supports(round)) {
      rows.add(
          new Comparison.Row(
              "sound bound against the shuffler", shuffler.compose(round, times).epsilon(at)));
    }
    return rows;
  }

  private void print(PrintWriter out, List<Comparison.Row> rows, CheckInRound round, long times) {
    out.println(Run.describe(round, times) + ", delta " + Figures.of(rows.get(0).value().delta()));
    out.println();
    Table table = new Table().row("", "epsilon", "kind", "method");
    for (Comparison.Row row : rows) {
      PrivacyValue value = row.value();
      table.row(
          row.name(),
          Figures.of(value.epsilon(), value.kind()),
          value.kind().name(),
          value.method());
    }
    out.print(table);
    if (!analysis.caveat().isEmpty()) {
      out.println();
      out.println("note: " + analysis.caveat());
    }
    if (!analysis.accountantAgainstShuffler().supports(round)) {
      out.println();
      out.println("note: what the shuffler learns is proven where no report may be lost only");
    }
    out.flush();
  }

  private static Map<String, Object> asMap(
      List<Comparison.Row> rows, CheckInRound round, long times) {
    Map<String, Object> result = new LinkedHashMap<>(Run.fields(round, times));
    List<Map<String, Object>> values = new ArrayList<>();
    for (Comparison.Row row : rows) {
      Map<String, Object> value = new LinkedHashMap<>();
      value.put("name", row.name());
      value.putAll(Run.value(row.value()));
      values.add(value);
    }
    result.put("values", values);
    return result;
  }
}
