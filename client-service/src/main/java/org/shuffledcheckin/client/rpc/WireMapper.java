package org.shuffledcheckin.client.rpc;

import static org.shuffledcheckin.accountant.Arguments.requireBetween;

import com.google.protobuf.ByteString;
import com.google.protobuf.UnsafeByteOperations;
import java.time.Duration;
import java.util.List;
import org.shuffledcheckin.client.exchange.Delivery;
import org.shuffledcheckin.client.exchange.DeliveryOutcome;
import org.shuffledcheckin.client.exchange.OpenedRound;
import org.shuffledcheckin.client.exchange.Pledge;
import org.shuffledcheckin.client.exchange.PledgeOutcome;
import org.shuffledcheckin.kit.ledger.LedgerChain.Link;
import org.shuffledcheckin.kit.round.RoundId;
import org.shuffledcheckin.kit.round.WireLimits;
import org.shuffledcheckin.kit.rpc.RoundWire;
import org.shuffledcheckin.proto.v1.ClientDelivery;
import org.shuffledcheckin.proto.v1.ClientPledge;
import org.shuffledcheckin.proto.v1.DeliverReply;
import org.shuffledcheckin.proto.v1.DeliverRequest;
import org.shuffledcheckin.proto.v1.ListRoundsReply;
import org.shuffledcheckin.proto.v1.PledgeReply;
import org.shuffledcheckin.proto.v1.PledgeRequest;
import org.shuffledcheckin.proto.v1.ReadLinksReply;
import org.shuffledcheckin.proto.v1.RoundOpened;

/** Turns wire messages into the clients' own values, refusing what is out of range, and back. */
final class WireMapper {
  private WireMapper() {}

  static OpenedRound opened(RoundOpened wire) {
    requireBetween(
        "parameter bytes", wire.getRound().getParameters().size(), 0, WireLimits.PARAMETERS_BYTES);
    requireBetween("announced links", wire.getLinksCount(), 1, WireLimits.ANNOUNCED_LINKS);
    long millis =
        requireBetween(
            "remaining milliseconds", wire.getRemainingMillis(), 0, WireLimits.OPEN_MILLIS);
    return new OpenedRound(
        RoundWire.fromWire(wire.getRound()),
        RoundWire.fromWire(wire.getLinksList()),
        Duration.ofMillis(millis));
  }

  static List<OpenedRound> rounds(ListRoundsReply reply) {
    return reply.getRoundsList().stream().map(WireMapper::opened).toList();
  }

  static List<Link> links(ReadLinksReply reply) {
    requireBetween("links of a page", reply.getLinksCount(), 0, WireLimits.LEDGER_LINKS);
    return RoundWire.fromWire(reply.getLinksList());
  }

  static PledgeRequest pledges(RoundId round, List<Pledge> pledges) {
    PledgeRequest.Builder request = PledgeRequest.newBuilder().setId(RoundWire.toWire(round));
    for (Pledge pledge : pledges) {
      request.addPledges(
          ClientPledge.newBuilder()
              .setCredential(UnsafeByteOperations.unsafeWrap(pledge.credential()))
              // A byte, and not a number: protobuf leaves zeros out.
              .setReports(ByteString.copyFrom(new byte[] {(byte) pledge.reports()})));
    }
    return request.build();
  }

  static DeliverRequest deliveries(RoundId round, List<Delivery> deliveries) {
    DeliverRequest.Builder request = DeliverRequest.newBuilder().setId(RoundWire.toWire(round));
    for (Delivery delivery : deliveries) {
      ClientDelivery.Builder wire =
          ClientDelivery.newBuilder()
              .setCredential(UnsafeByteOperations.unsafeWrap(delivery.credential()));
      for (byte[] report : delivery.sealedReports()) {
        // Nobody changes a delivery's arrays, so they need not be copied.
        wire.addSealedReports(UnsafeByteOperations.unsafeWrap(report));
      }
      request.addDeliveries(wire);
    }
    return request.build();
  }

  static List<PledgeOutcome> outcomes(PledgeReply reply) {
    return reply.getOutcomesList().stream()
        .map(
            outcome ->
                switch (outcome) {
                  case PLEDGE_OUTCOME_ACCEPTED -> PledgeOutcome.ACCEPTED;
                  case PLEDGE_OUTCOME_ALREADY_PLEDGED -> PledgeOutcome.ALREADY_PLEDGED;
                  case PLEDGE_OUTCOME_NOT_AUTHORISED -> PledgeOutcome.NOT_AUTHORISED;
                  case PLEDGE_OUTCOME_ROUND_NOT_OPEN -> PledgeOutcome.ROUND_NOT_OPEN;
                  case PLEDGE_OUTCOME_MALFORMED -> PledgeOutcome.MALFORMED;
                  case PLEDGE_OUTCOME_BUSY -> PledgeOutcome.BUSY;
                  case PLEDGE_OUTCOME_UNSPECIFIED, UNRECOGNIZED -> PledgeOutcome.UNKNOWN;
                })
        .toList();
  }

  static List<DeliveryOutcome> outcomes(DeliverReply reply) {
    return reply.getOutcomesList().stream()
        .map(
            outcome ->
                switch (outcome) {
                  case DELIVERY_OUTCOME_ACCEPTED -> DeliveryOutcome.ACCEPTED;
                  case DELIVERY_OUTCOME_ALREADY_DELIVERED -> DeliveryOutcome.ALREADY_DELIVERED;
                  case DELIVERY_OUTCOME_NOT_AUTHORISED -> DeliveryOutcome.NOT_AUTHORISED;
                  case DELIVERY_OUTCOME_ROUND_NOT_OPEN -> DeliveryOutcome.ROUND_NOT_OPEN;
                  case DELIVERY_OUTCOME_NOT_AS_PLEDGED -> DeliveryOutcome.NOT_AS_PLEDGED;
                  case DELIVERY_OUTCOME_WRONG_LENGTH -> DeliveryOutcome.WRONG_LENGTH;
                  case DELIVERY_OUTCOME_BUSY -> DeliveryOutcome.BUSY;
                  case DELIVERY_OUTCOME_UNSPECIFIED, UNRECOGNIZED -> DeliveryOutcome.UNKNOWN;
                })
        .toList();
  }
}
