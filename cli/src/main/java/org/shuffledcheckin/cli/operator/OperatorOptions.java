package org.shuffledcheckin.cli.operator;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.shuffledcheckin.cli.CommandFailure;
import org.shuffledcheckin.cli.ExitCode;
import org.shuffledcheckin.kit.config.Secret;
import org.shuffledcheckin.kit.server.OperatorClient;
import org.shuffledcheckin.kit.tls.TlsFiles;
import picocli.CommandLine.Option;

/** How an operator proves to be one; the same for every service. */
public final class OperatorOptions {
  @Option(
      names = "--keys",
      paramLabel = "DIR",
      defaultValue = "${env:CHECKIN_OPERATOR_KEYS:-keys}",
      description =
          "Folder with operator-SERVICE.crt, operator-SERVICE.key, ca.crt and the token, and"
              + " revoked.crl where there is one (default: $CHECKIN_OPERATOR_KEYS, or keys).")
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

  /**
   * Prepares to call a service.
   *
   * @param token its file, if it is not the usual one
   */
  public OperatorClient client(OperatorPort port, String address, Optional<Path> token) {
    TlsFiles files =
        new TlsFiles(
            certificate.orElse(keys.resolve("operator-" + port.service() + ".crt")),
            key.orElse(keys.resolve("operator-" + port.service() + ".key")),
            trust.orElse(keys.resolve("ca.crt")),
            Optional.of(keys.resolve("revoked.crl")).filter(Files::exists));
    return new OperatorClient(
        port.service(),
        port.host(address),
        port.port(address),
        files,
        secret(token.orElse(keys.resolve(port.token()))));
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
