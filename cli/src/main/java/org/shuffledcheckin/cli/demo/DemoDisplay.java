package org.shuffledcheckin.cli.demo;

import java.io.PrintStream;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;
import me.tongfei.progressbar.ConsoleProgressBarConsumer;
import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarBuilder;
import me.tongfei.progressbar.ProgressBarStyle;
import org.shuffledcheckin.aggregator.run.RoundFacts;
import org.shuffledcheckin.aggregator.run.RunListener;
import org.shuffledcheckin.aggregator.store.StoredEvaluation;
import org.shuffledcheckin.cli.figure.Bounds;

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
    return new ProgressBarBuilder()
        .setTaskName("round")
        .setInitialMax(rounds)
        .setStyle(
            System.getenv("NO_COLOR") == null
                ? ProgressBarStyle.COLORFUL_UNICODE_BLOCK
                : ProgressBarStyle.ASCII)
        .setUpdateIntervalMillis(200)
        .setConsumer(new ConsoleProgressBarConsumer(out))
        .build();
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
    String numbers =
        String.format(
            Locale.ROOT,
            "k %,d  accuracy %s  ε %s of %s proven",
            facts.outcome().aggregated(),
            Double.isNaN(accuracy) ? "–" : String.format(Locale.ROOT, "%.1f %%", 100 * accuracy),
            Bounds.up(facts.spent().epsilon(), 3),
            facts.limit());
    if (bar.isPresent()) {
      bar.get().setExtraMessage("  " + numbers).stepTo(facts.number());
    } else if (facts.number() % Math.max(1, rounds / LINES) == 0 || facts.number() == rounds) {
      out.println("round " + facts.number() + "/" + rounds + "  " + numbers + pace(facts.number()));
    }
  }

  private String pace(long number) {
    double seconds = (System.nanoTime() - started) / 1e9;
    double perSecond = (number - firstRound + 1) / seconds;
    Duration left = Duration.ofSeconds(Math.round((rounds - number) / perSecond));
    return String.format(
        Locale.ROOT,
        "  %.1f rounds/s  %d:%02d left",
        perSecond,
        left.toMinutes(),
        left.toSecondsPart());
  }

  @Override
  public void close() {
    bar.ifPresent(ProgressBar::close);
  }
}
