package org.shuffledcheckin.kit.journal;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import org.shuffledcheckin.kit.files.Disk;
import org.shuffledcheckin.kit.files.OwnerOnly;

/**
 * The journal of one service, in a file that only grows. An order is on stable storage before
 * {@link #append} returns, and so before it takes effect: whoever dies in between leaves an order
 * that was not carried out, never one that nobody gave. The file is for one process; nothing keeps
 * whoever may write to it from beginning it anew, but from altering what others have seen.
 */
public final class OperatorJournal implements Closeable {
  /** The usual name of the file. */
  public static final String FILE = "operators.jsonl";

  private static final JsonMapper JSON = new JsonMapper();

  private final String service;
  private final Clock clock;
  private final Disk.Output file;
  private final List<JournalEntry> entries;
  private final JournalChain chain = new JournalChain();
  private long end;

  private OperatorJournal(
      String service, Clock clock, Disk.Output file, List<JournalEntry> entries, long end) {
    this.service = service;
    this.clock = clock;
    this.file = file;
    this.entries = new ArrayList<>(entries);
    this.end = end;
    entries.forEach(chain::follow);
  }

  /**
   * Opens a journal, or begins one.
   *
   * @param service whose it is, in a word
   * @throws JournalRefusal if what it holds cannot be trusted
   */
  public static OperatorJournal open(Path path, String service, Clock clock) {
    try {
      return open(Disk.SYSTEM, path, service, clock);
    } catch (IOException e) {
      throw new UncheckedIOException("the operators' journal " + path + " cannot be opened", e);
    }
  }

  /** The same on a given disk. */
  public static OperatorJournal open(Disk disk, Path path, String service, Clock clock)
      throws IOException {
    Path folder = path.toAbsolutePath().getParent();
    OwnerOnly.createFolder(folder);
    if (Files.notExists(path)) {
      Files.createFile(path, OwnerOnly.file());
      disk.syncFolder(folder);
    }
    List<JournalEntry> entries = read(path);
    long end = entries.stream().mapToLong(entry -> bytes(entry).length).sum();
    return new OperatorJournal(service, clock, disk.open(path), entries, end);
  }

  private static List<JournalEntry> read(Path path) throws IOException {
    try {
      List<JournalEntry> entries = JournalChain.read(path);
      entries.forEach(new JournalChain()::follow);
      return entries;
    } catch (JournalRefusal broken) {
      throw new JournalRefusal(
          broken.getMessage() + " Move " + path + " away and keep it; then a new one begins.");
    }
  }

  /**
   * Writes an order down.
   *
   * @return the number of its entry
   * @throws UncheckedIOException if it is not on stable storage; then it must not be carried out
   */
  public synchronized long append(Operator who, Order order) {
    JournalEntry entry = JournalEntry.after(chain.head(), chain.sequence() + 1, text(who, order));
    byte[] line = bytes(entry);
    try {
      // What an earlier failure, such as a full disk, or a crash left half written is overwritten.
      file.truncate(end);
      file.write(ByteBuffer.wrap(line), end);
      file.sync();
    } catch (IOException e) {
      throw new UncheckedIOException("the operators' journal cannot be written", e);
    }
    end += line.length;
    chain.follow(entry);
    entries.add(entry);
    return entry.sequence();
  }

  /** So many entries after a position. */
  public synchronized List<JournalEntry> after(long sequence, int most) {
    int from = (int) Math.min(Math.max(sequence, 0), entries.size());
    return List.copyOf(entries.subList(from, Math.min(entries.size(), from + most)));
  }

  @Override
  public synchronized void close() {
    try {
      file.close();
    } catch (IOException e) {
      throw new UncheckedIOException("the operators' journal cannot be closed", e);
    }
  }

  private String text(Operator who, Order order) {
    ObjectNode entry = JSON.createObjectNode();
    entry.put("service", service);
    entry.put("time", clock.instant().truncatedTo(ChronoUnit.MILLIS).toString());
    entry.put("action", order.action().word());
    order.clients().ifPresent(clients -> entry.put("clients", clients));
    order.subject().ifPresent(subject -> entry.put("subject", subject));
    order.entry().ifPresent(earlier -> entry.put("order", earlier));
    ObjectNode name = entry.putObject("who").put("name", who.name());
    who.roles().forEach(name.withArray("roles")::add);
    who.fingerprint().ifPresent(fingerprint -> name.put("sha256", fingerprint));
    return entry.toString();
  }

  private static byte[] bytes(JournalEntry entry) {
    return (entry.line() + "\n").getBytes(UTF_8);
  }
}
