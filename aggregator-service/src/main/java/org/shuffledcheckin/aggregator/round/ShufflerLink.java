package org.shuffledcheckin.aggregator.round;

import java.util.List;
import java.util.Optional;
import org.shuffledcheckin.kit.ledger.LedgerChain.Head;
import org.shuffledcheckin.kit.ledger.LedgerChain.Link;
import org.shuffledcheckin.kit.round.Announcement;
import org.shuffledcheckin.kit.round.RoundId;

/**
 * The shuffler as the aggregator knows it. Every call may be repeated; its effect is that of having
 * been called once. Calls throw {@link ShufflerUnavailable} where the same call may succeed later
 * and {@link ShufflerRefusal} where it will not.
 */
public interface ShufflerLink extends AutoCloseable {
  /**
   * What the shuffler has seen of a run.
   *
   * @param ledger the newest ledger head it witnessed
   * @param enrolledClients how many clients may answer
   * @param unfinished the newest round that is open, or closed and not finished
   * @param largestAnswer bytes of the longest request it takes from a client
   */
  record Witness(
      Optional<Head> ledger,
      long enrolledClients,
      Optional<RoundId> unfinished,
      long largestAnswer) {}

  /** Asks what it has seen. */
  Witness witness(RoundId.Run run);

  /**
   * Shows more of the ledger.
   *
   * @param links after the witnessed head, at most as many as one message may have
   * @param head the ledger's head after them
   */
  void extend(RoundId.Run run, List<Link> links, Head head);

  /**
   * Opens a round.
   *
   * @param links the ledger's links after the witnessed head, up to this round's
   * @param head the ledger's head after them
   * @param model the serialised model
   */
  void open(Announcement round, List<Link> links, Head head, byte[] model);

  /** Waits until the round is closed and begins to receive its batch. */
  Batch receive(RoundId round) throws InterruptedException;

  /** Tells that the round's outcome is durable, or that it shall be discarded. */
  void finish(RoundId round);

  @Override
  void close();

  /** What became of a round at the shuffler. */
  enum Disposition {
    /** The batch follows. */
    RELEASED,
    /** Fewer clients answered than were accounted with. */
    TOO_FEW_ANSWERS,
    /** Fewer reports came than the minimum. */
    BATCH_TOO_SMALL,
    /** The round was closed early, or lost its model or store. */
    ABANDONED
  }

  /** A closed round's batch, pulled block by block; close it in any case. */
  interface Batch extends AutoCloseable {
    /** What became of the round. */
    Disposition disposition();

    /** How many reports follow; 0 unless released. */
    long reports();

    /** The next sealed reports; nothing after the last. */
    Optional<List<byte[]>> next() throws InterruptedException;

    @Override
    void close();
  }
}
