package org.shuffledcheckin.cli.operators;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Consumer;
import org.shuffledcheckin.cli.operator.OperatorOptions;
import org.shuffledcheckin.cli.operator.OperatorPort;
import org.shuffledcheckin.cli.operators.rpc.JournalClient;
import org.shuffledcheckin.kit.journal.JournalChain;
import org.shuffledcheckin.kit.journal.JournalEntry;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Whose journal: of a running service, or in a file. */
final class JournalSource {
  @Parameters(
      paramLabel = "FILE",
      arity = "0..1",
      description =
          "A journal: operators.jsonl in a service's data folder or beside keys, or what --json"
              + " printed.")
  private Path file;

  @Option(
      names = "--shuffler",
      paramLabel = "HOST[:PORT]",
      description = "Ask the shuffler whose operator port this is (usual port: 7445).")
  private String shuffler;

  @Option(
      names = "--aggregator",
      paramLabel = "HOST[:PORT]",
      description = "Ask the aggregator whose operator port this is (usual port: 7446).")
  private String aggregator;

  @Mixin private OperatorOptions operator;

  @Option(
      names = "--token",
      paramLabel = "FILE",
      description = "File with the service's token (default: the usual one in --keys).")
  private Optional<Path> token = Optional.empty();

  /** Hands over every entry, in its order. */
  void read(Consumer<JournalEntry> entries) throws IOException {
    int named = (file == null ? 0 : 1) + (shuffler == null ? 0 : 1) + (aggregator == null ? 0 : 1);
    if (named != 1) {
      throw new IllegalArgumentException("name one of FILE, --shuffler and --aggregator");
    }
    if (file != null) {
      JournalChain.read(file).forEach(entries);
    } else if (shuffler != null) {
      try (JournalClient client =
          new JournalClient(operator.client(OperatorPort.SHUFFLER, shuffler, token))) {
        client.ofShuffler(entries);
      }
    } else {
      try (JournalClient client =
          new JournalClient(operator.client(OperatorPort.AGGREGATOR, aggregator, token))) {
        client.ofAggregator(entries);
      }
    }
  }
}
