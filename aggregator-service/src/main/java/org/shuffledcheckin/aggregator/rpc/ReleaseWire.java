package org.shuffledcheckin.aggregator.rpc;

import com.google.protobuf.ByteString;
import com.google.protobuf.UnsafeByteOperations;
import io.grpc.Status;
import java.io.ByteArrayOutputStream;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import org.shuffledcheckin.aggregator.round.ShufflerLink;
import org.shuffledcheckin.aggregator.round.ShufflerRefusal;
import org.shuffledcheckin.aggregator.round.ShufflerRefusal.Reason;
import org.shuffledcheckin.aggregator.round.ShufflerUnavailable;
import org.shuffledcheckin.kit.ledger.LedgerChain.Head;
import org.shuffledcheckin.kit.ledger.LedgerChain.Link;
import org.shuffledcheckin.kit.round.RoundId;
import org.shuffledcheckin.kit.round.WireLimits;
import org.shuffledcheckin.kit.rpc.RoundWire;
import org.shuffledcheckin.kit.server.GrpcChannels;
import org.shuffledcheckin.kit.server.Refusal;
import org.shuffledcheckin.kit.signing.SignedRound;
import org.shuffledcheckin.proto.v1.BatchOutcome;
import org.shuffledcheckin.proto.v1.ExtendLedgerRequest;
import org.shuffledcheckin.proto.v1.GetWitnessReply;
import org.shuffledcheckin.proto.v1.ModelChunk;
import org.shuffledcheckin.proto.v1.OpenRoundHeader;
import org.shuffledcheckin.proto.v1.OpenRoundRequest;
import org.shuffledcheckin.proto.v1.ReceiveSumRequest;
import org.shuffledcheckin.proto.v1.SumPart;

/** Maps between the {@code Release} service's messages and the aggregator's own values. */
final class ReleaseWire {
  private ReleaseWire() {}

  static ByteString bytes(RoundId.Run run) {
    return ByteString.copyFrom(run.toBytes());
  }

  static OpenRoundRequest header(SignedRound round, List<Link> links) {
    return OpenRoundRequest.newBuilder()
        .setHeader(
            OpenRoundHeader.newBuilder()
                .setRound(RoundWire.toWire(round))
                .addAllLinks(RoundWire.toWire(links)))
        .build();
  }

  static ExtendLedgerRequest extension(RoundId.Run run, List<Link> links, Head head) {
    return ExtendLedgerRequest.newBuilder()
        .setRun(bytes(run))
        .addAllLinks(RoundWire.toWire(links))
        .setHead(ByteString.copyFrom(head.hash().toBytes()))
        .build();
  }

  /** The piece of a model that begins at an offset below its length. */
  static OpenRoundRequest chunk(byte[] model, int offset) {
    int length = Math.min(WireLimits.MODEL_CHUNK_BYTES, model.length - offset);
    return OpenRoundRequest.newBuilder()
        .setModel(
            ModelChunk.newBuilder()
                .setOffset(offset)
                .setData(UnsafeByteOperations.unsafeWrap(model, offset, length)))
        .build();
  }

  static ShufflerLink.Witness witness(GetWitnessReply reply, RoundId.Run run) {
    try {
      return new ShufflerLink.Witness(
          reply.hasWitnessed()
              ? Optional.of(RoundWire.fromWire(reply.getWitnessed()))
              : Optional.empty(),
          Math.max(0, reply.getEnrolledClients()),
          reply.hasUnfinishedRound()
              ? Optional.of(new RoundId(run, reply.getUnfinishedRound().getNumber()))
              : Optional.empty(),
          reply.getLargestDeliveryBytes() > 0
              ? reply.getLargestDeliveryBytes()
              : WireLimits.MESSAGE_BYTES);
    } catch (IllegalArgumentException e) {
      throw new ShufflerUnavailable("The shuffler's witness is not a valid message.", e);
    }
  }

