package org.shuffledcheckin.cli.demo;

import java.io.IOException;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.shuffledcheckin.accountant.UpperBound;
import org.shuffledcheckin.accountant.sound.SoundAccountant;
import org.shuffledcheckin.cli.CommandFailure;
import org.shuffledcheckin.cli.ExitCode;
import org.shuffledcheckin.cli.data.DataProgress;
import org.shuffledcheckin.cli.option.DatasetOptions;
import org.shuffledcheckin.cli.option.JsonOption;
import org.shuffledcheckin.cli.option.OutOption;
import org.shuffledcheckin.cli.option.QuickOption;
import org.shuffledcheckin.experiments.figure.Bounds;
import org.shuffledcheckin.learning.data.DataFormatException;
import org.shuffledcheckin.learning.data.DataOptions;
import org.shuffledcheckin.learning.data.DataSets;
import org.shuffledcheckin.learning.data.DataSplit;
import org.shuffledcheckin.loadtest.demo.DemoPlan;
import org.shuffledcheckin.loadtest.local.LocalLogs;
import org.shuffledcheckin.report.randomizer.ReportForm;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Trains a model in private, on this machine, while one watches. */
@Command(
    name = "demo",
    mixinStandardHelpOptions = true,
    description = {
      "Trains a digit classifier in private, on this machine, while you watch.",
      "Shuffler, aggregator and 60,000 simulated clients run in this process and talk over loopback"
          + " TLS with sealed reports, by the code that is deployed. Ends by itself in about two"
          + " minutes and leaves a folder with a report. While it runs, its dashboard is at the"
          + " address it prints.",
      ""
    },
    footer = {
      "",
      "Examples:",
      "  checkin demo                          the whole of it",
      "  checkin demo --form distributed       the aggregator sees sums of reports, nothing else",
      "  checkin demo --quick                  fewer clients and rounds, in seconds",
      "  checkin demo --quick --json           ends with one JSON object",
      "  checkin demo --resume runs/demo-...   goes on where Ctrl-C stopped it"
    })
public final class DemoCommand implements Callable<Integer> {
  @Mixin private DatasetOptions dataset;
  @Mixin private PlanOptions planOptions;
  @Mixin private QuickOption quick;
  @Mixin private OutOption out;
  @Mixin private JsonOption json;

  @Option(
      names = "--resume",
      paramLabel = "RUN",
      description = "Go on with the run in this folder; nothing else about it may change.")
  private Optional<Path> resume = Optional.empty();

  @Option(
      names = "--port",
      paramLabel = "PORT",
      defaultValue = "0",
      description = "Port of the dashboard on 127.0.0.1 (default: any that is free).")
  private int port;

  @Option(names = "--stay", description = "Keep the dashboard up after the run, until Ctrl-C.")
  private boolean stay;

  @Spec private CommandSpec spec;

  @Override
  public Integer call() throws Exception {
    LocalLogs.quiet();
    requirePort();
    // With --json, standard output holds the object and nothing else.
    PrintStream console = json.isGiven() ? System.err : System.out;
    DemoPlan plan = resume.isPresent() ? resumed(resume.get()) : planned();
    UpperBound cost = requireAffordable(plan);
    DemoFolder folder = resume.map(DemoFolder::new).orElseGet(() -> DemoFolder.fresh(out));
    folder.requireWritable();
    DataSplit data = data(plan, console);
    requireRecords(plan, data);
    if (resume.isEmpty() && data.train().name().startsWith("drawn")) {
      plan = plan.on(DataSets.DRAWN_DIGITS);
    }
    introduce(plan, cost, data, console);
    if (resume.isEmpty()) {
      folder = folder.claim(out.value().isEmpty());
      plan.writeTo(folder.path());
    }
    Optional<PrintWriter> object =
        json.isGiven() ? Optional.of(spec.commandLine().getOut()) : Optional.empty();
    try (DemoRun run = new DemoRun(folder, plan, resume.isPresent(), console)) {
      return run.train(
          data, port, stay, summary -> object.ifPresent(to -> json.print(to, summary)));
    }
  }

