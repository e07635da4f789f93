package org.shuffledcheckin.cli.keys;

import java.io.IOException;
import java.util.List;
import java.util.concurrent.Callable;
import org.shuffledcheckin.cli.ExitCode;
import org.shuffledcheckin.kit.journal.Action;
import org.shuffledcheckin.kit.signing.SigningKeys;
import org.shuffledcheckin.kit.signing.VerifyingKey;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** Draws another key, which does not sign yet. */
@Command(
    name = "add",
    mixinStandardHelpOptions = true,
    description = {
      "Makes another signing key, which does not sign yet.",
      "Clients and shuffler must have the new bundle before it does, or they refuse its rounds.",
      ""
    },
    footer = {"", "Examples:", "  checkin keys add keys/signing.json"})
final class AddKeyCommand implements Callable<Integer> {
  @Mixin private KeyFile file;
  @Spec private CommandSpec spec;

  @Override
  public Integer call() throws IOException {
    SigningKeys keys = file.read().withNewKey();
    List<VerifyingKey> all = keys.verifyingKeys().keys();
    String added = all.get(all.size() - 1).fingerprint();
    file.write(keys, Action.ISSUE, added);
    file.print(
        spec.commandLine().getOut(),
        keys.verifyingKeys(),
        true,
        "Key "
            + added
            + " does not sign yet. The new bundle must reach clients and shuffler first:",
        "  checkin keys bundle " + file.path() + " --out bundle.json",
        "Once they have it:",
        "  checkin keys sign-with " + file.path() + " " + added);
    return ExitCode.OK;
  }
}
