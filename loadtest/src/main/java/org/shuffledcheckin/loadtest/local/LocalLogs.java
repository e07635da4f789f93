package org.shuffledcheckin.loadtest.local;

/** What the services in this process write to the log. */
public final class LocalLogs {
  private static final String LEVEL = "CHECKIN_LOG_LEVEL";

  private LocalLogs() {}

  /** Leaves the console to a display; a service's own lines appear where something is wrong. */
  public static void quiet() {
    if (System.getenv(LEVEL) == null) {
      System.setProperty(LEVEL, "WARN");
    }
  }
}
