package org.shuffledcheckin.aggregator.round;

import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import org.shuffledcheckin.kit.ledger.LedgerChain.Head;
import org.shuffledcheckin.kit.ledger.LedgerChain.Link;
import org.shuffledcheckin.kit.round.RoundId;
import org.shuffledcheckin.kit.signing.SignedRound;

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
   * @param enrolledClients how many clients may pledge
   * @param unfinished the newest round that is open, or closed and not finished
   * @param largestDelivery bytes of the longest delivery it takes from a client
   */
  record Witness(
      Optional<Head> ledger,
      long enrolledClients,
      Optional<RoundId> unfinished,
      long largestDelivery) {}

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
   * @param round with the ledger head that charges it
   * @param links the ledger's links after the witnessed head, up to this round's
   * @param model the serialised model
   */
  void open(SignedRound round, List<Link> links, byte[] model);

  /** Waits until the round is closed and begins to receive its batch. */
  Batch receive(RoundId round) throws InterruptedException;

  /**
   * Gives the verdict on the sealed seeds of a round whose reports are only added up, and receives
   * the sum of the shares that it keeps. A verdict cannot be taken back.
   *
   * @param kept one bit for each seed, in the order in which they came
   * @param seeds how many came
   */
  Sum sum(RoundId round, BitSet kept, long seeds) throws InterruptedException;

  /** Tells that the round's outcome is durable, or that it shall be discarded. */
  void finish(RoundId round);

  @Override
  void close();

  /** What became of a round at the shuffler. */
  enum Disposition {
    /** The batch follows. */
    RELEASED,
    /** Fewer clients pledged than the release needs. */
    TOO_FEW_PLEDGES,
    /** Fewer reports came than the minimum. */
    BATCH_TOO_SMALL,
    /** More reports came than the maximum. */
    BATCH_TOO_LARGE,
    /** More pledged reports are missing than the loss limit allows. */
    REPORTS_MISSING,
    /** Of reports that are only added up, the verdict keeps too few. */
    TOO_MANY_STRUCK,
    /** The round was closed early, or lost its model or store. */
    ABANDONED
  }

  /**
   * The sum of a round's kept shares.
   *
   * @param disposition released, or why it is not
   * @param kept how many shares are in it
   * @param words the sum, 32-bit words modulo 2^32, little-endian; none unless released
   */
  // The array is handed over, not shared.
  @SuppressWarnings("ArrayRecordComponent")
  record Sum(Disposition disposition, long kept, byte[] words) {}

  /** A closed round's batch, pulled block by block; close it in any case. */
  interface Batch extends AutoCloseable {
    /** What became of the round. */
    Disposition disposition();

    /** How many reports follow; 0 unless released. */
    long reports();

    /** How many pledged reports did not arrive; 0 if abandoned. */
    long missing();

    /** The next sealed reports; nothing after the last. */
    Optional<List<byte[]>> next() throws InterruptedException;

    /**
     * Hands every block on.
     *
     * @throws ShufflerUnavailable if another number of reports came than was promised
     */
    default void forEachBlock(BlockSink sink) throws InterruptedException {
      long received = 0;
      for (var block = next(); block.isPresent(); block = next()) {
        received += block.get().size();
        if (received > reports()) {
          break;
        }
        sink.take(block.get());
      }
      if (received != reports()) {
        throw new ShufflerUnavailable(
            "The shuffler promised %d reports and sent %d; asking again."
                .formatted(reports(), received));
      }
    }

    @Override
    void close();
  }

  /** Takes a block of sealed reports. */
  interface BlockSink {
    /** Takes a block, waiting while too much is under way. */
    void take(List<byte[]> sealedReports) throws InterruptedException;
  }
}
