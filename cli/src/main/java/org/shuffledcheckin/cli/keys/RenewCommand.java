package org.shuffledcheckin.cli.keys;

import java.util.List;
import java.util.concurrent.Callable;
import org.shuffledcheckin.cli.ExitCode;
import org.shuffledcheckin.kit.journal.Action;
import org.shuffledcheckin.kit.tls.DevelopmentKeys;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Issues certificates anew. */
@Command(
    name = "renew",
    mixinStandardHelpOptions = true,
    description = {
      "Issues certificates anew, with new keys and the names of the old ones. Running services take up"
          + " changed files by themselves within ten seconds; copy them to where a service reads"
          + " them.",
      "The old certificate stays valid until it expires; if its key was stolen, revoke it first.",
      ""
    },
    footer = {
      "",
      "Examples:",
      "  checkin keys renew shuffler",
      "  checkin keys renew operator-shuffler operator-aggregator --out keys"
    })
final class RenewCommand implements Callable<Integer> {
  @Mixin private KeyFolder out;

  @Parameters(
      paramLabel = "NAME",
      arity = "1..*",
      description = "Names of certificates: their files without .crt.")
  private List<String> names;

  @Spec private CommandSpec spec;

  @Override
  public Integer call() {
    DevelopmentKeys keys = new DevelopmentKeys(out.path());
    names.forEach(keys::requireIssued);
    try (KeyJournal journal = new KeyJournal(out.path())) {
      for (String name : names) {
        journal.write(Action.RENEW, name);
        keys.renew(name);
        spec.commandLine().getOut().println(out.path().resolve(name + ".crt"));
      }
    }
    return ExitCode.OK;
  }
}
