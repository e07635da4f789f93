package org.shuffledcheckin.shuffler.intake;

import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.BooleanSupplier;
import org.shuffledcheckin.shuffler.config.IntakeLimits;
import org.shuffledcheckin.shuffler.round.LiveRound;
import org.shuffledcheckin.shuffler.round.RoundRegistry;
import org.shuffledcheckin.shuffler.store.Store.Durability;
import org.shuffledcheckin.shuffler.store.Store.Spool.Part;
import org.shuffledcheckin.shuffler.store.StoreBatch;
import org.shuffledcheckin.shuffler.store.StoreException;
import org.shuffledcheckin.shuffler.store.StoreGuard;

/**
 * Writes the answers of many requests with one durable write: each report under its own fresh
 * random 128-bit key, so that the order of keys is a uniform permutation of the reports, with the
 * mark that its client has answered in the same atomic batch. Nobody is told "accepted" before the
 * disk has it. Runs on the round thread.
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
  public void commit(List<AnswerWork> group) {
    if (store.isFailed() || diskIsLow.getAsBoolean()) {
      group.forEach(AnswerWork::refuse);
      return;
    }
    long began = System.nanoTime();
    Group decided = new Group();
    try {
      group.forEach(decided::decide);
      decided.write();
      meters.committed(group.size(), decided.reports.size(), System.nanoTime() - began);
    } catch (RuntimeException e) {
      // Whatever it was: memory is ahead of the disk now, and what is on disk is unknown until the
      // store was opened and read again.
      store.fail(e);
      group.forEach(AnswerWork::undo);
    }
    group.forEach(work -> work.done().complete(work.outcomes()));
    decided.closeComplete();
  }

  /** What one durable write will hold. */
  private final class Group {
    private final Set<LiveRound> touched = new LinkedHashSet<>();
    private final List<byte[]> reports = new ArrayList<>();
    private final List<LiveRound> owners = new ArrayList<>();
    private long spoolBytes = rounds.spoolBytes();

    void decide(AnswerWork work) {
      LiveRound round = rounds.find(work.round()).orElse(null);
      for (int i = 0; i < work.size(); i++) {
        if (!work.isDecided(i)) {
          work.decide(i, decide(round, work.client(i), work.reports(i)));
        }
      }
    }

    private Outcome decide(LiveRound round, long client, List<byte[]> sealed) {
      if (round == null || !round.takesAnswers()) {
        return Outcome.ROUND_NOT_OPEN;
      }
      if (round.hasAnswered(client)) {
        return Outcome.ALREADY_ANSWERED;
      }
      long bytes = (long) sealed.size() * round.terms().sealedReportBytes();
      if (bytes > 0 && spoolBytes + bytes > limits.spool().bytes()) {
        return Outcome.BUSY;
      }
      round.accept(client, sealed.size());
      spoolBytes += bytes;
      touched.add(round);
      for (byte[] report : sealed) {
        reports.add(report);
        owners.add(round);
      }
      return Outcome.ACCEPTED;
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
        byte[] key = Arrays.copyOfRange(keys, i * KEY_BYTES, (i + 1) * KEY_BYTES);
        batch.put(owners.get(i).spool(Part.REPORTS), key, reports.get(i));
      }
      touched.forEach(round -> round.persist(batch));
      store.write(batch, Durability.DISK);
    }

    void closeComplete() {
      try {
        if (!store.isFailed()) {
          touched.forEach(rounds::closeIfComplete);
        }
      } catch (StoreException e) {
        // The answers are safe; the round closes when the store is back.
        return;
      }
    }
  }
}
