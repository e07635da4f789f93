package org.shuffledcheckin.integration;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;

/** The command line as a process of its own, in a folder of its own, on a machine without fonts. */
final class CheckinProcess implements AutoCloseable {
  private static final long MINUTES = 5;

  private final Process process;
  private final Path out;

  private CheckinProcess(Process process, Path out) {
    this.process = process;
    this.out = out;
  }

  static CheckinProcess start(Path folder, String... arguments) throws IOException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    // Where Java would remember fonts that it once found.
    command.add("-Duser.home=" + folder);
    command.add("-jar");
    command.add(Path.of(System.getProperty("checkin.jar")).toAbsolutePath().normalize().toString());
    command.addAll(List.of(arguments));
    Path out = Files.createTempFile(folder, "out", ".txt");
    ProcessBuilder builder =
        new ProcessBuilder(command).directory(folder.toFile()).redirectOutput(out.toFile());
    Path noFonts = Files.writeString(folder.resolve("no-fonts.conf"), "<fontconfig/>");
    builder.environment().put("FONTCONFIG_FILE", noFonts.toString());
    return new CheckinProcess(builder.start(), out);
  }

  /** Waits for a line on standard error, which people read. */
  void awaitLine(Predicate<String> wanted) throws IOException {
    BufferedReader lines = process.errorReader(StandardCharsets.UTF_8);
    String line = lines.readLine();
    while (line != null && !wanted.test(line)) {
      line = lines.readLine();
    }
    if (line == null) {
      throw new AssertionError("the process ended before the line came: " + output());
    }
  }

  /** Ends it as a power cut would. */
  void killHard() throws InterruptedException {
    process.destroyForcibly();
    requireEnd();
  }

  /** Asks it to end, as Ctrl-C and a container's stop do. */
  int terminate() throws InterruptedException, IOException {
    // Not Process.destroy, which would also close the streams.
    process.toHandle().destroy();
    return await();
  }

  /** Waits for its own end; gives its exit code. */
  int await() throws InterruptedException, IOException {
    process.getErrorStream().transferTo(java.io.OutputStream.nullOutputStream());
    requireEnd();
    return process.exitValue();
  }

  private void requireEnd() throws InterruptedException {
    if (!process.waitFor(MINUTES, TimeUnit.MINUTES)) {
      process.destroyForcibly();
      throw new AssertionError("the process did not end within " + MINUTES + " minutes");
    }
  }

  String output() throws IOException {
    return Files.readString(out);
  }

  /** What it printed, as JSON. */
  JsonNode json() throws IOException {
    return new ObjectMapper().readTree(output());
  }

  @Override
  public void close() {
    process.destroyForcibly();
  }
}
