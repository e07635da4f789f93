package org.shuffledcheckin.cli;

import java.io.Console;
import java.io.PrintStream;
import java.lang.reflect.InvocationTargetException;
import me.tongfei.progressbar.ConsoleProgressBarConsumer;
import me.tongfei.progressbar.ProgressBarBuilder;
import me.tongfei.progressbar.ProgressBarStyle;

/** Tells whether a person is watching, and shows one how far something is. */
public final class Terminal {
  private Terminal() {}

  /** Whether standard input and output are a terminal, so that a moving display makes sense. */
  @SuppressWarnings("SystemConsoleNull") // What newer versions answer instead is asked below.
  public static boolean isThere() {
    Console console = System.console();
    if (console == null) {
      return false;
    }
    try {
      // From Java 22 on there is always a console, which knows whether it is a terminal.
      return (boolean) Console.class.getMethod("isTerminal").invoke(console);
    } catch (NoSuchMethodException olderJava) {
      return true;
    } catch (IllegalAccessException | InvocationTargetException e) {
      return false;
    }
  }

  /** A progress bar of so many steps, or of an unknown number where it is negative. */
  public static ProgressBarBuilder bar(PrintStream out, String task, long steps) {
    return new ProgressBarBuilder()
        .setTaskName(task)
        .setInitialMax(steps)
        .setStyle(
            System.getenv("NO_COLOR") == null
                ? ProgressBarStyle.COLORFUL_UNICODE_BLOCK
                : ProgressBarStyle.ASCII)
        .setUpdateIntervalMillis(200)
        .setConsumer(new ConsoleProgressBarConsumer(out));
  }
}
