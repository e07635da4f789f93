package org.shuffledcheckin.cli;

import java.io.Console;
import java.lang.reflect.InvocationTargetException;

/** Tells whether a person is watching. */
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
}
