package org.shuffledcheckin.cli.model;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import org.shuffledcheckin.cli.CommandFailure;
import org.shuffledcheckin.cli.ExitCode;
import org.shuffledcheckin.cli.option.JsonOption;
import org.shuffledcheckin.learning.model.Dl4jModels;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Writes a run's model as a file that others can load. */
@Command(
    name = "export",
    mixinStandardHelpOptions = true,
    description = {
      "Writes the newest model as a zip that Deeplearning4j restores.",
      "(ModelSerializer.restoreMultiLayerNetwork.) Where the model works on fixed features,"
          + " that network expects the features as its input; checkin computes them itself.",
      ""
    },
    footer = {"", "Examples:", "  checkin model export runs/demo-... --out digits.zip"})
final class ExportCommand implements Callable<Integer> {
  @Mixin private ModelSource source;

  @Option(
      names = "--out",
      paramLabel = "FILE",
      required = true,
      description = "The zip to write; an existing file is only replaced with --force.")
  private Path out;

  @Option(names = "--force", description = "Replace the file if it is there.")
  private boolean force;

  @Mixin private JsonOption json;
  @Spec private CommandSpec spec;

  @Override
  public Integer call() throws IOException {
    if (Files.exists(out) && !force) {
      throw new CommandFailure(
          ExitCode.USAGE, out + " is there already: name another --out, or add --force");
    }
    ModelSource.Taken taken = source.take();
    Path parent = out.toAbsolutePath().getParent();
    if (!Files.isDirectory(parent) || !Files.isWritable(parent)) {
      throw new CommandFailure(
          ExitCode.UNAVAILABLE,
          "cannot write " + out + ": the folder " + parent + " is missing or not writable");
    }
    Dl4jModels.save(taken.saved().spec(), taken.saved().parameters(), out);
    report(taken);
    return ExitCode.OK;
  }

  private void report(ModelSource.Taken taken) {
    PrintWriter printer = spec.commandLine().getOut();
    if (json.isGiven()) {
      Map<String, Object> result = new LinkedHashMap<>();
      result.put("file", out.toString());
      result.put("parameters", taken.saved().parameters().length);
      taken.rounds().ifPresent(rounds -> result.put("rounds", rounds));
      json.print(printer, result);
      return;
    }
    printer.printf(
        Locale.ROOT,
        "Wrote %s: %,d parameters%s.%n",
        out,
        taken.saved().parameters().length,
        taken
            .rounds()
            .map(rounds -> String.format(Locale.ROOT, " after %,d rounds", rounds))
            .orElse(""));
    printer.flush();
  }
}
