package org.shuffledcheckin.client.journal;

import java.util.BitSet;
import java.util.Optional;
import org.shuffledcheckin.accountant.CheckInRound;
import org.shuffledcheckin.client.coin.Draws;
import org.shuffledcheckin.client.policy.RunMemory;
import org.shuffledcheckin.kit.ledger.LedgerChain.Head;
import org.shuffledcheckin.kit.round.Digest;
import org.shuffledcheckin.kit.round.RoundId;

/**
 * What a host has durably recorded of the last round of a run: who took part, what they drew, and
 * what has become of it.
 *
 * @param id the round
 * @param parameters the digest of its parameters
 * @param head the ledger head announced with it
 * @param charge what each participant charged itself for
 * @param participants who drew
 * @param draws who drew more than zero
 * @param sealed the sealed reports, where they were kept
 * @param answered whether every answer has found its end
 */
public record RecordedRound(
    RoundId id,
    Digest parameters,
    Head head,
    CheckInRound charge,
    BitSet participants,
    Draws draws,
    Optional<SealedReports> sealed,
    boolean answered) {

  /** Keeps a copy of the participants. */
  public RecordedRound {
    participants = (BitSet) participants.clone();
  }

  /** A copy of the set of those who drew. */
  @Override
  public BitSet participants() {
    return (BitSet) participants.clone();
  }

  /** What later announcements of the run are held against. */
  public RunMemory memory() {
    return new RunMemory(id.number(), parameters, head);
  }

  RecordedRound withSealed(SealedReports reports) {
    return new RecordedRound(
        id, parameters, head, charge, participants, draws, Optional.of(reports), answered);
  }

  RecordedRound withAnswered() {
    // Nothing is ever sent again, so the sealed bytes are done with.
    return new RecordedRound(
        id, parameters, head, charge, participants, draws, Optional.empty(), true);
  }
}
