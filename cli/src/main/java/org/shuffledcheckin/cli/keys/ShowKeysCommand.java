package org.shuffledcheckin.cli.keys;

import java.io.IOException;
import java.io.PrintWriter;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.shuffledcheckin.cli.ExitCode;
import org.shuffledcheckin.kit.signing.VerifyingKeys;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** Names the keys of a file. */
@Command(
    name = "show",
    mixinStandardHelpOptions = true,
    description = {
      "Prints the fingerprints of signing keys, the one that signs first.",
      "Reads signing.json or a bundle; shows nothing that is secret.",
      ""
    },
    footer = {"", "Examples:", "  checkin keys show keys/signing.json"})
final class ShowKeysCommand implements Callable<Integer> {
  @Mixin private KeyFile file;
  @Spec private CommandSpec spec;

  @Override
  public Integer call() throws IOException {
    PrintWriter out = spec.commandLine().getOut();
    Optional<VerifyingKeys> bundle = file.readBundle();
    if (bundle.isPresent()) {
      file.print(out, bundle.get(), false);
    } else {
      file.print(out, file.read().verifyingKeys(), true);
    }
    return ExitCode.OK;
  }
}
