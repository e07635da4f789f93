package org.shuffledcheckin.cli.loadtest;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.shuffledcheckin.cli.CommandFailure;
import org.shuffledcheckin.cli.ExitCode;
import org.shuffledcheckin.loadtest.Address;
import org.shuffledcheckin.loadtest.Target;
import picocli.CommandLine.Option;

/** A running system to drive, instead of one that the command starts. */
final class TargetOptions {
  @Option(
      names = "--shuffler",
      paramLabel = "HOST:PORT",
      description =
          "Drive the system of this shuffler instead of one started here: its port for clients."
              + " Loopback and private addresses only.")
  private String shuffler;

  @Option(
      names = "--trust",
      paramLabel = "FILE",
      description = "With --shuffler: the root that its certificate is issued under (ca.crt).")
  private Path trust;

  @Option(
      names = "--bundle",
      paramLabel = "FILE",
      description =
          "With --shuffler: the bundle of keys that the aggregator's rounds are signed with"
              + " (bundle.json).")
  private Path bundle;

  @Option(
      names = "--model-keys",
      paramLabel = "FILE",
      description =
          "With --shuffler: the keys of models that travel sealed, where they do (model-keys.json).")
  private Path modelKeys;

  @Option(
      names = "--token-file",
      paramLabel = "FILE",
      description =
          "With --shuffler: tokens of clients enrolled there for this test ('checkin clients"
              + " enrol').")
  private Path tokenFile;

  @Option(
      names = "--aggregator",
      paramLabel = "HOST:PORT",
      description =
          "With --shuffler: the aggregator's operations port (its dashboard), to compare what was"
              + " counted. Without it, nothing is compared.")
  private String aggregator;

  @Option(
      names = "--sole",
      description =
          "With --aggregator: no other clients are enrolled, so counts must be equal; otherwise"
              + " others may add to them, and only losses can be found.")
  private boolean sole;

  /** The running system, if one was named. */
  Optional<Target> target() throws IOException {
    if (shuffler == null) {
      if (isAnyGiven()) {
        throw new IllegalArgumentException(
            "--trust, --bundle, --model-keys, --token-file, --aggregator and --sole go with --shuffler, which is missing");
      }
      return Optional.empty();
    }
    if (trust == null || bundle == null || tokenFile == null) {
      throw new IllegalArgumentException("--shuffler needs --trust, --bundle and --token-file");
    }
    if (sole && aggregator == null) {
      throw new IllegalArgumentException("--sole needs --aggregator, whose counts it is about");
    }
    Address address = Address.parse("--shuffler", shuffler);
    Optional<Address> counts =
        aggregator == null
            ? Optional.empty()
            : Optional.of(Address.parse("--aggregator", aggregator));
    requireReadable("--trust", trust);
    requireReadable("--bundle", bundle);
    requireReadable("--token-file", tokenFile);
    Optional<Path> keys = Optional.ofNullable(modelKeys);
    keys.ifPresent(file -> requireReadable("--model-keys", file));
    return Optional.of(
        Target.of(address, new Target.Trust(trust, bundle, keys), tokenFile, counts, sole));
  }

  private boolean isAnyGiven() {
    return Stream.of(trust, bundle, modelKeys, tokenFile, aggregator).anyMatch(Objects::nonNull)
        || sole;
  }

  private static void requireReadable(String flag, Path file) {
    if (!Files.isRegularFile(file) || !Files.isReadable(file)) {
      throw new CommandFailure(
          ExitCode.UNAVAILABLE, flag + " names a file that cannot be read: " + file);
    }
  }
}
