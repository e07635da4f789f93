package org.shuffledcheckin.kit.rpc;

import com.google.protobuf.ByteString;
import java.util.List;
import java.util.Optional;
import org.shuffledcheckin.kit.ledger.LedgerChain.Head;
import org.shuffledcheckin.kit.ledger.LedgerChain.Link;
import org.shuffledcheckin.kit.round.Announcement;
import org.shuffledcheckin.kit.round.Digest;
import org.shuffledcheckin.kit.round.RoundId;
import org.shuffledcheckin.kit.signing.SignedRound;
import org.shuffledcheckin.proto.v1.LedgerHead;
import org.shuffledcheckin.proto.v1.LedgerLink;

/**
 * Rounds, links and heads between the wire and the records that everybody works with. Whatever is
 * out of range is an {@link IllegalArgumentException}.
 */
public final class RoundWire {
  private RoundWire() {}

  /** A round's name, as it travels. */
  public static org.shuffledcheckin.proto.v1.RoundId toWire(RoundId id) {
    return org.shuffledcheckin.proto.v1.RoundId.newBuilder()
        .setRun(ByteString.copyFrom(id.run().toBytes()))
        .setNumber(id.number())
        .build();
  }

  /** A round's name. */
  public static RoundId fromWire(org.shuffledcheckin.proto.v1.RoundId wire) {
    return new RoundId(run(wire.getRun()), wire.getNumber());
  }

  /** A run. */
  public static RoundId.Run run(ByteString wire) {
    return RoundId.Run.of(wire.toByteArray());
  }

  /** A signed round, as it travels: the announced bytes are the ones that were signed. */
  public static org.shuffledcheckin.proto.v1.SignedRound toWire(SignedRound round) {
    return org.shuffledcheckin.proto.v1.SignedRound.newBuilder()
        .setParameters(ByteString.copyFrom(round.announcement().toBytes()))
        .setLedger(toWire(round.ledger()))
        .setSignature(ByteString.copyFrom(round.signature()))
        .build();
  }

  /** A signed round, of which nobody has verified the signature. */
  public static SignedRound fromWire(org.shuffledcheckin.proto.v1.SignedRound wire) {
    return new SignedRound(
        Announcement.parse(wire.getParameters().toByteArray()),
        fromWire(wire.getLedger()),
        wire.getSignature().toByteArray());
  }

  /** A ledger head, as it travels. */
  public static LedgerHead toWire(Head head) {
    return LedgerHead.newBuilder()
        .setSequence(head.sequence())
        .setHead(ByteString.copyFrom(head.hash().toBytes()))
        .build();
  }

  /** A ledger head. */
  public static Head fromWire(LedgerHead wire) {
    return new Head(wire.getSequence(), Digest.of(wire.getHead().toByteArray()));
  }

  /** Ledger links, as they travel. */
  public static List<LedgerLink> toWire(List<Link> links) {
    return links.stream().map(RoundWire::toWire).toList();
  }

  /** Ledger links. */
  public static List<Link> fromWire(List<LedgerLink> wire) {
    return wire.stream().map(RoundWire::fromWire).toList();
  }

  private static LedgerLink toWire(Link link) {
    LedgerLink.Builder wire =
        LedgerLink.newBuilder()
            .setSequence(link.sequence())
            .setEntrySha256(ByteString.copyFrom(link.entry().toBytes()));
    link.parameters()
        .ifPresent(digest -> wire.setParametersSha256(ByteString.copyFrom(digest.toBytes())));
    return wire.build();
  }

  private static Link fromWire(LedgerLink wire) {
    return new Link(
        wire.getSequence(),
        Digest.of(wire.getEntrySha256().toByteArray()),
        wire.getParametersSha256().isEmpty()
            ? Optional.empty()
            : Optional.of(Digest.of(wire.getParametersSha256().toByteArray())));
  }
}
