package org.shuffledcheckin.shuffler.round;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.LongSupplier;
import org.shuffledcheckin.kit.round.RoundId;
import org.shuffledcheckin.shuffler.model.ModelBytes;
import org.shuffledcheckin.shuffler.model.ModelCache;
import org.shuffledcheckin.shuffler.store.Store;
import org.shuffledcheckin.shuffler.store.Store.Durability;
import org.shuffledcheckin.shuffler.store.Store.Spool.Part;
import org.shuffledcheckin.shuffler.store.Store.Table;
import org.shuffledcheckin.shuffler.store.StoreBatch;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Rebuilds rounds from the store. Time that passes while no process runs does not count: an open
 * round goes on with the time it had left, at most {@link #PERSIST_EVERY_NANOS} more, whatever the
 * wall clock did meanwhile.
 */
final class RoundLoader {
  private static final Logger LOG = LoggerFactory.getLogger(RoundLoader.class);

  static final long PERSIST_EVERY_NANOS = TimeUnit.MILLISECONDS.toNanos(200);

  private final Store store;
  private final ModelCache models;
  private final LongSupplier nanoTime;
  private final Function<RoundId, Optional<SenderNames>> senders;

  RoundLoader(
      Store store,
      ModelCache models,
      LongSupplier nanoTime,
      Function<RoundId, Optional<SenderNames>> senders) {
    this.store = store;
    this.models = models;
    this.nanoTime = nanoTime;
    this.senders = senders;
  }

  record Loaded(
      Map<RoundId.Run, RunRecord> runs, Map<RoundId, LiveRound> rounds, Set<RoundId> orphans) {}

  Loaded load(Map<RoundId, LiveRound> before) {
    Map<RoundId.Run, RunRecord> runs = new HashMap<>();
    store.forEach(
        Table.RUNS, (key, value) -> runs.put(RoundId.Run.of(key), RunRecord.decode(value)));
    Map<RoundId, LiveRound> rounds = new HashMap<>();
    Set<RoundId> orphans = new HashSet<>(store.spools());
    StoreBatch unreadable = new StoreBatch();
    store.forEach(
        Table.ROUNDS,
        (key, value) -> {
          Optional<RoundRecord> record = RoundRecord.decode(value);
          if (record.isEmpty()) {
            LOG.atWarn().log("a round that an older version announced is given up");
            unreadable.delete(Table.ROUNDS, key);
            return;
          }
          LiveRound round = load(record.get(), Optional.ofNullable(before.get(record.get().id())));
          rounds.put(round.id(), round);
          if (round.state().keepsReports()) {
            orphans.remove(round.id());
          }
        });
    if (!unreadable.isEmpty()) {
      store.write(unreadable, Durability.DISK);
    }
    return new Loaded(runs, rounds, orphans);
  }

  private LiveRound load(RoundRecord record, Optional<LiveRound> before) {
    LiveRound round = new LiveRound(record, nanoTime);
    if (!record.state().keepsReports()) {
      return round;
    }
    if (!store.spools().contains(record.id())) {
      round.become(record.closed(RoundState.ABANDONED, Tally.NONE));
      return round;
    }
    if (record.state() == RoundState.OPEN) {
      reopen(round, before);
    }
    return round;
  }

  private void reopen(LiveRound round, Optional<LiveRound> before) {
    List<Store.Entry> progress =
        store.read(round.spool(Part.PROGRESS), Store.Cursor.start(1, Integer.MAX_VALUE));
    Optional<ModelBytes> model = models.load(round.id(), round.terms().model());
    if (progress.isEmpty() || model.isEmpty()) {
      round.become(round.record().closed(RoundState.ABANDONED, Tally.NONE));
      return;
    }
    Progress stored = Progress.decode(progress.get(0).value());
    store.forEach(round.spool(Part.PLEDGES), round.pledges()::restore);
    long deadline =
        before
            .filter(known -> known.state() == RoundState.OPEN)
            .map(LiveRound::deadlineNanos)
            .orElseGet(
                () ->
                    nanoTime.getAsLong() + TimeUnit.MILLISECONDS.toNanos(stored.remainingMillis()));
    round.naming(senders.apply(round.id()));
    long charge = round.signed().ledger().sequence();
    round.runsUntil(deadline, model.get(), LedgerLinks.upTo(store, round.id().run(), charge));
  }
}
