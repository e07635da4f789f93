package org.shuffledcheckin.cli.clients;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.shuffledcheckin.cli.CommandFailure;
import org.shuffledcheckin.cli.ExitCode;
import org.shuffledcheckin.cli.clients.rpc.OperatorLine;
import org.shuffledcheckin.kit.config.Secret;
import org.shuffledcheckin.kit.tls.TlsFiles;
import picocli.CommandLine.Option;

/** Which shuffler, and how its operator proves to be one. */
final class OperatorOptions {
  private static final int PORT = 7445;

  @Option(
      names = "--shuffler",
      paramLabel = "HOST[:PORT]",
      defaultValue = "localhost",
      description = "Operator port of the shuffler (default: ${DEFAULT-VALUE}:7445).")
  private String shuffler;

  @Option(
      names = "--keys",
      paramLabel = "DIR",
      defaultValue = "keys",
      description =
          "Folder with operator.crt, operator.key, ca.crt and operator.token (default:"
              + " ${DEFAULT-VALUE}).")
  private Path keys;

  @Option(
      names = "--certificate",
      paramLabel = "FILE",
      description = "The operator's certificate, if it lies elsewhere.")
  private Optional<Path> certificate = Optional.empty();

  @Option(names = "--key", paramLabel = "FILE", description = "Its private key.")
  private Optional<Path> key = Optional.empty();

  @Option(names = "--trust", paramLabel = "FILE", description = "The authority to trust.")
  private Optional<Path> trust = Optional.empty();

  @Option(
      names = "--token",
      paramLabel = "FILE",
      description = "File with the operator's token, if it lies elsewhere.")
  private Optional<Path> token = Optional.empty();

  OperatorLine line() {
    int colon = shuffler.lastIndexOf(':');
    String host = colon < 0 ? shuffler : shuffler.substring(0, colon);
    int port = colon < 0 ? PORT : port(shuffler.substring(colon + 1));
    if (host.isBlank()) {
      throw new IllegalArgumentException(
          "--shuffler must be HOST or HOST:PORT but is '" + shuffler + "'");
    }
    TlsFiles files =
        new TlsFiles(
            certificate.orElse(keys.resolve("operator.crt")),
            key.orElse(keys.resolve("operator.key")),
            trust.orElse(keys.resolve("ca.crt")));
    return new OperatorLine(
        host, port, files, secret(token.orElse(keys.resolve("operator.token"))));
  }

  private static int port(String text) {
    try {
      int port = Integer.parseInt(text);
      if (port >= 1 && port <= 65535) {
        return port;
      }
    } catch (NumberFormatException e) {
      // Refused below, like a port that is out of range.
    }
    throw new IllegalArgumentException(
        "the port of --shuffler must be in [1, 65535] but is '" + text + "'");
  }

  private static Secret secret(Path file) {
    try {
      return Secret.of(Files.readString(file));
    } catch (IOException e) {
      throw new CommandFailure(
          ExitCode.UNAVAILABLE, "the operator's token cannot be read: " + file);
    }
  }
}
