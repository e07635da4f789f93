package org.shuffledcheckin.client.journal;

import java.util.BitSet;
import java.util.Optional;
import org.shuffledcheckin.accountant.CheckInRound;
import org.shuffledcheckin.client.coin.Draws;
import org.shuffledcheckin.client.policy.RunMemory;
import org.shuffledcheckin.kit.round.RoundId;

/**
 * What a host has durably recorded of the last round of a run: who took part, what they drew, and
 * what has become of it.
 *
 * @param memory the round and the ledger head that paid for it: what later announcements of the run
 *     are held against
 * @param charge what each participant charged itself for
 * @param participants who drew
 * @param draws who drew more than zero
 * @param sealed the sealed reports, where they were kept
 * @param finished whether every pledge and delivery has found its end
 */
public record RecordedRound(
    RunMemory memory,
    CheckInRound charge,
    BitSet participants,
    Draws draws,
    Optional<SealedReports> sealed,
    boolean finished) {

  /** Keeps a copy of the participants. */
  public RecordedRound {
    participants = (BitSet) participants.clone();
  }

  /** A round of which nothing was sent yet. */
  public static RecordedRound drawn(
      RunMemory memory, CheckInRound charge, BitSet participants, Draws draws) {
    return new RecordedRound(memory, charge, participants, draws, Optional.empty(), false);
  }

  /** The round. */
  public RoundId id() {
    return memory.id();
  }

  /** A copy of the set of those who drew. */
  @Override
  public BitSet participants() {
    return (BitSet) participants.clone();
  }

  RecordedRound withSealed(SealedReports reports) {
    SealedReports all = sealed.map(before -> before.and(reports)).orElse(reports);
    return new RecordedRound(memory, charge, participants, draws, Optional.of(all), finished);
  }

  RecordedRound withFinished() {
    // Nothing is ever sent again, so the sealed bytes are done with.
    return new RecordedRound(memory, charge, participants, draws, Optional.empty(), true);
  }
}
