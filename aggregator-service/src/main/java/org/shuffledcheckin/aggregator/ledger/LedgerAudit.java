package org.shuffledcheckin.aggregator.ledger;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.shuffledcheckin.kit.ledger.LedgerChain;
import org.shuffledcheckin.kit.ledger.LedgerChain.Head;
import org.shuffledcheckin.kit.round.RoundId;

/**
 * Walks a ledger once from its first entry, recomputing the chain. After the walk {@link #head} is
 * the chain's head and every entry before it is as it was when it was chained; whether entries were
 * cut off at the end only somebody who remembers a later head can tell, which {@link #remembers}
 * checks.
 */
public final class LedgerAudit {
  private final RoundId.Run run;
  private final Map<Long, Head> remembered = new HashMap<>();
  private final List<String> witnesses = new ArrayList<>();
  private final List<Head> claims = new ArrayList<>();
  private Head head;
  private Optional<Charge> last = Optional.empty();

  /** Begins at the empty ledger of a run. */
  public LedgerAudit(RoundId.Run run) {
    this.run = run;
    this.head = LedgerChain.genesis(run);
    remembered.put(0L, head);
  }

  /**
   * Notes that somebody has seen a head of this ledger; call it before the walk.
   *
   * @param witness who, as the middle of a sentence: "the shuffler"
   */
  public LedgerAudit remembers(String witness, Optional<Head> seen) {
    if (seen.isPresent()) {
      witnesses.add(witness);
      claims.add(seen.get());
    }
    return this;
  }

  /**
   * Checks the next entry and returns its charge.
   *
   * @throws LedgerRefusal if it does not continue the chain
   */
  public Charge next(LedgerEntry entry) {
    long expected = head.sequence() + 1;
    if (entry.sequence() != expected) {
      throw new LedgerRefusal(
          "The ledger is broken: entry " + entry.sequence() + " follows entry " + (expected - 1));
    }
    Charge charge = parsed(entry);
    Head computed = LedgerChain.extend(head, entry.link(charge));
    if (!computed.equals(entry.head())) {
      throw new LedgerRefusal(
          "The ledger is broken: entry " + expected + " or its hash was changed.");
    }
    requirePlace(charge, expected);
    head = computed;
    last = Optional.of(charge);
    if (claims.stream().anyMatch(claim -> claim.sequence() == expected)) {
      remembered.put(expected, computed);
    }
    return charge;
  }

  /**
   * Ends the walk.
   *
   * @throws LedgerRefusal if somebody remembers a head that this ledger does not have
   */
  public Head end() {
    for (int i = 0; i < claims.size(); i++) {
      Head seen = claims.get(i);
      requireSame(
          witnesses.get(i), seen, head, Optional.ofNullable(remembered.get(seen.sequence())));
    }
    return head;
  }

  /**
   * Checks a head that somebody has seen.
   *
   * @param witness who, as the middle of a sentence
   * @param seen by them
   * @param end the ledger's newest head
   * @param ours the ledger's own head at the same place, if it goes so far
   * @throws LedgerRefusal if the ledger does not extend what was seen
   */
  public static void requireSame(String witness, Head seen, Head end, Optional<Head> ours) {
    if (seen.sequence() > end.sequence()) {
      throw new LedgerRefusal(
          "The ledger was rolled back: it ends at entry %d, but %s has seen entry %d. Restore the newer database; spent budget cannot be taken back."
              .formatted(end.sequence(), witness, seen.sequence()));
    }
    if (!ours.equals(Optional.of(seen))) {
      throw new LedgerRefusal(
          "The ledger was rewritten: its entry %d is not the one that %s has seen."
              .formatted(seen.sequence(), witness));
    }
  }

  private static Charge parsed(LedgerEntry entry) {
    try {
      return entry.charge();
    } catch (IllegalArgumentException e) {
      throw new LedgerRefusal(
          "The ledger is broken: entry " + entry.sequence() + " was changed, or is not a charge.",
          e);
    }
  }

  private void requirePlace(Charge charge, long sequence) {
    if (!charge.round().equals(new RoundId(run, sequence))) {
      throw new LedgerRefusal(
          "The ledger is broken: entry " + sequence + " charges for round " + charge.round() + ".");
    }
    double before = last.map(earlier -> earlier.after().epsilon()).orElse(0.0);
    if (charge.after().epsilon() < before) {
      throw new LedgerRefusal(
          "The ledger is broken: epsilon falls from %s to %s at entry %d."
              .formatted(before, charge.after().epsilon(), sequence));
    }
    if (last.isPresent() && charge.after().delta() != last.get().after().delta()) {
      throw new LedgerRefusal(
          "The ledger is broken: delta changes from %s to %s at entry %d."
              .formatted(last.get().after().delta(), charge.after().delta(), sequence));
    }
  }
}