  static ShufflerLink.Disposition disposition(BatchOutcome.Disposition outcome) {
    return switch (outcome) {
      case DISPOSITION_RELEASED -> ShufflerLink.Disposition.RELEASED;
      case DISPOSITION_TOO_FEW_PLEDGES -> ShufflerLink.Disposition.TOO_FEW_PLEDGES;
      case DISPOSITION_BATCH_TOO_SMALL -> ShufflerLink.Disposition.BATCH_TOO_SMALL;
      case DISPOSITION_REPORTS_MISSING -> ShufflerLink.Disposition.REPORTS_MISSING;
      case DISPOSITION_BATCH_TOO_LARGE -> ShufflerLink.Disposition.BATCH_TOO_LARGE;
      case DISPOSITION_TOO_MANY_STRUCK -> ShufflerLink.Disposition.TOO_MANY_STRUCK;
      case DISPOSITION_ABANDONED -> ShufflerLink.Disposition.ABANDONED;
      case DISPOSITION_UNSPECIFIED, UNRECOGNIZED ->
          throw new ShufflerUnavailable("The shuffler's outcome is of a kind not known here.");
    };
  }

  static ReceiveSumRequest verdict(RoundId round, BitSet kept, long seeds) {
    byte[] bits = Arrays.copyOf(kept.toByteArray(), (int) ((seeds + Byte.SIZE - 1) / Byte.SIZE));
    return ReceiveSumRequest.newBuilder()
        .setId(RoundWire.toWire(round))
        .setKept(UnsafeByteOperations.unsafeWrap(bits))
        .build();
  }

  /** Puts a sum together; no more than the longest share is held, whatever is sent. */
  static ShufflerLink.Sum sum(Iterator<SumPart> parts) {
    if (!parts.hasNext()) {
      throw new ShufflerUnavailable("The shuffler ended a sum before its outcome.");
    }
    SumPart first = parts.next();
    if (!first.hasOutcome() || first.getOutcome().getKept() < 0) {
      throw new ShufflerUnavailable("The shuffler began a sum without its outcome.");
    }
    ByteArrayOutputStream words = new ByteArrayOutputStream();
    while (parts.hasNext()) {
      ByteString piece = parts.next().getWords();
      if (words.size() + piece.size() > WireLimits.REPORT_BYTES) {
        throw new ShufflerUnavailable("The shuffler sent a sum that is longer than any report.");
      }
      words.writeBytes(piece.toByteArray());
    }
    return new ShufflerLink.Sum(
        disposition(first.getOutcome().getDisposition()),
        first.getOutcome().getKept(),
        words.toByteArray());
  }

  /** What a failed call means here; the one place where the shuffler's statuses are read. */
  static RuntimeException failure(Status status) {
    Optional<Reason> reason = Refusal.of(status).flatMap(ReleaseWire::reason);
    if (reason.isPresent()) {
      return new ShufflerRefusal(reason.get(), status.getDescription());
    }
    return new ShufflerUnavailable(
        "The shuffler does not answer ("
            + status.getCode()
            + GrpcChannels.reason(status, ": ")
            + "); trying again.",
        status.asException());
  }

  private static Optional<Reason> reason(Refusal refusal) {
    return switch (refusal) {
      case LEDGER_ROLLED_BACK -> Optional.of(Reason.LEDGER_ROLLED_BACK);
      case ROUND_EXISTS, ROUND_OUT_OF_ORDER -> Optional.of(Reason.ROUND_CONFLICT);
      case ROUND_UNKNOWN -> Optional.of(Reason.ROUND_UNKNOWN);
      case ROUND_UNFINISHED -> Optional.of(Reason.ROUND_UNFINISHED);
      case DELIVERIES_TOO_LARGE -> Optional.of(Reason.DELIVERIES_TOO_LARGE);
      case SIGNATURE_INVALID -> Optional.of(Reason.SIGNATURE_INVALID);
      case VERDICT_GIVEN -> Optional.of(Reason.VERDICT_GIVEN);
      default -> Optional.empty();
    };
  }
}
