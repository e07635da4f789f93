package org.shuffledcheckin.aggregator.ledger;

import java.util.Arrays;
import java.util.Objects;
import java.util.Optional;
import org.shuffledcheckin.kit.ledger.LedgerChain;
import org.shuffledcheckin.kit.ledger.LedgerChain.Head;
import org.shuffledcheckin.kit.ledger.LedgerChain.Link;
import org.shuffledcheckin.kit.round.Digest;
import org.shuffledcheckin.kit.round.WireLimits;

/**
 * One stored entry: the bytes of a charge and the head of the chain after it. Says nothing about
 * whether the head is right; {@link LedgerVerifier} does.
 */
public final class LedgerEntry {
  /** The longest entry that may be written. */
  public static final int MAX_BYTES = WireLimits.LEDGER_ENTRY_BYTES;

  private final byte[] entry;
  private final Head head;

  private LedgerEntry(byte[] entry, Head head) {
    this.entry = entry;
    this.head = head;
  }

  /** Takes an entry as it was stored. */
  public static LedgerEntry stored(byte[] entry, Head head) {
    if (entry.length > MAX_BYTES) {
      throw new IllegalArgumentException(
          "ledger entry must be at most " + MAX_BYTES + " bytes but has " + entry.length);
    }
    return new LedgerEntry(entry.clone(), Objects.requireNonNull(head, "head"));
  }

  /** Chains a new charge to the head of the ledger. */
  public static LedgerEntry after(Head head, Charge charge) {
    byte[] entry = ChargeText.write(charge);
    return stored(entry, LedgerChain.extend(head, link(head.sequence() + 1, entry, charge)));
  }

  /** Position in the ledger, from 1. */
  public long sequence() {
    return head.sequence();
  }

  /** The head of the chain after this entry. */
  public Head head() {
    return head;
  }

  /** A copy of the bytes that are hashed. */
  public byte[] toBytes() {
    return entry.clone();
  }

  /**
   * What the shuffler and clients are shown of the entry: its hash and, but for older versions,
   * that of the parameters it charges for.
   *
   * @throws IllegalArgumentException if the bytes are not the canonical text of a charge
   */
  public Link link() {
    return link(charge());
  }

  /** The same of an entry that was read already. */
  Link link(Charge charge) {
    return link(sequence(), entry, charge);
  }

  private static Link link(long sequence, byte[] entry, Charge charge) {
    return new Link(
        sequence,
        Digest.sha256(entry),
        charge.isPledged() ? Optional.of(charge.terms().parameters()) : Optional.empty());
  }

  /**
   * The charge that the bytes describe.
   *
   * @throws IllegalArgumentException if they are not the canonical text of a charge
   */
  public Charge charge() {
    return ChargeText.parse(entry);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof LedgerEntry that
        && head.equals(that.head)
        && Arrays.equals(entry, that.entry);
  }

  @Override
  public int hashCode() {
    return head.hashCode();
  }

  @Override
  public String toString() {
    return "ledger entry " + sequence();
  }
}
