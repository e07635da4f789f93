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

/** Lets another key sign. */
@Command(
    name = "sign-with",
    mixinStandardHelpOptions = true,
    description = {
      "Lets another key sign, from the next round on.",
      "A running aggregator notices by itself. Whoever has a bundle without this key refuses its"
          + " rounds.",
      ""
    },
    footer = {"", "Examples:", "  checkin keys sign-with keys/signing.json 0123456789abcdef"})
final class SignWithCommand implements Callable<Integer> {
  @Mixin private KeyFile file;

  @Parameters(index = "1", paramLabel = "FINGERPRINT", description = "Of the key that shall sign.")
  private String fingerprint;

  @Spec private CommandSpec spec;

  @Override
  public Integer call() throws IOException {
    SigningKeys keys = file.read().signing(fingerprint);
    file.write(keys, Action.RENEW, fingerprint);
    file.print(
        spec.commandLine().getOut(),
        keys.verifyingKeys(),
        true,
        "Key " + fingerprint + " signs from the next round on.");
    return ExitCode.OK;
  }
}
