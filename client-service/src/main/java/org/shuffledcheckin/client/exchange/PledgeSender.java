package org.shuffledcheckin.client.exchange;

import java.time.Duration;
import java.util.BitSet;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.shuffledcheckin.kit.round.RoundId;

/**
 * Hands in the pledges of one round and knows whose were heard. A client that was pledged for by
 * somebody else delivers nothing: what it drew is not what counts.
 */
public final class PledgeSender extends RequestSender<Pledge, PledgeOutcome> {
  private final Shuffler shuffler;
  private final RoundId round;
  private final boolean firstWords;
  private final BitSet pledged = new BitSet();
  private final BitSet elsewhere = new BitSet();

  /**
   * Prepares to hand in pledges.
   *
   * @param window how many requests may be under way
   * @param firstWords whether these clients have said nothing in this round yet: then nobody can
   *     have pledged for them before the first request
   */
  public PledgeSender(
      Shuffler shuffler,
      RoundId round,
      RoundTime time,
      Retries retries,
      int window,
      boolean firstWords) {
    super(time, retries, window, PledgeOutcome.class);
    this.shuffler = shuffler;
    this.round = round;
    this.firstWords = firstWords;
  }

  /** The clients whose own pledge the shuffler is known to hold. */
  public synchronized BitSet pledged() {
    return (BitSet) pledged.clone();
  }

  /** The clients that somebody else pledged for. */
  public synchronized BitSet elsewhere() {
    return (BitSet) elsewhere.clone();
  }

  @Override
  CompletableFuture<List<PledgeOutcome>> call(List<Pledge> pledges, Duration timeout) {
    return shuffler.pledge(round, pledges, timeout);
  }

  @Override
  void settled(Pledge pledge, PledgeOutcome outcome, int attempt) {
    boolean already = outcome == PledgeOutcome.ALREADY_PLEDGED;
    if (already && firstWords && attempt == 1) {
      elsewhere.set(pledge.client());
    } else if (already || outcome == PledgeOutcome.ACCEPTED) {
      pledged.set(pledge.client());
    }
  }

  @Override
  PledgeOutcome unknown() {
    return PledgeOutcome.UNKNOWN;
  }

  @Override
  PledgeOutcome unreachable() {
    return PledgeOutcome.UNREACHABLE;
  }
}
