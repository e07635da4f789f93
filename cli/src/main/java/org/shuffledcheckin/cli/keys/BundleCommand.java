package org.shuffledcheckin.cli.keys;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.shuffledcheckin.cli.ExitCode;
import org.shuffledcheckin.kit.files.AtomicFile;
import org.shuffledcheckin.kit.signing.VerifyingKeys;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Writes the public halves down for those who shall believe them. */
@Command(
    name = "bundle",
    mixinStandardHelpOptions = true,
    description = {
      "Writes the bundle: the public halves of all keys of a file, nothing secret.",
      "Clients and the shuffler take rounds that a key of their bundle signed, and no others. Hand it"
          + " to clients yourself, not through the shuffler.",
      ""
    },
    footer = {"", "Examples:", "  checkin keys bundle keys/signing.json --out bundle.json"})
final class BundleCommand implements Callable<Integer> {
  @Mixin private KeyFile file;

  @Option(
      names = "--out",
      paramLabel = "FILE",
      description = "Where to; without it the bundle itself is printed.")
  private Optional<Path> out;

  @Spec private CommandSpec spec;

  @Override
  public Integer call() throws IOException {
    VerifyingKeys keys = file.read().verifyingKeys();
    PrintWriter printer = spec.commandLine().getOut();
    if (out.isEmpty()) {
      printer.print(keys.toText());
      printer.flush();
      return ExitCode.OK;
    }
    AtomicFile.replace(out.get(), keys.toBytes());
    file.print(printer, keys, true, "Written to " + out.get() + ".");
    return ExitCode.OK;
  }
}
