package org.shuffledcheckin.cli.operators;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.shuffledcheckin.cli.CommandFailure;
import org.shuffledcheckin.cli.ExitCode;
import org.shuffledcheckin.kit.journal.JournalChain;
import org.shuffledcheckin.kit.journal.JournalEntry;
import org.shuffledcheckin.kit.journal.JournalRefusal;
import org.shuffledcheckin.kit.round.Digest;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Prints and checks an operators' journal. */
@Command(
    name = "log",
    mixinStandardHelpOptions = true,
    description = {
      "Prints who enrolled, revoked, paused, resumed, ended, renewed, and when, and checks the chain"
          + " that entries are linked by.",
      "An order is written down before it takes effect; 'not-done' says that an earlier one was"
          + " refused, failed or was taken back. Clients are counted, never named. Who is the"
          + " certificate that was shown: its subject, its role and the beginning of its SHA-256.",
      "The chain shows whether entries were altered, left out or put in between. Whether the newest"
          + " were cut off, only a head that you have kept from before can show: --contains.",
      ""
    },
    footer = {
      "",
      "Exit codes: 0 unbroken, 1 broken or without the head that was asked for,",
      "2 bad input, 3 no file or no service.",
      "",
      "Examples:",
      "  checkin operators log --shuffler shuffler.example --keys keys",
      "  checkin operators log --aggregator localhost --json > journal.jsonl",
      "  checkin operators log journal.jsonl --contains 3f0c...",
      "  checkin operators log keys/operators.jsonl"
    })
final class LogCommand implements Callable<Integer> {
  private static final JsonMapper JSON = new JsonMapper();
  private static final int SHOWN_OF_FINGERPRINT = 16;

  @Mixin private JournalSource source;

  @Option(
      names = "--contains",
      paramLabel = "HEAD",
      description = "A head that was printed before: the journal must still contain it.")
  private Optional<String> contains = Optional.empty();

  @Option(
      names = "--json",
      description = "Print one JSON object a line, entries byte for byte as they were hashed.")
  private boolean json;

  @Spec private CommandSpec spec;

  @Override
  public Integer call() throws IOException {
    Optional<Digest> wanted = contains.map(LogCommand::head);
    List<JournalEntry> entries = new ArrayList<>();
    try {
      source.read(entries::add);
      JournalChain chain = new JournalChain();
      boolean found = wanted.isEmpty() || wanted.get().equals(chain.head());
      for (JournalEntry entry : entries) {
        chain.follow(entry);
        found |= wanted.isPresent() && wanted.get().equals(chain.head());
      }
      print(entries, chain);
      if (!found) {
        throw new JournalRefusal(
            "The journal is unbroken but does not contain the head that was asked for: it was begun"
                + " anew, or its newest entries were cut off.");
      }
      return ExitCode.OK;
    } catch (JournalRefusal broken) {
      throw new CommandFailure(ExitCode.FAILED, broken.getMessage());
    }
  }

  private static Digest head(String hex) {
    try {
      return Digest.fromHex(hex);
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(
          "--contains must be a head of 64 hexadecimal digits but is '" + hex + "'", e);
    }
  }

  private void print(List<JournalEntry> entries, JournalChain chain) {
    PrintWriter out = spec.commandLine().getOut();
    if (json) {
      entries.forEach(entry -> out.println(entry.line()));
    } else {
      out.println(" entry  time                      order               about   who");
      entries.forEach(entry -> out.print(row(entry)));
      out.printf(Locale.ROOT, "✓ %d entries, unbroken; head %s%n", entries.size(), chain.head());
    }
    out.flush();
  }

  private static String row(JournalEntry entry) {
    JsonNode fields;
    try {
      fields = JSON.readTree(entry.text());
    } catch (JsonProcessingException e) {
      throw new JournalRefusal("Entry " + entry.sequence() + " of the journal is not JSON.");
    }
    return String.format(
        Locale.ROOT,
        "%6d  %-24s  %-18s  %s  %s%n",
        entry.sequence(),
        fields.path("time").asText(),
        fields.path("action").asText(),
        about(fields),
        who(fields.path("who")));
  }

  private static String about(JsonNode fields) {
    if (fields.has("clients")) {
      return fields.path("clients").asText() + " clients";
    }
    return fields.has("order")
        ? "entry " + fields.path("order").asText()
        : fields.path("subject").asText("the run");
  }

  private static String who(JsonNode who) {
    StringBuilder text = new StringBuilder(who.path("name").asText());
    who.path("roles").forEach(role -> text.append(' ').append(role.asText()));
    String fingerprint = who.path("sha256").asText();
    return fingerprint.isEmpty()
        ? text.toString()
        : text.append(' ')
            .append(fingerprint, 0, Math.min(SHOWN_OF_FINGERPRINT, fingerprint.length()))
            .toString();
  }
}