  /** Before anything is written: a port that is taken later is not worth half a run. */
  private void requirePort() {
    if (port < 0 || port > 65535) {
      throw new IllegalArgumentException("--port must be in [0, 65535] but is " + port);
    }
    try (ServerSocket probe = new ServerSocket()) {
      probe.setReuseAddress(true);
      probe.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
    } catch (IOException e) {
      throw new CommandFailure(
          ExitCode.UNAVAILABLE,
          "port "
              + port
              + " of 127.0.0.1 cannot be used ("
              + e.getMessage()
              + "): name another --port, or leave it away for any that is free");
    }
  }

  private static void introduce(
      DemoPlan plan, UpperBound planned, DataSplit data, PrintStream console) {
    console.printf(
        Locale.ROOT,
        "Data: %s. %,d clients hold one record each; nobody sees it.%n",
        data.origin(),
        plan.population().clients());
    console.printf(
        Locale.ROOT,
        "Plan: %,d rounds; in each, every client sends %s reports on average, by its own draw,%n"
            + "      with noise of %s times the clip%s.%n"
            + "      Proven cost of it all: ε ≤ %s at δ = %s.%n",
        plan.training().rounds(),
        plan.population().rate(),
        plan.report().noiseMultiplier(),
        plan.form() == ReportForm.DISTRIBUTED ? ", and the aggregator sees their sum alone" : "",
        Bounds.up(planned.epsilon(), 3),
        Bounds.delta(plan.budget().delta()));
  }

  private DemoPlan planned() {
    return planOptions.plan(quick.isGiven(), dataset.name().orElse("mnist"));
  }

  private DemoPlan resumed(Path folder) {
    DemoPlan plan = DemoPlan.readFrom(folder);
    planOptions.requireSame(plan);
    if (dataset.name().isPresent() && !dataset.name().get().equals(plan.dataset())) {
      throw new IllegalArgumentException(
          "this run was begun with --dataset " + plan.dataset() + ", which cannot change");
    }
    if (quick.isGiven() || out.value().isPresent()) {
      throw new IllegalArgumentException(
          "--resume takes the plan and the folder of the run: leave --quick and --out away");
    }
    return plan;
  }

  private static UpperBound requireAffordable(DemoPlan plan) {
    SoundAccountant accountant = SoundAccountant.create();
    UpperBound first = accountant.compose(plan.round(), 1).epsilon(plan.budget().delta());
    if (first.epsilon() > plan.budget().epsilon()) {
      throw new IllegalArgumentException(
          String.format(
              Locale.ROOT,
              "the budget of epsilon %s does not pay for one round, which costs %s at delta %s:"
                  + " raise --epsilon or --noise-multiplier",
              plan.budget().epsilon(),
              Bounds.up(first.epsilon(), 4),
              Bounds.delta(plan.budget().delta())));
    }
    return accountant
        .compose(plan.round(), plan.training().rounds())
        .epsilon(plan.budget().delta());
  }

  private DataSplit data(DemoPlan plan, PrintStream console) throws IOException {
    DataOptions where = DataOptions.ofUser(dataset.directory());
    try {
      return DataProgress.during(console, to -> DataSets.resolve(plan.dataset(), where, to));
    } catch (DataFormatException e) {
      throw new CommandFailure(
          ExitCode.UNAVAILABLE,
          e.getMessage()
              + " (replace or remove it, name another folder with --data, or take --dataset digits,"
              + " which needs no files)");
    }
  }

  private static void requireRecords(DemoPlan plan, DataSplit data) {
    if (plan.population().clients() > data.train().size()) {
      throw new IllegalArgumentException(
          String.format(
              Locale.ROOT,
              "--clients must be at most %d, one for each record of %s, but is %d",
              data.train().size(),
              data.origin(),
              plan.population().clients()));
    }
  }
}
