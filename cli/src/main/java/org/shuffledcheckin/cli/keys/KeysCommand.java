package org.shuffledcheckin.cli.keys;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.shuffledcheckin.cli.ExitCode;
import org.shuffledcheckin.kit.files.AtomicFile;
import org.shuffledcheckin.kit.journal.Action;
import org.shuffledcheckin.kit.tls.DevelopmentKeys;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/**
 * Makes a development authority, the certificates that services need to find each other, and the
 * key that signs rounds.
 */
@Command(
    name = "keys",
    mixinStandardHelpOptions = true,
    description = {
      "Makes TLS certificates for development, and the key that signs rounds: an authority, one each for shuffler and aggregator to"
          + " serve with, one for the aggregator to connect to the shuffler with, one each for the"
          + " shuffler's and the aggregator's operator, and an empty revocation list. signing.json"
          + " stays with the aggregator, whose rounds it signs; bundle.json, its public half, goes to"
          + " clients and shuffler. model-keys.json hides models from the shuffler: it goes to clients"
          + " and never to the shuffler.",
      "What is there already is kept; only what is missing is made. Keys are readable by their"
          + " owner only. For production, bring certificates of your own authority.",
      ""
    },
    footer = {
      "",
      "Examples:",
      "  checkin keys --out keys",
      "  checkin keys --shuffler-host shuffler.example --aggregator-host aggregator.example",
      "  checkin keys --client 7                a certificate that names client 7",
      "  checkin keys --secret operator.token",
      "  checkin keys renew shuffler            running services take it up by themselves",
      "  checkin keys revoke operator-shuffler",
      "  checkin operators log keys/operators.jsonl   who did so, and when",
      "",
      "Another signing key, without a round lost:",
      "  1. checkin keys add FILE                  makes one, which does not sign yet",
      "  2. checkin keys bundle FILE --out BUNDLE  goes to clients and shuffler",
      "  3. checkin keys sign-with FILE KEY        once all of them have it",
      "  4. checkin keys retire FILE KEY           the old one; then step 2 again"
    },
    subcommands = {
      RenewCommand.class,
      RevokeCommand.class,
      ShowKeysCommand.class,
      AddKeyCommand.class,
      SignWithCommand.class,
      RetireKeyCommand.class,
      BundleCommand.class
    })
public final class KeysCommand implements Callable<Integer> {
  private static final int SECRET_BYTES = 32;

  @Mixin private KeyFolder out;

  @Option(
      names = "--shuffler-host",
      paramLabel = "NAME",
      defaultValue = "localhost,127.0.0.1",
      split = ",",
      description = "Host names and addresses of the shuffler (default: ${DEFAULT-VALUE}).")
  private List<String> shufflerHosts;

  @Option(
      names = "--aggregator-host",
      paramLabel = "NAME",
      defaultValue = "localhost,127.0.0.1",
      split = ",",
      description = "Host names and addresses of the aggregator (default: ${DEFAULT-VALUE}).")
  private List<String> aggregatorHosts;

  @Option(
      names = "--client",
      paramLabel = "NUMBER",
      description =
          "Also make a certificate for this client, for shufflers that tell clients by it.")
  private List<Long> clients = List.of();

  @Option(
      names = "--secret",
      paramLabel = "FILE",
      description =
          "Also make a random secret of 256 bits in this file of the folder, such as an operator's"
              + " token or a database's password.")
  private List<String> secrets = List.of();

  @Spec private CommandSpec spec;

  @Override
  public Integer call() throws IOException {
    clients.forEach(KeysCommand::requireNumber);
    secrets.forEach(KeysCommand::requireName);
    try (KeyJournal journal = new KeyJournal(out.path())) {
      DevelopmentKeys keys =
          new DevelopmentKeys(out.path(), name -> journal.write(Action.ISSUE, name));
      List<String> made =
          new ArrayList<>(
              keys.makeMissing(Map.of("shuffler", shufflerHosts, "aggregator", aggregatorHosts)));
      for (long client : clients) {
        made.addAll(keys.makeClient(client));
      }
      made.forEach(this::say);
      for (String secret : secrets) {
        makeSecret(secret, journal);
      }
      SigningFiles.makeMissing(
          out.path(), spec.commandLine().getOut(), spec.commandLine().getErr(), journal);
    }
    return ExitCode.OK;
  }

  private static void requireNumber(long client) {
    if (client < 0) {
      throw new IllegalArgumentException("client must be at least 0 but is " + client);
    }
  }

  private static void requireName(String secret) {
    if (secret.isBlank() || !Path.of(secret).getFileName().toString().equals(secret)) {
      throw new IllegalArgumentException(
          "--secret must be the name of a file, without a folder, but is '" + secret + "'");
    }
  }

  private void makeSecret(String name, KeyJournal journal) throws IOException {
    Path file = out.path().resolve(name);
    if (Files.exists(file)) {
      return;
    }
    journal.write(Action.MAKE_SECRET, name);
    byte[] secret = new byte[SECRET_BYTES];
    new SecureRandom().nextBytes(secret);
    AtomicFile.replacePrivately(file, (HexFormat.of().formatHex(secret) + "\n").getBytes(US_ASCII));
    spec.commandLine().getOut().println(file);
  }

  private void say(String name) {
    PrintWriter printer = spec.commandLine().getOut();
    printer.println(out.path().resolve(name + ".crt") + "  " + out.path().resolve(name + ".key"));
  }
}
