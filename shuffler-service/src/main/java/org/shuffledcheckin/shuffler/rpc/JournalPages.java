package org.shuffledcheckin.shuffler.rpc;

import com.google.protobuf.ByteString;
import java.util.ArrayDeque;
import java.util.Optional;
import java.util.Queue;
import java.util.function.Supplier;
import org.shuffledcheckin.kit.journal.OperatorJournal;
import org.shuffledcheckin.proto.v1.JournalEntry;

/** The operators' journal, page by page, as it is read. */
final class JournalPages implements Supplier<Optional<JournalEntry>> {
  private static final int PAGE = 256;

  private final OperatorJournal journal;
  private final Queue<org.shuffledcheckin.kit.journal.JournalEntry> page = new ArrayDeque<>();
  private long sent;

  JournalPages(OperatorJournal journal, long after) {
    this.journal = journal;
    this.sent = after;
  }

  @Override
  public Optional<JournalEntry> get() {
    if (page.isEmpty()) {
      page.addAll(journal.after(sent, PAGE));
    }
    if (page.isEmpty()) {
      return Optional.empty();
    }
    sent = page.element().sequence();
    return Optional.of(wire(page.remove()));
  }

  private static JournalEntry wire(org.shuffledcheckin.kit.journal.JournalEntry entry) {
    return JournalEntry.newBuilder()
        .setSequence(entry.sequence())
        .setEntry(ByteString.copyFromUtf8(entry.text()))
        .setHead(ByteString.copyFrom(entry.head().toBytes()))
        .build();
  }
}
