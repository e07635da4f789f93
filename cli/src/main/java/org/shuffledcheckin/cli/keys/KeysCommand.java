package org.shuffledcheckin.cli.keys;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Clock;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.Callable;
import org.shuffledcheckin.cli.ExitCode;
import org.shuffledcheckin.kit.files.AtomicFile;
import org.shuffledcheckin.kit.tls.DevelopmentAuthority;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Makes a development authority and the certificates that services need to find each other. */
@Command(
    name = "keys",
    mixinStandardHelpOptions = true,
    description = {
      "Makes TLS certificates for development.",
      "An authority, and one certificate each for the"
          + " shuffler, the aggregator and an operator.",
      "What is there already is kept; only what is missing is made. Keys are readable by their"
          + " owner only. For production, bring certificates of your own authority.",
      ""
    },
    footer = {
      "",
      "Examples:",
      "  checkin keys --out keys",
      "  checkin keys --out keys --host shuffler --host aggregator --host localhost",
      "  checkin keys --out keys --client 7       a certificate that names client 7",
      "  checkin keys --out keys --secret operator.token"
    })
public final class KeysCommand implements Callable<Integer> {
  private static final int SECRET_BYTES = 32;
  private static final List<String> ROLES = List.of("shuffler", "aggregator", "operator");

  @Option(
      names = "--out",
      paramLabel = "DIR",
      defaultValue = "keys",
      description = "Folder for the files (default: ${DEFAULT-VALUE}).")
  private Path out;

  @Option(
      names = "--host",
      paramLabel = "NAME",
      defaultValue = "localhost,127.0.0.1",
      split = ",",
      description = "Host names and addresses of the services (default: ${DEFAULT-VALUE}).")
  private List<String> hosts;

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
    for (long client : clients) {
      if (client < 0) {
        throw new IllegalArgumentException("client must be at least 0 but is " + client);
      }
    }
    for (String secret : secrets) {
      if (secret.isBlank() || !Path.of(secret).getFileName().toString().equals(secret)) {
        throw new IllegalArgumentException(
            "--secret must be the name of a file, without a folder, but is '" + secret + "'");
      }
    }
    DevelopmentAuthority authority = authority();
    for (String role : ROLES) {
      if (isMissing(role)) {
        authority.issue(role, hosts).writeTo(out, role);
        say(role);
      }
    }
    for (long client : clients) {
      if (isMissing("client-" + client)) {
        authority.issueClient(client).writeTo(out, "client-" + client);
        say("client-" + client);
      }
    }
    for (String secret : secrets) {
      makeSecret(secret);
    }
    return ExitCode.OK;
  }

  private void makeSecret(String name) throws IOException {
    Path file = out.resolve(name);
    if (Files.exists(file)) {
      return;
    }
    byte[] secret = new byte[SECRET_BYTES];
    new SecureRandom().nextBytes(secret);
    AtomicFile.replacePrivately(file, (HexFormat.of().formatHex(secret) + "\n").getBytes(US_ASCII));
    spec.commandLine().getOut().println(file);
  }

  private DevelopmentAuthority authority() {
    if (!isMissing("ca")) {
      return DevelopmentAuthority.load(out, Clock.systemUTC(), new SecureRandom());
    }
    DevelopmentAuthority authority =
        DevelopmentAuthority.create(Clock.systemUTC(), new SecureRandom());
    authority.writeTo(out);
    say("ca");
    return authority;
  }

  private boolean isMissing(String name) {
    return !Files.exists(out.resolve(name + ".key"));
  }

  private void say(String name) {
    PrintWriter printer = spec.commandLine().getOut();
    printer.println(out.resolve(name + ".crt") + "  " + out.resolve(name + ".key"));
  }
}
