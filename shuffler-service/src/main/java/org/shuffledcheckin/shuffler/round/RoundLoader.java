package org.shuffledcheckin.shuffler.round;

import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.shuffledcheckin.kit.round.RoundId;
import org.shuffledcheckin.shuffler.model.ModelBytes;
import org.shuffledcheckin.shuffler.model.ModelCache;
import org.shuffledcheckin.shuffler.store.SpoolKeys;
import org.shuffledcheckin.shuffler.store.Store;
import org.shuffledcheckin.shuffler.store.Store.Table;
import org.shuffledcheckin.shuffler.store.StoreGuard;

/**
 * Rebuilds rounds from the store. Time that passes while no process runs does not count: an open
 * round goes on with the time it had left, at most {@link #PERSIST_EVERY_NANOS} more, whatever the
 * wall clock did meanwhile.
 */
final class RoundLoader {
  static final long PERSIST_EVERY_NANOS = TimeUnit.MILLISECONDS.toNanos(200);
  private static final int PAGES_AT_ONCE = 1024;
  private static final int BYTES_AT_ONCE = 1 << 20;

  private final StoreGuard guard;
  private final ModelCache models;
  private final long now;

  RoundLoader(StoreGuard guard, ModelCache models, LongSupplier nanoTime) {
    this.guard = guard;
    this.models = models;
    this.now = nanoTime.getAsLong();
  }

  record Loaded(
      Map<RoundId.Run, RunRecord> runs, Map<RoundId, LiveRound> rounds, Set<RoundId> orphans) {}

  Loaded load(Map<RoundId, LiveRound> before) {
    Store store = guard.reading();
    Map<RoundId.Run, RunRecord> runs = new HashMap<>();
    store.forEach(
        Table.RUNS, (key, value) -> runs.put(RoundId.Run.of(key), RunRecord.decode(value)));
    Map<RoundId, LiveRound> rounds = new HashMap<>();
    Set<RoundId> orphans = new HashSet<>(store.spools());
    store.forEach(
        Table.ROUNDS,
        (key, value) -> {
          RoundRecord record = RoundRecord.decode(value);
          LiveRound round = load(store, record, Optional.ofNullable(before.get(record.id())));
          rounds.put(round.id(), round);
          if (round.state() == RoundState.OPEN || round.state() == RoundState.RELEASED) {
            orphans.remove(round.id());
          }
        });
    return new Loaded(runs, rounds, orphans);
  }

  private LiveRound load(Store store, RoundRecord record, Optional<LiveRound> before) {
    LiveRound round = new LiveRound(record);
    if (record.state() != RoundState.OPEN && record.state() != RoundState.RELEASED) {
      return round;
    }
    if (!store.spools().contains(record.id())) {
      round.become(record.closed(RoundState.ABANDONED, 0));
      return round;
    }
    if (record.state() == RoundState.OPEN) {
      reopen(store, round, before);
    }
    return round;
  }

  private void reopen(Store store, LiveRound round, Optional<LiveRound> before) {
    Optional<byte[]> progress = store.get(round.id(), SpoolKeys.progress());
    Optional<ModelBytes> model =
        models.load(round.id(), round.terms().model().sha256(), round.terms().model().bytes());
    if (progress.isEmpty() || model.isEmpty()) {
      round.become(round.record().closed(RoundState.ABANDONED, 0));
      return;
    }
    Progress stored = Progress.decode(progress.get());
    round.restore(stored);
    restoreAnswers(store, round);
    long deadline =
        before
            .filter(known -> known.state() == RoundState.OPEN)
            .map(LiveRound::deadlineNanos)
            .orElse(now + TimeUnit.MILLISECONDS.toNanos(stored.remainingMillis()));
    round.runsUntil(deadline, model.get(), now);
  }

  private static void restoreAnswers(Store store, LiveRound round) {
    byte[] after = SpoolKeys.beforeAnswered();
    while (true) {
      List<Store.Entry> pages =
          store.read(round.id(), after, SpoolKeys.beforeReports(), PAGES_AT_ONCE, BYTES_AT_ONCE);
      for (Store.Entry page : pages) {
        round.answered().restore(ByteBuffer.wrap(page.key()).getInt(1), page.value());
        after = page.key();
      }
      if (pages.isEmpty()) {
        return;
      }
    }
  }
}
