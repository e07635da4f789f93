package org.shuffledcheckin.cli.demo;

import java.io.Closeable;
import java.io.IOException;
import java.io.PrintStream;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.shuffledcheckin.accountant.sound.SoundAccountant;
import org.shuffledcheckin.aggregator.AggregatorService;
import org.shuffledcheckin.aggregator.round.RunEnd;
import org.shuffledcheckin.aggregator.run.RunState;
import org.shuffledcheckin.cli.ExitCode;
import org.shuffledcheckin.cli.Terminal;
import org.shuffledcheckin.learning.data.DataSplit;
import org.shuffledcheckin.loadtest.demo.DemoPlan;
import org.shuffledcheckin.loadtest.demo.DemoServices;
import org.shuffledcheckin.loadtest.demo.RunReport;

/** One demonstration from its start to its report, or to Ctrl-C. */
final class DemoRun implements Closeable {
  private final DemoFolder folder;
  private final DemoPlan plan;
  private final boolean resumed;
  private final PrintStream console;
  private final Closeable lock;
  private final AtomicReference<DemoServices> services = new AtomicReference<>();
  private final AtomicBoolean interrupted = new AtomicBoolean();
  private final CountDownLatch stopped = new CountDownLatch(1);
  private final Thread hook = new Thread(this::interrupt, "demo-interrupt");

  /**
   * Takes the folder for this process.
   *
   * @throws org.shuffledcheckin.cli.CommandFailure if another one has it
   */
  DemoRun(DemoFolder folder, DemoPlan plan, boolean resumed, PrintStream console)
      throws IOException {
    this.folder = folder;
    this.plan = plan;
    this.resumed = resumed;
    this.console = console;
    this.lock = folder.lock();
    Runtime.getRuntime().addShutdownHook(hook);
  }

  /**
   * Trains to the end, and reports.
   *
   * @param summary takes the run in one object
   */
  int train(DataSplit data, int port, boolean stay, Consumer<Map<String, Object>> summary)
      throws Exception {
    long started = System.nanoTime();
    console.println("Starting shuffler, aggregator and clients.");
    try (DemoServices running =
        new DemoServices(folder.system(), plan, data, SoundAccountant.create(), port)) {
      services.set(running);
      AggregatorService aggregator = running.aggregator();
      if (aggregator.operationsPort().isPresent()) {
        showWhereToWatch(
            aggregator.operationsPort().getAsInt(), aggregator.operatorPort().orElseThrow());
      }
      RunEnd end = watch(aggregator);
      if (interrupted.get()) {
        stopped.await();
        return ExitCode.INTERRUPTED;
      }
      double seconds = (System.nanoTime() - started) / 1e9;
      int code = report(aggregator, end, seconds, summary);
      if (stay) {
        console.println("The dashboard stays up until Ctrl-C.");
        new CountDownLatch(1).await();
      }
      return code;
    }
  }

  private void showWhereToWatch(int dashboard, int operators) {
    console.println("Watch: http://127.0.0.1:" + dashboard + "/ (also while it trains)");
    console.println(
        "Order: checkin control pause --aggregator 127.0.0.1:"
            + operators
            + " --keys "
            + folder.system().keys());
    console.println();
  }

  private RunEnd watch(AggregatorService aggregator) throws InterruptedException {
    boolean terminal = Terminal.isThere() && console == System.out;
    try (DemoDisplay display = new DemoDisplay(console, plan, terminal)) {
      aggregator.events().subscribe(display);
      return aggregator.await();
    }
  }

  private int report(
      AggregatorService aggregator,
      RunEnd end,
      double seconds,
      Consumer<Map<String, Object>> summary)
      throws IOException {
    RunReport report =
        new RunReport(
            folder.system(), plan, aggregator.status(), seconds, resumed, aggregator.history());
    report.write();
    console.println();
    console.println(report.sentence());
    console.println("Report: " + folder.path().resolve("report.html"));
    summary.accept(report.summary());
    RunState state = aggregator.status().state();
    if (state == RunState.FINISHED || state == RunState.BUDGET_SPENT) {
      return ExitCode.OK;
    }
    console.println(end.detail());
    return ExitCode.FAILED;
  }

  /** On Ctrl-C, in place of everything else. */
  private void interrupt() {
    interrupted.set(true);
    try {
      if (services.get() != null) {
        services.get().close();
      }
      console.println();
      console.println(
          "Stopped; nothing is lost. Go on with: checkin demo --resume " + folder.path());
      console.flush();
    } catch (IOException e) {
      console.println("Stopping was not clean: " + e.getMessage());
    } finally {
      stopped.countDown();
    }
  }

  @Override
  public void close() throws IOException {
    if (!interrupted.get()) {
      Runtime.getRuntime().removeShutdownHook(hook);
    }
    lock.close();
  }
}
