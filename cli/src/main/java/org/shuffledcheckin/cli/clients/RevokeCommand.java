package org.shuffledcheckin.cli.clients;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.shuffledcheckin.cli.ExitCode;
import org.shuffledcheckin.cli.option.JsonOption;
import org.shuffledcheckin.client.enrolment.Enrolment;
import org.shuffledcheckin.client.enrolment.TokenFile;
import org.shuffledcheckin.client.enrolment.rpc.ShufflerClient;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Revokes clients. */
@Command(
    name = "revoke",
    mixinStandardHelpOptions = true,
    description = {
      "Revokes clients, by number or all of a token file: their answers are refused from the next"
          + " request on, and no round waits for them. Revoking twice does no harm.",
      ""
    },
    footer = {
      "",
      "Examples:",
      "  checkin clients revoke 17 18",
      "  checkin clients revoke --tokens tokens.txt"
    })
final class RevokeCommand implements Callable<Integer> {
  @Parameters(paramLabel = "NUMBER", arity = "0..*", description = "Numbers of clients.")
  private List<Long> numbers = List.of();

  @Option(
      names = "--tokens",
      paramLabel = "FILE",
      description = "A file that 'enrol' wrote; may be repeated.")
  private List<Path> files = List.of();

  @Mixin private ShufflerOptions shuffler;
  @Mixin private JsonOption json;
  @Spec private CommandSpec spec;

  @Override
  public Integer call() throws IOException {
    List<Long> clients = new ArrayList<>(numbers);
    for (Path file : files) {
      clients.addAll(TokenFile.read(file));
    }
    if (clients.isEmpty()) {
      throw new IllegalArgumentException("name clients by number, or by --tokens FILE");
    }
    long revoked;
    try (ShufflerClient client = shuffler.client();
        CountBar bar = new CountBar("Revoking", clients.size())) {
      revoked = new Enrolment(client).revoke(clients, bar::stepBy);
    }
    if (json.isGiven()) {
      json.print(spec.commandLine().getOut(), Map.of("named", clients.size(), "revoked", revoked));
    } else {
      spec.commandLine()
          .getOut()
          .println("revoked " + revoked + " of " + clients.size() + " clients");
    }
    return ExitCode.OK;
  }
}
