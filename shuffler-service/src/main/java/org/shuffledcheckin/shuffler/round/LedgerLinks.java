package org.shuffledcheckin.shuffler.round;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.shuffledcheckin.kit.ledger.LedgerChain.Link;
import org.shuffledcheckin.kit.round.Digest;
import org.shuffledcheckin.kit.round.RoundId;
import org.shuffledcheckin.kit.round.WireLimits;
import org.shuffledcheckin.shuffler.store.Store;
import org.shuffledcheckin.shuffler.store.Store.Table;
import org.shuffledcheckin.shuffler.store.StoreBatch;

/**
 * The links of every run's ledger as they were witnessed, for clients that remember an older head.
 * Of a run that was witnessed before links were kept there are only the newer ones.
 */
final class LedgerLinks {
  private static final int KEY_BYTES = RoundId.Run.BYTES + Long.BYTES;

  private LedgerLinks() {}

  static void put(StoreBatch batch, LedgerExtension ledger) {
    for (Link link : ledger.links()) {
      batch.put(Table.LINKS, key(ledger.run(), link.sequence()), encode(link));
    }
  }

  /** The links after the given one, in order, at most so many. */
  static List<Link> read(Store store, RoundId.Run run, long after, int atMost) {
    Store.Cursor cursor = new Store.Cursor(Optional.of(key(run, after)), atMost, Integer.MAX_VALUE);
    List<Link> links = new ArrayList<>();
    for (Store.Entry entry : store.read(Table.LINKS, cursor)) {
      ByteBuffer key = ByteBuffer.wrap(entry.key());
      byte[] of = new byte[RoundId.Run.BYTES];
      key.get(of);
      if (!RoundId.Run.of(of).equals(run)) {
        break;
      }
      links.add(decode(key.getLong(), entry.value()));
    }
    return links;
  }

  /** What is announced with a round: the newest links up to the one that charges it. */
  static List<Link> upTo(Store store, RoundId.Run run, long sequence) {
    long after = Math.max(0, sequence - WireLimits.ANNOUNCED_LINKS);
    return read(store, run, after, Math.toIntExact(sequence - after));
  }

  private static byte[] key(RoundId.Run run, long sequence) {
    return ByteBuffer.allocate(KEY_BYTES).put(run.toBytes()).putLong(sequence).array();
  }

  private static byte[] encode(Link link) {
    byte[] parameters = link.parameters().map(Digest::toBytes).orElseGet(() -> new byte[0]);
    return ByteBuffer.allocate(Digest.BYTES + parameters.length)
        .put(link.entry().toBytes())
        .put(parameters)
        .array();
  }

  private static Link decode(long sequence, byte[] value) {
    ByteBuffer buffer = ByteBuffer.wrap(value);
    Digest entry = digest(buffer);
    return new Link(
        sequence, entry, buffer.hasRemaining() ? Optional.of(digest(buffer)) : Optional.empty());
  }

  private static Digest digest(ByteBuffer buffer) {
    byte[] bytes = new byte[Digest.BYTES];
    buffer.get(bytes);
    return Digest.of(bytes);
  }
}
