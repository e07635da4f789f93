package org.shuffledcheckin.cli.experiment;

import java.io.PrintStream;
import java.util.Optional;
import me.tongfei.progressbar.ProgressBar;
import org.shuffledcheckin.cli.Terminal;
import org.shuffledcheckin.experiments.ExperimentListener;

/** Shows how far an experiment is: a bar on a terminal, otherwise a line now and then. */
final class ConsoleProgress implements ExperimentListener, AutoCloseable {
  private static final int LINES = 10;

  private final PrintStream out;
  private final boolean terminal;
  private Optional<ProgressBar> bar = Optional.empty();
  private String task = "";
  private long steps = 1;
  private long lines;

  ConsoleProgress(PrintStream out, boolean terminal) {
    this.out = out;
    this.terminal = terminal;
  }

  @Override
  public void note(String line) {
    close();
    out.println(line);
  }

  @Override
  public void begin(String name, long count) {
    close();
    task = name;
    steps = Math.max(1, count);
    lines = 0;
    if (terminal) {
      bar = Optional.of(Terminal.bar(out, name, steps).build());
    }
  }

  @Override
  public void done(long count, String numbers) {
    if (bar.isPresent()) {
      bar.get().setExtraMessage("  " + numbers).stepTo(count);
    } else if (count * LINES / steps > lines) {
      lines = count * LINES / steps;
      out.println(task + " " + count + "/" + steps + "  " + numbers);
    }
  }

  @Override
  public void close() {
    bar.ifPresent(ProgressBar::close);
    bar = Optional.empty();
  }
}
