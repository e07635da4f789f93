package org.shuffledcheckin.cli.data;

import java.io.IOException;
import java.io.PrintStream;
import java.util.Optional;
import me.tongfei.progressbar.ProgressBar;
import org.shuffledcheckin.cli.Terminal;
import org.shuffledcheckin.learning.data.ProgressListener;

/**
 * Tells the console where a data set is being looked for, with a bar while a file is on its way.
 */
public final class DataProgress implements ProgressListener, AutoCloseable {
  private final PrintStream out;
  private Optional<ProgressBar> bar = Optional.empty();
  private String file = "";

  private DataProgress(PrintStream out) {
    this.out = out;
  }

  /** Reads something, and shows on standard error how that goes. */
  public static <T> T during(Reading<T> reading) throws IOException {
    return during(System.err, reading);
  }

  /** The same with another console. */
  public static <T> T during(PrintStream console, Reading<T> reading) throws IOException {
    try (DataProgress progress = new DataProgress(console)) {
      return reading.read(progress);
    }
  }

  /** Reads something. */
  public interface Reading<T> {
    /** Reads it. */
    T read(ProgressListener listener) throws IOException;
  }

  @Override
  public void note(String line) {
    close();
    out.println("Data: " + line + ".");
  }

  @Override
  public void transferred(String name, long bytes, long total) {
    if (!Terminal.isThere()) {
      return;
    }
    if (bar.isEmpty() || !file.equals(name)) {
      close();
      file = name;
      bar = Optional.of(Terminal.bar(out, name, total).setUnit(" kB", 1000).build());
    }
    bar.get().stepTo(bytes);
  }

  @Override
  public void close() {
    bar.ifPresent(ProgressBar::close);
    bar = Optional.empty();
  }
}
