package org.shuffledcheckin.cli.account;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import org.shuffledcheckin.cli.ExitCode;
import org.shuffledcheckin.cli.option.JsonOption;
import org.shuffledcheckin.experiments.reference.ComparedValue;
import org.shuffledcheckin.experiments.reference.ReferenceCase;
import org.shuffledcheckin.experiments.reference.ReferenceFile;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Recomputes a file of reference values. */
@Command(
    name = "evaluate",
    mixinStandardHelpOptions = true,
    description = {"Recompute reference values and compare.", ""},
    footer = {
      "",
      "FILE is JSON: {\"cases\": [{\"id\", \"function\", \"inputs\", \"output\"}, ...]}.",
      "A value agrees within 1e-7 relatively; where fewer digits are printed, within",
      "one unit of the last; an interval, if not below its left end and at most",
      "0.5 %% above its right end.",
      "",
      "Exit code 0 if all agree, 1 if any is off, 2 if the file is not of this form.",
      "",
      "  checkin account evaluate accountant.json",
      "  checkin account evaluate accountant.json --json"
    })
final class EvaluateCommand implements Callable<Integer> {
  @Parameters(paramLabel = "FILE", description = "File of reference cases.")
  private Path file;

  @Mixin private JsonOption json;
  @Spec private CommandSpec spec;

  @Override
  public Integer call() {
    List<ReferenceCase> cases = ReferenceFile.read(file);
    List<ComparedValue> rows =
        Spinner.during(
            "Evaluating", () -> cases.stream().flatMap(one -> one.evaluate().stream()).toList());
    boolean agree = rows.stream().allMatch(row -> row.verdict().agrees());
    if (json.isGiven()) {
      json.print(spec.commandLine().getOut(), asMap(rows, agree));
    } else {
      print(spec.commandLine().getOut(), rows, cases.size());
    }
    return agree ? ExitCode.OK : ExitCode.FAILED;
  }

  private static void print(PrintWriter out, List<ComparedValue> rows, int cases) {
    Table table = new Table().row("id", "function", "expected", "computed", "relative error", "");
    for (ComparedValue row : rows) {
      table.row(
          row.id(),
          row.output().isEmpty() ? row.function() : row.function() + "." + row.output(),
          row.expected(),
          String.valueOf(row.computed()),
          String.format(Locale.ROOT, "%.1e", row.verdict().relativeError()),
          row.verdict().agrees() ? "ok" : "OFF");
    }
    out.print(table);
    long off = rows.stream().filter(row -> !row.verdict().agrees()).count();
    out.println();
    out.println(
        cases + " cases, " + rows.size() + " values: " + (off == 0 ? "all agree" : off + " off"));
    out.flush();
  }

  private static Map<String, Object> asMap(List<ComparedValue> rows, boolean agree) {
    List<Map<String, Object>> list = new ArrayList<>();
    for (ComparedValue row : rows) {
      Map<String, Object> map = new LinkedHashMap<>();
      map.put("id", row.id());
      map.put("function", row.function());
      map.put("output", row.output());
      map.put("expected", row.expected());
      map.put("computed", row.computed());
      map.put("relative_error", row.verdict().relativeError());
      map.put("agrees", row.verdict().agrees());
      list.add(map);
    }
    Map<String, Object> result = new LinkedHashMap<>();
    result.put("agree", agree);
    result.put("values", list);
    return result;
  }
}
