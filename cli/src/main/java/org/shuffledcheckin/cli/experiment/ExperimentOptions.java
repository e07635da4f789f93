package org.shuffledcheckin.cli.experiment;

import java.nio.file.Path;
import org.shuffledcheckin.accountant.Arguments;
import org.shuffledcheckin.cli.option.JsonOption;
import org.shuffledcheckin.cli.option.OutOption;
import org.shuffledcheckin.cli.option.QuickOption;
import org.shuffledcheckin.cli.option.SeedOption;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The flags of every experiment. */
final class ExperimentOptions {
  @Mixin private OutOption out;
  @Mixin private QuickOption quick;
  @Mixin private SeedOption seed;
  @Mixin private JsonOption json;

  @Option(
      names = "--threads",
      paramLabel = "K",
      description = "Threads that compute; the result does not depend on it (default: all cores).")
  private Integer threads;

  boolean quick() {
    return quick.isGiven();
  }

  long seed() {
    return seed.value().orElse(1);
  }

  JsonOption json() {
    return json;
  }

  int threads() {
    int value = threads == null ? Runtime.getRuntime().availableProcessors() : threads;
    return Arguments.requireBetween("--threads", value, 1, 1024);
  }

  /** The folder: as given, or {@code results/NAME}, and {@code results/NAME-quick}. */
  Path folder(String name) {
    return out.value().orElseGet(() -> Path.of("results", quick() ? name + "-quick" : name));
  }

  /** The folder of one of several experiments. */
  Path folderAmong(String name) {
    return out.value().map(parent -> parent.resolve(name)).orElseGet(() -> folder(name));
  }
}
