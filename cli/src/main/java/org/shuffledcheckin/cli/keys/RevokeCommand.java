package org.shuffledcheckin.cli.keys;

import java.util.List;
import java.util.concurrent.Callable;
import org.shuffledcheckin.cli.ExitCode;
import org.shuffledcheckin.kit.journal.Action;
import org.shuffledcheckin.kit.tls.DevelopmentAuthority;
import org.shuffledcheckin.kit.tls.DevelopmentKeys;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Revokes certificates. */
@Command(
    name = "revoke",
    mixinStandardHelpOptions = true,
    description = {
      "Revokes certificates for good: adds them to revoked.crl, a revocation list as in RFC 5280 that"
          + " the authority signs. Services and clients that are told of the list (tls.revoked,"
          + " shuffler.revoked) refuse them within ten seconds of the file's arrival.",
      "Issue a successor afterwards with 'checkin keys renew'.",
      ""
    },
    footer = {
      "",
      "Examples:",
      "  checkin keys revoke operator-shuffler && checkin keys renew operator-shuffler",
      "  checkin keys revoke client-7"
    })
final class RevokeCommand implements Callable<Integer> {
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
        journal.write(Action.REVOKE_CERTIFICATE, name);
        keys.revoke(name);
        spec.commandLine().getOut().println(out.path().resolve(DevelopmentAuthority.REVOKED));
      }
    }
    return ExitCode.OK;
  }
}
