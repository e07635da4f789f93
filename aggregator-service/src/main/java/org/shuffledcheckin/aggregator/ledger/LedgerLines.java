package org.shuffledcheckin.aggregator.ledger;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.shuffledcheckin.kit.ledger.LedgerChain.Head;
import org.shuffledcheckin.kit.round.Digest;

/**
 * A ledger as text, one entry per line: {@code {"sequence":1,"head":"...","entry":{...}}}. The
 * entry is embedded byte for byte as it was hashed, so whoever reads the file can recompute the
 * chain.
 */
public final class LedgerLines {
  private static final Pattern LINE =
      Pattern.compile("\\{\"sequence\":(\\d{1,18}),\"head\":\"([0-9a-f]{64})\",\"entry\":(.*)\\}");

  private LedgerLines() {}

  /** An entry as one line, without the line's end. */
  public static String write(LedgerEntry entry) {
    return "{\"sequence\":%d,\"head\":\"%s\",\"entry\":%s}"
        .formatted(
            entry.sequence(),
            entry.head().hash(),
            new String(entry.toBytes(), StandardCharsets.UTF_8));
  }

  /**
   * Reads a line.
   *
   * @throws LedgerRefusal if it is not one
   */
  public static LedgerEntry parse(String line) {
    Matcher matcher = LINE.matcher(line);
    if (!matcher.matches()) {
      throw new LedgerRefusal("The file is broken: a line is not a ledger entry.");
    }
    Head head = new Head(Long.parseLong(matcher.group(1)), Digest.fromHex(matcher.group(2)));
    return LedgerEntry.stored(matcher.group(3).getBytes(StandardCharsets.UTF_8), head);
  }

  /** Reads a file from its first line to its last. */
  public static void read(Path file, Consumer<LedgerEntry> entries) throws IOException {
    try (Stream<String> lines = Files.lines(file)) {
      lines.map(LedgerLines::parse).forEachOrdered(entries);
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
  }
}
