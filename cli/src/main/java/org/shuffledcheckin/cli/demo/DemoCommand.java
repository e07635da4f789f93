package org.shuffledcheckin.cli.demo;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import org.shuffledcheckin.accountant.UpperBound;
import org.shuffledcheckin.accountant.sound.SoundAccountant;
import org.shuffledcheckin.aggregator.round.RunEnd;
import org.shuffledcheckin.aggregator.run.RunState;
import org.shuffledcheckin.aggregator.run.RunStatus;
import org.shuffledcheckin.cli.CommandFailure;
import org.shuffledcheckin.cli.ExitCode;
import org.shuffledcheckin.cli.Terminal;
import org.shuffledcheckin.cli.data.DataProgress;
import org.shuffledcheckin.cli.local.LocalLogs;
import org.shuffledcheckin.cli.local.SystemFolder;
import org.shuffledcheckin.cli.option.DatasetOptions;
import org.shuffledcheckin.cli.option.JsonOption;
import org.shuffledcheckin.cli.option.OutOption;
import org.shuffledcheckin.cli.option.QuickOption;
import org.shuffledcheckin.learning.data.DataOptions;
import org.shuffledcheckin.learning.data.DataSets;
import org.shuffledcheckin.learning.data.DataSplit;
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
      "Trains a digit classifier from the records of 60,000 simulated clients, in private: shuffler,"
          + " aggregator and clients run in this process and talk over loopback TLS with sealed"
          + " reports, by the code that is deployed.",
      "Ends by itself in about two minutes and leaves a folder with a report. While it runs, its"
          + " dashboard is at the address it prints.",
      ""
    },
    footer = {
      "",
      "Examples:",
      "  checkin demo                          the whole of it",
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
    if (port < 0 || port > 65535) {
      throw new IllegalArgumentException("--port must be in [0, 65535] but is " + port);
    }
    LocalLogs.quiet();
    // With --json, standard output holds the object and nothing else.
    PrintStream people = json.isGiven() ? System.err : System.out;
    Path path = resume.orElseGet(this::freshFolder);
    DemoPlan plan = resume.isPresent() ? resumed(path) : planned();
    UpperBound planned = requireAffordable(plan);
    DataSplit data = data(plan, people);
    plan = plan.clients() > data.train().size() ? tooFewRecords(plan, data) : plan;
    if (resume.isEmpty()) {
      plan.writeTo(path);
    }
    return train(new SystemFolder(path), plan, planned, data, people);
  }

  private int train(
      SystemFolder folder, DemoPlan plan, UpperBound planned, DataSplit data, PrintStream people)
      throws Exception {
    long started = System.nanoTime();
    CountDownLatch finished = new CountDownLatch(1);
    AtomicBoolean interrupted = new AtomicBoolean();
    try (DemoServices services =
        new DemoServices(folder, plan, data, SoundAccountant.create(), port)) {
      Thread hook = new Thread(() -> interrupt(services, interrupted, finished, folder, people));
      Runtime.getRuntime().addShutdownHook(hook);
      introduce(plan, planned, data, services, people);
      RunEnd end;
      try (DemoDisplay display =
          new DemoDisplay(people, plan.rounds(), Terminal.isThere() && !json.isGiven())) {
        services.aggregator().events().subscribe(display);
        end = services.aggregator().await();
      }
      if (interrupted.get()) {
        finished.await();
        return ExitCode.INTERRUPTED;
      }
      double seconds = (System.nanoTime() - started) / 1e9;
      int code = conclude(folder, plan, services.aggregator().status(), end, seconds, people);
      if (stay) {
        people.println("The dashboard stays up until Ctrl-C.");
        new CountDownLatch(1).await();
      }
      Runtime.getRuntime().removeShutdownHook(hook);
      return code;
    }
  }

  private int conclude(
      SystemFolder folder,
      DemoPlan plan,
      RunStatus status,
      RunEnd end,
      double seconds,
      PrintStream people)
      throws IOException {
    RunReport report = RunReport.read(folder, plan, status, seconds);
    report.write();
    people.println();
    people.println(report.sentence());
    people.println("Report: " + folder.path().resolve("report.html"));
    if (json.isGiven()) {
      json.print(spec.commandLine().getOut(), report.summary());
    }
    if (status.state() != RunState.FINISHED && status.state() != RunState.BUDGET_SPENT) {
      people.println(end.detail());
      return ExitCode.FAILED;
    }
    return ExitCode.OK;
  }

  private void interrupt(
      DemoServices services,
      AtomicBoolean interrupted,
      CountDownLatch finished,
      SystemFolder folder,
      PrintStream people) {
    interrupted.set(true);
    try {
      services.close();
      people.println();
      people.println(
          "Stopped; nothing is lost. Go on with: checkin demo --resume " + folder.path());
      people.flush();
    } catch (IOException e) {
      people.println("Stopping was not clean: " + e.getMessage());
    } finally {
      finished.countDown();
    }
  }

  private static void introduce(
      DemoPlan plan,
      UpperBound planned,
      DataSplit data,
      DemoServices services,
      PrintStream people) {
    people.printf(
        Locale.ROOT,
        "Data: %s. %,d clients hold one record each; nobody sees it.%n",
        data.origin(),
        plan.clients());
    people.printf(
        Locale.ROOT,
        "Plan: %,d rounds, each client sends Poisson(%s) reports a round, noise %s times the clip."
            + "%n      Proven cost of it all: ε ≤ %.3f at δ = %.2g.%n",
        plan.rounds(),
        plan.checkInRate(),
        plan.noiseMultiplier(),
        Math.ceil(planned.epsilon() * 1000) / 1000,
        plan.delta());
    services
        .aggregator()
        .operationsPort()
        .ifPresent(at -> people.println("Watch: http://127.0.0.1:" + at + "/"));
    people.println();
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
    UpperBound first = accountant.compose(plan.round(), 1).epsilon(plan.delta());
    if (first.epsilon() > plan.epsilonLimit()) {
      throw new IllegalArgumentException(
          String.format(
              Locale.ROOT,
              "the budget of epsilon %s does not pay for one round, which costs %.4g at delta %.2g:"
                  + " raise --epsilon or --noise-multiplier",
              plan.epsilonLimit(),
              first.epsilon(),
              plan.delta()));
    }
    return accountant.compose(plan.round(), plan.rounds()).epsilon(plan.delta());
  }

  private DataSplit data(DemoPlan plan, PrintStream people) throws IOException {
    try (DataProgress progress = new DataProgress(people)) {
      return DataSets.resolve(plan.dataset(), DataOptions.ofUser(dataset.directory()), progress);
    }
  }

  private static DemoPlan tooFewRecords(DemoPlan plan, DataSplit data) {
    throw new IllegalArgumentException(
        String.format(
            Locale.ROOT,
            "--clients must be at most %d, one for each record of %s, but is %d",
            data.train().size(),
            data.origin(),
            plan.clients()));
  }

  private Path freshFolder() {
    Path folder =
        out.value()
            .orElseGet(
                () ->
                    Path.of(
                        "runs",
                        "demo-"
                            + LocalDateTime.now(ZoneId.systemDefault())
                                .format(DateTimeFormatter.ofPattern("yyyyMMdd-HHmmss"))));
    if (Files.exists(folder.resolve("plan.json"))) {
      throw new CommandFailure(
          ExitCode.USAGE,
          folder
              + " holds a run already: go on with --resume "
              + folder
              + ", or name another --out");
    }
    return folder;
  }
}
