package org.shuffledcheckin.cli.demo;

import java.io.PrintStream;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;
import me.tongfei.progressbar.ProgressBar;
import org.shuffledcheckin.aggregator.run.RoundFacts;
import org.shuffledcheckin.aggregator.run.RunListener;
import org.shuffledcheckin.aggregator.store.StoredEvaluation;
import org.shuffledcheckin.cli.Terminal;
import org.shuffledcheckin.experiments.figure.Bounds;

/**
 * Shows rounds as they happen: a bar with the newest numbers on a terminal, otherwise a line for
 * every twentieth of the run.
 */
final class DemoDisplay implements RunListener, AutoCloseable {
  private static final int LINES = 20;

  private final PrintStream out;
  private final long rounds;
  private final Optional<ProgressBar> bar;
  private final long started = System.nanoTime();
  private long firstRound = -1;
  private double accuracy = Double.NaN;

  DemoDisplay(PrintStream out, long rounds, boolean terminal) {
    this.out = out;
    this.rounds = rounds;
    this.bar = terminal ? Optional.of(bar(out, rounds)) : Optional.empty();
  }

  private static ProgressBar bar(PrintStream out, long rounds) {
    return Terminal.bar(out, "round", rounds).build();
  }

  @Override
  public synchronized void evaluated(StoredEvaluation evaluation) {
    accuracy = evaluation.accuracy();
  }

  @Override
  public synchronized void roundEnded(RoundFacts facts) {
    if (firstRound < 0) {
      firstRound = facts.number();
    }
    String measured =
        Double.isNaN(accuracy) ? "–" : String.format(Locale.ROOT, "%.1f %%", 100 * accuracy);
    String spent = Bounds.up(facts.spent().epsilon(), 3) + " of " + facts.limit();
    String count = String.format(Locale.ROOT, "%,d", facts.outcome().aggregated());
    long number = facts.number();
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
    } else if (number % Math.max(1, rounds / LINES) == 0 || number == rounds) {
      out.printf(
          Locale.ROOT,
          "round %d/%d  k %s  accuracy %s  ε %s proven%s%n",
          number,
          rounds,
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
    Duration left = Duration.ofSeconds(Math.round((rounds - number) / perSecond(number)));
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
