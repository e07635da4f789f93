package org.shuffledcheckin.shuffler.rpc;

import static org.shuffledcheckin.accountant.Arguments.requireBetween;

import com.google.protobuf.ByteString;
import com.google.protobuf.UnsafeByteOperations;
import java.util.List;
import org.shuffledcheckin.kit.round.Digest;
import org.shuffledcheckin.kit.round.WireLimits;
import org.shuffledcheckin.kit.rpc.RoundWire;
import org.shuffledcheckin.proto.v1.BatchOutcome;
import org.shuffledcheckin.proto.v1.DeliverReply;
import org.shuffledcheckin.proto.v1.DeliverRequest;
import org.shuffledcheckin.proto.v1.DeliveryOutcome;
import org.shuffledcheckin.proto.v1.ExtendLedgerRequest;
import org.shuffledcheckin.proto.v1.OpenRoundHeader;
import org.shuffledcheckin.proto.v1.PledgeOutcome;
import org.shuffledcheckin.proto.v1.PledgeReply;
import org.shuffledcheckin.proto.v1.PledgeRequest;
import org.shuffledcheckin.proto.v1.RoundOpened;
import org.shuffledcheckin.proto.v1.SumOutcome;
import org.shuffledcheckin.shuffler.intake.ClientDelivery;
import org.shuffledcheckin.shuffler.intake.ClientPledge;
import org.shuffledcheckin.shuffler.intake.Outcome;
import org.shuffledcheckin.shuffler.round.ClosedRound;
import org.shuffledcheckin.shuffler.round.JudgedRound;
import org.shuffledcheckin.shuffler.round.LedgerExtension;
import org.shuffledcheckin.shuffler.round.LiveRound;
import org.shuffledcheckin.shuffler.round.OpenRequest;
import org.shuffledcheckin.shuffler.round.RoundState;

/** Turns messages into validated records and back; what is out of range is an IllegalArgument. */
final class Wire {
  private Wire() {}

  static List<ClientPledge> pledges(PledgeRequest wire) {
    requireBetween("pledges", wire.getPledgesCount(), 1, WireLimits.CLIENTS_PER_REQUEST);
    return wire.getPledgesList().stream()
        .map(
            pledge ->
                new ClientPledge(
                    credential(pledge.getCredential()), pledge.getReports().toByteArray()))
        .toList();
  }

  static List<ClientDelivery> deliveries(DeliverRequest wire) {
    requireBetween("deliveries", wire.getDeliveriesCount(), 1, WireLimits.CLIENTS_PER_REQUEST);
    return wire.getDeliveriesList().stream()
        .map(
            delivery ->
                new ClientDelivery(
                    credential(delivery.getCredential()),
                    delivery.getSealedReportsList().stream().map(ByteString::toByteArray).toList()))
        .toList();
  }

  static PledgeReply pledged(Outcome[] outcomes) {
    PledgeReply.Builder reply = PledgeReply.newBuilder();
    for (Outcome outcome : outcomes) {
      reply.addOutcomes(pledged(outcome));
    }
    return reply.build();
  }

  private static PledgeOutcome pledged(Outcome outcome) {
    return switch (outcome) {
      case ACCEPTED -> PledgeOutcome.PLEDGE_OUTCOME_ACCEPTED;
      case ALREADY_PLEDGED -> PledgeOutcome.PLEDGE_OUTCOME_ALREADY_PLEDGED;
      case NOT_AUTHORISED -> PledgeOutcome.PLEDGE_OUTCOME_NOT_AUTHORISED;
      case ROUND_NOT_OPEN -> PledgeOutcome.PLEDGE_OUTCOME_ROUND_NOT_OPEN;
      case MALFORMED -> PledgeOutcome.PLEDGE_OUTCOME_MALFORMED;
      case BUSY -> PledgeOutcome.PLEDGE_OUTCOME_BUSY;
      case ALREADY_DELIVERED, NOT_AS_PLEDGED, WRONG_LENGTH ->
          throw new IllegalStateException("no pledge ends as " + outcome);
    };
  }

