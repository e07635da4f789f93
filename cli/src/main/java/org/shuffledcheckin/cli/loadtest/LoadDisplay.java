package org.shuffledcheckin.cli.loadtest;

import java.io.PrintStream;
import java.util.Locale;
import java.util.Optional;
import java.util.function.LongSupplier;
import me.tongfei.progressbar.ProgressBar;
import org.shuffledcheckin.cli.Terminal;
import org.shuffledcheckin.loadtest.LoadListener;

/**
 * Shows how far a load test is: a bar on a terminal, otherwise a line for each step and for at most
 * twenty rounds. Safe for several threads.
 */
final class LoadDisplay implements LoadListener, AutoCloseable {
  private static final int LINES = 20;
  private static final long UNKNOWN = -1;

  private final PrintStream out;
  private final boolean terminal;
  private final long began = System.nanoTime();
  private Optional<ProgressBar> bar = Optional.empty();
  private LongSupplier pledges = () -> 0;
  private long rounds;
  private long ended;

  LoadDisplay(PrintStream out, boolean terminal) {
    this.out = out;
    this.terminal = terminal;
  }

  @Override
  public synchronized void step(String what) {
    show(what, UNKNOWN);
    if (!terminal) {
      out.printf(Locale.ROOT, "%6.1f s  %s%n", seconds(), what);
    }
  }

  @Override
  public synchronized void began(long count, LongSupplier acknowledged) {
    rounds = count;
    pledges = acknowledged;
    show("round", count);
  }

  @Override
  public synchronized void roundEnded(long number) {
    ended++;
    String numbers = String.format(Locale.ROOT, "%,d pledges acknowledged", pledges.getAsLong());
    if (bar.isPresent()) {
      bar.get().setExtraMessage("  " + numbers).stepTo(ended);
    } else if (number % Math.max(1, rounds / LINES) == 0 || ended == rounds) {
      out.printf(Locale.ROOT, "%6.1f s  round %d/%d  %s%n", seconds(), ended, rounds, numbers);
    }
  }

  @Override
  public synchronized void close() {
    bar.ifPresent(ProgressBar::close);
    bar = Optional.empty();
  }

  private void show(String task, long most) {
    close();
    if (terminal) {
      bar = Optional.of(Terminal.bar(out, task, most).build());
    }
  }

  private double seconds() {
    return (System.nanoTime() - began) / 1e9;
  }
}
