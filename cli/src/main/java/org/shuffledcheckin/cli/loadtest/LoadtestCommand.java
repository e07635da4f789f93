package org.shuffledcheckin.cli.loadtest;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.Callable;
import org.shuffledcheckin.cli.CommandFailure;
import org.shuffledcheckin.cli.ExitCode;
import org.shuffledcheckin.cli.Terminal;
import org.shuffledcheckin.cli.option.JsonOption;
import org.shuffledcheckin.cli.option.OutOption;
import org.shuffledcheckin.cli.option.QuickOption;
import org.shuffledcheckin.loadtest.LoadPlan;
import org.shuffledcheckin.loadtest.LoadReport;
import org.shuffledcheckin.loadtest.LoadResult;
import org.shuffledcheckin.loadtest.LoadRun;
import org.shuffledcheckin.loadtest.Target;
import org.shuffledcheckin.loadtest.local.LocalLogs;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** Drives a system with many clients, honest and not, and fails if anything was lost. */
@Command(
    name = "loadtest",
    mixinStandardHelpOptions = true,
    description = {
      "Drives a whole system with many simulated clients and compares, round by round, the reports"
          + " that the shuffler acknowledged with those that the aggregator counted or rejected."
          + " Fails if one was lost, counted twice, or rejected for another reason than its sender"
          + " gave.",
      "Honest clients are those of 'checkin fleet'; some drop out. Misbehaving ones are enrolled"
          + " too and send garbage, reports of other rounds, broken seals, nonsense, poison, duplicates,"
          + " replays, reports that they did not pledge, wrong lengths, unknown tokens, late pledges and floods.",
      "Without --shuffler it starts shuffler and aggregator in this process, over loopback TLS. It"
          + " ends by itself and leaves a folder with a page, tables and a JSON summary.",
      ""
    },
    footer = {
      "",
      "Latencies are in milliseconds. 'since announcement' runs from the moment a client hears of a"
          + " round to the acknowledgement of its pledge or delivery and is free of coordinated omission; 'of a"
          + " call' runs from request to reply.",
      "",
      "Exit codes: 0 everything adds up, 1 something does not, 2 bad input, 3 something outside"
          + " failed.",
      "",
      "Examples:",
      "  checkin loadtest --quick                     2,000 clients, in seconds",
      "  checkin loadtest                             100,000 clients, about two minutes",
      "  checkin loadtest --dropout-rate 0 --json     rounds end when all is delivered",
      "  checkin loadtest --misbehaving 0.2           a fifth of them misbehaves",
      "  checkin loadtest --form distributed          the aggregator sees sums alone",
      "  checkin loadtest --shuffler 127.0.0.1:7443 --trust keys/ca.crt --bundle keys/bundle.json --token-file tokens.txt"
          + " --aggregator 127.0.0.1:9466    a running system"
    })
public final class LoadtestCommand implements Callable<Integer> {
  @Mixin private LoadOptions options;
  @Mixin private TargetOptions targetOptions;
  @Mixin private QuickOption quick;
  @Mixin private OutOption out;
  @Mixin private JsonOption json;
  @Spec private CommandSpec spec;

  @Override
  public Integer call() throws IOException, InterruptedException {
    Optional<Target> target = targetOptions.target();
    requireOurs(target.isPresent());
    LoadPlan plan =
        options.plan(
            quick.isGiven(),
            target.isPresent() ? OptionalInt.of(target.get().enrolled()) : OptionalInt.empty());
    Path folder = folder();
    LocalLogs.quiet();
    // With --json, standard output holds the object and nothing else.
    PrintStream console = json.isGiven() ? System.err : System.out;
    LoadResult result;
    try (LoadDisplay display = new LoadDisplay(console, Terminal.isThere() && !json.isGiven())) {
      result = LoadRun.run(plan, target, folder, display);
    }
    LoadReport report = new LoadReport(result);
    report.writeTo(folder);
    print(report, result, console);
    console.println("Report: " + folder.resolve("report.html"));
    if (json.isGiven()) {
      Map<String, Object> summary = result.summary();
      summary.put("out", folder.toString());
      json.print(spec.commandLine().getOut(), summary);
    }
    return result.passed() ? ExitCode.OK : ExitCode.FAILED;
  }

  private static void print(LoadReport report, LoadResult result, PrintStream console) {
    console.println();
    report
        .facts()
        .forEach(fact -> console.printf(Locale.ROOT, "%-28s %s%n", fact.name(), fact.text()));
    console.println();
    result.violations().forEach(violation -> console.println("WRONG: " + violation));
    console.println(report.verdict());
  }

  /** A running system's aggregator has decided these already. */
  private void requireOurs(boolean running) {
    List<String> given =
        spec.commandLine().getParseResult().matchedOptions().stream()
            .map(option -> option.longestName())
            .toList();
    List<String> vain = options.ofTheAggregator(given);
    if (running && !vain.isEmpty()) {
      throw new IllegalArgumentException(
          "with --shuffler the running aggregator decides: leave %s away"
              .formatted(String.join(", ", vain)));
    }
  }

  private Path folder() {
    Path folder = out.orByTheTime("loadtest");
    if (Files.exists(folder.resolve(LoadReport.SUMMARY))) {
      throw new CommandFailure(ExitCode.USAGE, folder + " holds a run already: name another --out");
    }
    if (Files.exists(folder.resolve("state"))) {
      throw new CommandFailure(
          ExitCode.USAGE,
          folder
              + " holds what a load test left that did not end: remove it, or name another --out");
    }
    try {
      Files.createDirectories(folder);
      Files.delete(Files.createTempFile(folder, "writable", null));
    } catch (IOException e) {
      throw new CommandFailure(
          ExitCode.UNAVAILABLE, "--out names a folder that cannot be written: " + folder);
    }
    return folder;
  }
}
