package org.shuffledcheckin.aggregator.store;

import java.util.Optional;
import org.shuffledcheckin.aggregator.ledger.LedgerEntry;

/**
 * Keeps one run. Every method is one transaction: it happened completely or not at all, and when it
 * has returned it survives a crash. A {@link StoreUnavailable} leaves open which of the two it was.
 * The ledger has no method that changes or removes an entry.
 */
public interface RunStore extends RunHistory, AutoCloseable {
  /** The run this store holds; nothing before it is created. */
  Optional<StoredRun> run();

  /** Creates the run with the model it starts from; does nothing if a run is there already. */
  void create(StoredRun run, StoredModel initial);

  /**
   * Claims the store for this process. From here on writes of whoever claimed it earlier fail with
   * {@link StoreTakenOver}.
   */
  void claim();

  /** The round with the largest number; nothing before the first. */
  Optional<StoredRound> newestRound();

  /** Writes a charge and the round it pays for. */
  void charge(LedgerEntry entry, StoredRound round);

  /** Notes that the shuffler has acknowledged the round. */
  void opened(long number);

  /**
   * Commits a round: its outcome, the model it made and the end of its key.
   *
   * @return false, and nothing changes, if the round was decided before
   */
  boolean commit(long number, RoundOutcome outcome, StoredModel model);

  /**
   * Discards a round and ends its key.
   *
   * @return false, and nothing changes, if the round was decided before
   */
  boolean discard(long number, RoundOutcome outcome);

  /** Notes that the shuffler was told of a round's outcome. */
  void settled(long number);

  /** Keeps how good the model of a round was. */
  void evaluated(StoredEvaluation evaluation);

  /** What the operator last asked for. */
  RunCommand command();

  /** Keeps what the operator asks for. */
  void command(RunCommand command);

  @Override
  void close();
}