  static DeliverReply delivered(Outcome[] outcomes) {
    DeliverReply.Builder reply = DeliverReply.newBuilder();
    for (Outcome outcome : outcomes) {
      reply.addOutcomes(delivered(outcome));
    }
    return reply.build();
  }

  private static DeliveryOutcome delivered(Outcome outcome) {
    return switch (outcome) {
      case ACCEPTED -> DeliveryOutcome.DELIVERY_OUTCOME_ACCEPTED;
      case ALREADY_DELIVERED -> DeliveryOutcome.DELIVERY_OUTCOME_ALREADY_DELIVERED;
      case NOT_AUTHORISED -> DeliveryOutcome.DELIVERY_OUTCOME_NOT_AUTHORISED;
      case ROUND_NOT_OPEN -> DeliveryOutcome.DELIVERY_OUTCOME_ROUND_NOT_OPEN;
      case NOT_AS_PLEDGED -> DeliveryOutcome.DELIVERY_OUTCOME_NOT_AS_PLEDGED;
      case WRONG_LENGTH -> DeliveryOutcome.DELIVERY_OUTCOME_WRONG_LENGTH;
      case BUSY -> DeliveryOutcome.DELIVERY_OUTCOME_BUSY;
      case ALREADY_PLEDGED, MALFORMED ->
          throw new IllegalStateException("no delivery ends as " + outcome);
    };
  }

  static OpenRequest open(OpenRoundHeader wire) {
    return OpenRequest.of(
        RoundWire.fromWire(wire.getRound()), RoundWire.fromWire(wire.getLinksList()));
  }

  static LedgerExtension ledger(ExtendLedgerRequest wire) {
    return new LedgerExtension(
        RoundWire.run(wire.getRun()),
        RoundWire.fromWire(wire.getLinksList()),
        Digest.of(wire.getHead().toByteArray()));
  }

  static RoundOpened opened(LiveRound round, long remainingMillis) {
    return RoundOpened.newBuilder()
        .setRound(RoundWire.toWire(round.signed()))
        .setRemainingMillis(remainingMillis)
        .addAllLinks(RoundWire.toWire(round.links()))
        .build();
  }

  static BatchOutcome outcome(ClosedRound round) {
    return BatchOutcome.newBuilder()
        .setDisposition(disposition(round.state()))
        .setReports(round.reports())
        .setMissing(round.missing())
        .build();
  }

  static SumOutcome outcome(JudgedRound sum) {
    return SumOutcome.newBuilder()
        .setDisposition(disposition(sum.state()))
        .setKept(sum.kept())
        .build();
  }

  private static BatchOutcome.Disposition disposition(RoundState state) {
    return switch (state) {
      case OPEN -> throw new IllegalStateException("an open round has no outcome");
      case RELEASED -> BatchOutcome.Disposition.DISPOSITION_RELEASED;
      case TOO_FEW_PLEDGES -> BatchOutcome.Disposition.DISPOSITION_TOO_FEW_PLEDGES;
      case REPORTS_MISSING -> BatchOutcome.Disposition.DISPOSITION_REPORTS_MISSING;
      case BATCH_TOO_SMALL -> BatchOutcome.Disposition.DISPOSITION_BATCH_TOO_SMALL;
      case BATCH_TOO_LARGE -> BatchOutcome.Disposition.DISPOSITION_BATCH_TOO_LARGE;
      case TOO_MANY_STRUCK -> BatchOutcome.Disposition.DISPOSITION_TOO_MANY_STRUCK;
      case ABANDONED -> BatchOutcome.Disposition.DISPOSITION_ABANDONED;
    };
  }

  /** Wraps bytes that nobody changes any more. */
  static ByteString handOver(byte[] bytes) {
    return UnsafeByteOperations.unsafeWrap(bytes);
  }

  private static byte[] credential(ByteString wire) {
    // A longer one is no credential, and must not pass for the empty one; no need to copy it.
    return wire.size() > WireLimits.CREDENTIAL_BYTES ? new byte[1] : wire.toByteArray();
  }
}
