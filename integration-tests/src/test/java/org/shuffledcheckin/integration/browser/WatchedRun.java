package org.shuffledcheckin.integration.browser;

import java.io.BufferedReader;
import java.io.Closeable;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** A demo in a process of its own, long enough to be watched, ended when it is closed. */
final class WatchedRun implements Closeable {
  private static final String WATCH = "Watch: ";

  private final Process process;
  private final Path folder;
  private final String address;

  private WatchedRun(Process process, Path folder, String address) {
    this.process = process;
    this.folder = folder;
    this.address = address;
  }

  /** Starts it and waits for the address of its dashboard. */
  static WatchedRun start(Path parent) throws IOException {
    Path folder = parent.resolve("watched");
    List<String> command =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Dfile.encoding=UTF-8",
                "-jar",
                Path.of(System.getProperty("checkin.jar")).toAbsolutePath().normalize().toString(),
                "demo",
                "--out",
                folder.toString()));
    command.addAll(List.of("--dataset", "digits", "--clients", "2000", "--check-in-rate", "0.1"));
    command.addAll(List.of("--noise-multiplier", "4", "--rounds", "2000", "--epsilon", "50"));
    Process process =
        new ProcessBuilder(command).redirectError(parent.resolve("watched.err").toFile()).start();
    BufferedReader lines = process.inputReader(StandardCharsets.UTF_8);
    for (String line = lines.readLine(); line != null; line = lines.readLine()) {
      if (line.startsWith(WATCH)) {
        drain(lines);
        return new WatchedRun(
            process, folder, line.substring(WATCH.length(), line.indexOf(' ', WATCH.length())));
      }
    }
    throw new AssertionError(
        "the demo ended at once: " + Files.readString(parent.resolve("watched.err")));
  }

  /** A full pipe would stop it. */
  private static void drain(BufferedReader lines) {
    Thread reader = new Thread(() -> lines.lines().forEach(line -> {}), "watched-run-output");
    reader.setDaemon(true);
    reader.start();
  }

  /** Where its dashboard is. */
  String address() {
    return address;
  }

  /** What its operator knows. */
  String token() throws IOException {
    return Files.readString(folder.resolve("state/operator.token")).strip();
  }

  @Override
  public void close() {
    process.toHandle().destroy();
    try {
      process.onExit().get(30, TimeUnit.SECONDS);
    } catch (InterruptedException | ExecutionException | TimeoutException e) {
      process.destroyForcibly();
      throw new AssertionError("the demo did not end when it was asked to", e);
    }
  }
}
