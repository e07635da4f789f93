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
  private static final String ORDER = "Order: checkin control pause ";

  private final Process process;
  private final Path folder;
  private final String address;
  private final String operators;

  private WatchedRun(Process process, Path folder, String address, String operators) {
    this.process = process;
    this.folder = folder;
    this.address = address;
    this.operators = operators;
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
    String address = "";
    for (String line = lines.readLine(); line != null; line = lines.readLine()) {
      if (line.startsWith(WATCH)) {
        address = line.substring(WATCH.length(), line.indexOf(' ', WATCH.length()));
      } else if (line.startsWith(ORDER)) {
        drain(lines);
        return new WatchedRun(process, folder, address, line.substring(ORDER.length()));
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

  /** The options that lead to its operators' port. */
  String operators() {
    return operators;
  }

  /** What its operator knows. */
  String token() throws IOException {
    return Files.readString(folder.resolve("state/keys/aggregator.token")).strip();
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
