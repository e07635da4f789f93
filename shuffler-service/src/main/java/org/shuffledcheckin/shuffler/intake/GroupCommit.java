package org.shuffledcheckin.shuffler.intake;

import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import org.shuffledcheckin.shuffler.config.IntakeLimits;
import org.shuffledcheckin.shuffler.round.LiveRound;
import org.shuffledcheckin.shuffler.round.RoundRegistry;
import org.shuffledcheckin.shuffler.store.Store.Durability;
import org.shuffledcheckin.shuffler.store.StoreBatch;
import org.shuffledcheckin.shuffler.store.StoreException;
import org.shuffledcheckin.shuffler.store.StoreGuard;

/**
 * Writes the pledges and deliveries of many requests with one durable write: each report under its
 * own fresh random 128-bit key, so that the order of keys is a uniform permutation of the reports,
 * with the mark that its client has delivered in the same atomic batch. Nobody is told "accepted"
 * before the disk has it. Runs on the round thread.
 */
public final class GroupCommit {
  private static final int KEY_BYTES = 16;

  private final StoreGuard store;
  private final RoundRegistry rounds;
  private final IntakeLimits limits;
  private final BooleanSupplier diskIsLow;
  private final SecureRandom random;
  private final IntakeMeters meters;

  /** Makes a group commit. */
  public GroupCommit(
      StoreGuard store,
      RoundRegistry rounds,
      IntakeLimits limits,
      BooleanSupplier diskIsLow,
      SecureRandom random,
      IntakeMeters meters) {
    this.store = store;
    this.rounds = rounds;
    this.limits = limits;
    this.diskIsLow = diskIsLow;
    this.random = random;
    this.meters = meters;
  }

  /** Decides, writes and answers a group of work. */
  public void commit(List<IntakeWork> group) {
    if (store.isFailed() || diskIsLow.getAsBoolean()) {
      group.forEach(IntakeWork::refuse);
      return;
    }
    long began = System.nanoTime();
    Group decided = new Group();
    try {
      group.forEach(decided::decide);
      decided.write();
      decided.count(System.nanoTime() - began);
    } catch (RuntimeException e) {
      // Whatever it was: memory is ahead of the disk now, and what is on disk is unknown until the
      // store was opened and read again.
      store.fail(e);
      group.forEach(IntakeWork::undo);
    }
    group.forEach(work -> work.done().complete(work.outcomes()));
    decided.closeComplete();
  }

  /** What one durable write will hold. */
  final class Group {
    private final Map<LiveRound, Integer> touched = new LinkedHashMap<>();
    private final List<byte[]> reports = new ArrayList<>();
    private final List<LiveRound> owners = new ArrayList<>();
    private final List<Long> senders = new ArrayList<>();
    private long spoolBytes = rounds.spoolBytes();

    void decide(IntakeWork work) {
      Optional<LiveRound> round = rounds.find(work.round()).filter(LiveRound::isInTime);
      for (int i = 0; i < work.size(); i++) {
        if (!work.isDecided(i)) {
          work.decide(i, round.isEmpty() ? Outcome.ROUND_NOT_OPEN : take(work, i, round.get()));
        }
      }
    }

    private Outcome take(IntakeWork work, int index, LiveRound round) {
      Outcome outcome = work.take(index, round, this);
      if (outcome == Outcome.ACCEPTED) {
        touched.putIfAbsent(round, 0);
      }
      return outcome;
    }

    /** Takes room in the spools; false if there is none. */
    boolean reserve(long bytes) {
      boolean fits = bytes <= limits.spool().bytes() - spoolBytes;
      spoolBytes += fits ? bytes : 0;
      return fits;
    }

    void add(LiveRound round, long sender, List<byte[]> sealed) {
      touched.merge(round, sealed.size(), Integer::sum);
      for (byte[] report : sealed) {
        reports.add(report);
        owners.add(round);
        senders.add(sender);
      }
    }

    void count(long nanos) {
      touched.forEach((round, count) -> meters.committed(round.id(), count, nanos));
    }

    void write() {
      if (touched.isEmpty()) {
        return;
      }
      StoreBatch batch = new StoreBatch();
      // One draw for all: equal keys come with probability 2^-128 for each pair.
      byte[] keys = new byte[reports.size() * KEY_BYTES];
      random.nextBytes(keys);
      for (int i = 0; i < reports.size(); i++) {
        byte[] drawn = Arrays.copyOfRange(keys, i * KEY_BYTES, (i + 1) * KEY_BYTES);
        byte[] key = owners.get(i).reportKey(senders.get(i)).orElse(drawn);
        owners.get(i).put(batch, key, reports.get(i));
      }
      touched.keySet().forEach(round -> round.persist(batch));
      store.write(batch, Durability.DISK);
    }

    void closeComplete() {
      try {
        if (!store.isFailed()) {
          touched.keySet().forEach(rounds::closeIfComplete);
        }
      } catch (StoreException e) {
        // What was taken is safe; the round closes when the store is back.
        return;
      }
    }
  }
}
