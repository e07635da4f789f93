package org.shuffledcheckin.cli.clients;

import java.nio.file.Path;
import java.util.Optional;
import org.shuffledcheckin.cli.operator.OperatorOptions;
import org.shuffledcheckin.cli.operator.OperatorPort;
import org.shuffledcheckin.client.enrolment.rpc.ShufflerClient;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Which shuffler, and how its operator proves to be one. */
final class ShufflerOptions {
  @Option(
      names = "--shuffler",
      paramLabel = "HOST[:PORT]",
      defaultValue = "${env:CHECKIN_OPERATOR_SHUFFLER:-localhost}",
      description =
          "Operator port of the shuffler (default: $CHECKIN_OPERATOR_SHUFFLER, or localhost:7445).")
  private String shuffler;

  @Mixin private OperatorOptions operator;

  @Option(
      names = "--token",
      paramLabel = "FILE",
      description = "File with the operator's token (default: operator.token in --keys).")
  private Optional<Path> token = Optional.empty();

  ShufflerClient client() {
    return new ShufflerClient(operator.client(OperatorPort.SHUFFLER, shuffler, token));
  }
}
