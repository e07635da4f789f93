package org.shuffledcheckin.kit.journal;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.shuffledcheckin.accountant.Arguments.requireAtLeast;

import java.nio.ByteBuffer;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.shuffledcheckin.kit.round.Digest;

/**
 * One entry with its place in the chain: {@code head = SHA-256("checkin/v1/operators" || head
 * before || be64(sequence) || SHA-256(text))}. As a line: {@code
 * {"sequence":1,"head":"...","entry":{...}}}, the entry byte for byte as it was hashed.
 *
 * @param sequence from 1
 * @param text JSON on one line
 * @param head after this entry
 */
public record JournalEntry(long sequence, String text, Digest head) {
  /** The head of an empty journal. */
  public static final Digest GENESIS =
      Digest.sha256("checkin/v1/operators/genesis".getBytes(US_ASCII));

  private static final byte[] LINK = "checkin/v1/operators".getBytes(US_ASCII);
  private static final Pattern LINE =
      Pattern.compile("\\{\"sequence\":(\\d{1,18}),\"head\":\"([0-9a-f]{64})\",\"entry\":(.*)\\}");

  /** Validates the sequence. */
  public JournalEntry {
    requireAtLeast("sequence", sequence, 1);
    Objects.requireNonNull(text, "text");
    Objects.requireNonNull(head, "head");
  }

  /** The entry that comes after a head. */
  static JournalEntry after(Digest head, long sequence, String text) {
    byte[] position = ByteBuffer.allocate(Long.BYTES).putLong(sequence).array();
    return new JournalEntry(
        sequence,
        text,
        Digest.sha256(
            LINK, head.toBytes(), position, Digest.sha256(text.getBytes(UTF_8)).toBytes()));
  }

  /**
   * Reads a line.
   *
   * @throws JournalRefusal if it is not one
   */
  public static JournalEntry parse(String line) {
    Matcher matcher = LINE.matcher(line);
    if (matcher.matches() && !matcher.group(1).startsWith("0")) {
      return new JournalEntry(
          Long.parseLong(matcher.group(1)), matcher.group(3), Digest.fromHex(matcher.group(2)));
    }
    throw new JournalRefusal("The journal is broken: a line is not an entry.");
  }

  /** As one line, without the line's end. */
  public String line() {
    return "{\"sequence\":%d,\"head\":\"%s\",\"entry\":%s}".formatted(sequence, head, text);
  }
}
