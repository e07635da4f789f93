package org.shuffledcheckin.kit.signing;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import org.shuffledcheckin.kit.ledger.LedgerChain.Head;
import org.shuffledcheckin.kit.round.Announcement;
import org.shuffledcheckin.kit.round.WireLimits;

/**
 * A round as it is handed on: its announcement, the ledger head that charges it, and a signature
 * over both, as {@code checkin.v1.SignedRound} defines it. Says nothing about whether the signature
 * is anybody's; {@link VerifyingKeys} do.
 */
public final class SignedRound {
  private static final byte[] LABEL = "checkin/v1/round".getBytes(StandardCharsets.US_ASCII);

  private final Announcement announcement;
  private final Head ledger;
  private final byte[] signature;

  /** Puts a signed round together. */
  public SignedRound(Announcement announcement, Head ledger, byte[] signature) {
    this.announcement = Objects.requireNonNull(announcement, "announcement");
    this.ledger = Objects.requireNonNull(ledger, "ledger");
    if (signature.length != WireLimits.SIGNATURE_BYTES) {
      throw new IllegalArgumentException(
          "signature must be %d bytes but has %d"
              .formatted(WireLimits.SIGNATURE_BYTES, signature.length));
    }
    this.signature = signature.clone();
  }

  /** The round. */
  public Announcement announcement() {
    return announcement;
  }

  /** The ledger head whose newest link charges the round. */
  public Head ledger() {
    return ledger;
  }

  /** A copy of the signature. */
  public byte[] signature() {
    return signature.clone();
  }

  /** The bytes that are signed. */
  byte[] message() {
    return message(announcement, ledger);
  }

  static byte[] message(Announcement announcement, Head ledger) {
    byte[] parameters = announcement.toBytes();
    byte[] head = ledger.hash().toBytes();
    return ByteBuffer.allocate(LABEL.length + Long.BYTES + head.length + parameters.length)
        .put(LABEL)
        .putLong(ledger.sequence())
        .put(head)
        .put(parameters)
        .array();
  }

  @Override
  public String toString() {
    return "signed round " + announcement.terms().id();
  }
}
