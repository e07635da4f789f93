package org.shuffledcheckin.cli.keys;

import java.io.IOException;
import java.util.concurrent.Callable;
import org.shuffledcheckin.cli.ExitCode;
import org.shuffledcheckin.kit.journal.Action;
import org.shuffledcheckin.kit.signing.SigningKeys;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Forgets a key that does not sign. */
@Command(
    name = "retire",
    mixinStandardHelpOptions = true,
    description = {
      "Forgets a key that does not sign; it cannot be had back.",
      "It is believed wherever an older bundle still is: hand the new one out.",
      ""
    },
    footer = {"", "Examples:", "  checkin keys retire keys/signing.json 0123456789abcdef"})
final class RetireKeyCommand implements Callable<Integer> {
  @Mixin private KeyFile file;

  @Parameters(index = "1", paramLabel = "FINGERPRINT", description = "Of the key to forget.")
  private String fingerprint;

  @Spec private CommandSpec spec;

  @Override
  public Integer call() throws IOException {
    SigningKeys keys = file.read().without(fingerprint);
    file.write(keys, Action.RETIRE, fingerprint);
    file.print(
        spec.commandLine().getOut(),
        keys.verifyingKeys(),
        true,
        "Key "
            + fingerprint
            + " is forgotten here. Others believe it until they have the new bundle:",
        "  checkin keys bundle " + file.path() + " --out bundle.json");
    return ExitCode.OK;
  }
}
