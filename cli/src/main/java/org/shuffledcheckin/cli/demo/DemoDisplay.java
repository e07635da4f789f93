package org.shuffledcheckin.cli.demo;

import java.io.PrintStream;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;
import me.tongfei.progressbar.ProgressBar;
import org.shuffledcheckin.aggregator.run.RoundTimes;
import org.shuffledcheckin.aggregator.run.RoundView;
import org.shuffledcheckin.aggregator.run.RunListener;
import org.shuffledcheckin.aggregator.store.RoundOutcome;
import org.shuffledcheckin.aggregator.store.StoredEvaluation;
import org.shuffledcheckin.cli.Terminal;
import org.shuffledcheckin.experiments.figure.Bounds;
import org.shuffledcheckin.loadtest.demo.DemoPlan;

/**
 * Shows rounds as they happen: a bar with the newest numbers on a terminal, otherwise a line for
 * every twentieth of the run.
 */
final class DemoDisplay implements RunListener, AutoCloseable {
  private static final int LINES = 20;

  private final PrintStream out;
  private final DemoPlan plan;
  private final Optional<ProgressBar> bar;
  private final long started = System.nanoTime();
  private long firstRound = -1;
  private double accuracy = Double.NaN;

  DemoDisplay(PrintStream out, DemoPlan plan, boolean terminal) {
    this.out = out;
    this.plan = plan;
    this.bar =
        terminal
            ? Optional.of(Terminal.bar(out, "round", plan.training().rounds()).build())
            : Optional.empty();
  }

  @Override
  public synchronized void evaluated(StoredEvaluation evaluation) {
    accuracy = evaluation.accuracy();
  }

  @Override
  public synchronized void roundEnded(RoundView round, RoundTimes times) {
    if (firstRound < 0) {
      firstRound = round.number();
    }
    String measured =
        Double.isNaN(accuracy) ? "–" : String.format(Locale.ROOT, "%.1f %%", 100 * accuracy);
    String spent = Bounds.up(round.epsilon(), 3) + " of " + plan.budget().epsilon();
    long counted = round.outcome().map(RoundOutcome::aggregated).orElse(0L);
    String count = String.format(Locale.ROOT, "%,d", counted);
    long number = round.number();
    if (bar.isPresent()) {
      // The most telling first: a narrow terminal cuts the rest off.
      bar.get()
          .setExtraMessage(
              String.format(
                  Locale.ROOT,
                  "  %s  ε %s proven  k %s  %.1f/s",
                  measured,
                  spent,
                  count,
                  perSecond(number)))
          .stepTo(number);
    } else if (number % Math.max(1, plan.training().rounds() / LINES) == 0
        || number == plan.training().rounds()) {
      out.printf(
          Locale.ROOT,
          "round %d/%d  k %s  accuracy %s  ε %s proven%s%n",
          number,
          plan.training().rounds(),
          count,
          measured,
          spent,
          pace(number));
    }
  }

  private double perSecond(long number) {
    return (number - firstRound + 1) / ((System.nanoTime() - started) / 1e9);
  }

  private String pace(long number) {
    Duration left =
        Duration.ofSeconds(Math.round((plan.training().rounds() - number) / perSecond(number)));
    return String.format(
        Locale.ROOT,
        "  %.1f rounds/s  %d:%02d left",
        perSecond(number),
        left.toMinutes(),
        left.toSecondsPart());
  }

  @Override
  public void close() {
    bar.ifPresent(ProgressBar::close);
  }
}
