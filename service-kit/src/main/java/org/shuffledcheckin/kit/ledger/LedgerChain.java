package org.shuffledcheckin.kit.ledger;

import static org.shuffledcheckin.accountant.Arguments.requireAtLeast;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.shuffledcheckin.kit.round.Digest;
import org.shuffledcheckin.kit.round.RoundId;

/**
 * The hash chain of a run's ledger, as {@code checkin.v1.LedgerLink} defines it. Whoever remembers
 * one head can tell whether a later head extends it, and whether a round is charged in between;
 * nobody can extend a head to two ledgers that differ before it.
 */
public final class LedgerChain {
  private static final byte[] GENESIS =
      "checkin/v1/ledger/genesis".getBytes(StandardCharsets.US_ASCII);
  private static final byte[] LINK = "checkin/v1/ledger".getBytes(StandardCharsets.US_ASCII);

  private LedgerChain() {}

  /** A position in a ledger: how many entries, and the hash over all of them. */
  public record Head(long sequence, Digest hash) {
    /** Validates the sequence. */
    public Head {
      requireAtLeast("ledger sequence", sequence, 0);
      Objects.requireNonNull(hash, "hash");
    }
  }

  /**
   * One entry, by its position and hashes.
   *
   * @param entry hash of its bytes
   * @param parameters hash of the parameters of the round that it charges; nothing in ledgers from
   *     before links named it
   */
  public record Link(long sequence, Digest entry, Optional<Digest> parameters) {
    /** The link of an entry that charges a round. */
    public static Link of(long sequence, Digest entry, Digest parameters) {
      return new Link(sequence, entry, Optional.of(parameters));
    }

    /** Whether this link charges the round of these parameters. */
    public boolean charges(Digest round) {
      return parameters.equals(Optional.of(round));
    }
  }

  /** The head of a run's empty ledger. */
  public static Head genesis(RoundId.Run run) {
    return new Head(0, Digest.sha256(GENESIS, run.toBytes()));
  }

  /**
   * The head after one more entry.
   *
   * @throws IllegalArgumentException if the link does not follow the head
   */
  public static Head extend(Head head, Link link) {
    if (link.sequence() != head.sequence() + 1) {
      throw new IllegalArgumentException(
          "ledger link " + link.sequence() + " does not follow entry " + head.sequence());
    }
    byte[] sequence = ByteBuffer.allocate(Long.BYTES).putLong(link.sequence()).array();
    byte[] parameters = link.parameters().map(Digest::toBytes).orElseGet(() -> new byte[0]);
    return new Head(
        link.sequence(),
        Digest.sha256(LINK, head.hash().toBytes(), sequence, link.entry().toBytes(), parameters));
  }

  /** The head after all the links, in their order. */
  public static Head extend(Head head, List<Link> links) {
    Head end = head;
    for (Link link : links) {
      end = extend(end, link);
    }
    return end;
  }
}
