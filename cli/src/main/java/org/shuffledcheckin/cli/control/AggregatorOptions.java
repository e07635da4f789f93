package org.shuffledcheckin.cli.control;

import java.nio.file.Path;
import java.util.Optional;
import org.shuffledcheckin.cli.control.rpc.AggregatorClient;
import org.shuffledcheckin.cli.operator.OperatorOptions;
import org.shuffledcheckin.cli.operator.OperatorPort;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Which aggregator, and how its operator proves to be one. */
final class AggregatorOptions {
  @Option(
      names = "--aggregator",
      paramLabel = "HOST[:PORT]",
      defaultValue = "${env:CHECKIN_OPERATOR_AGGREGATOR:-localhost}",
      description =
          "Operator port of the aggregator (default: $CHECKIN_OPERATOR_AGGREGATOR, or"
              + " localhost:7446).")
  private String aggregator;

  @Mixin private OperatorOptions operator;

  @Option(
      names = "--token",
      paramLabel = "FILE",
      description = "File with the aggregator's token (default: aggregator.token in --keys).")
  private Optional<Path> token = Optional.empty();

  AggregatorClient client() {
    return new AggregatorClient(operator.client(OperatorPort.AGGREGATOR, aggregator, token));
  }
}
