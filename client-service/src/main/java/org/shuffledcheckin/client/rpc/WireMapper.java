package org.shuffledcheckin.client.rpc;

import static org.shuffledcheckin.accountant.Arguments.requireBetween;

import com.google.protobuf.ByteString;
import com.google.protobuf.UnsafeByteOperations;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.shuffledcheckin.client.exchange.Answer;
import org.shuffledcheckin.client.exchange.AnswerOutcome;
import org.shuffledcheckin.client.exchange.OpenedRound;
import org.shuffledcheckin.kit.ledger.LedgerChain.Head;
import org.shuffledcheckin.kit.round.Announcement;
import org.shuffledcheckin.kit.round.Digest;
import org.shuffledcheckin.kit.round.RoundId;
import org.shuffledcheckin.kit.round.WireLimits;
import org.shuffledcheckin.proto.v1.AnswerReply;
import org.shuffledcheckin.proto.v1.AnswerRequest;
import org.shuffledcheckin.proto.v1.ClientAnswer;
import org.shuffledcheckin.proto.v1.RoundOpened;

/** Turns wire messages into the clients' own values, refusing what is out of range, and back. */
final class WireMapper {
  private WireMapper() {}

  static OpenedRound opened(RoundOpened wire) {
    requireBetween("parameter bytes", wire.getParameters().size(), 0, WireLimits.PARAMETERS_BYTES);
    long millis =
        requireBetween(
            "remaining milliseconds", wire.getRemainingMillis(), 0, WireLimits.OPEN_MILLIS);
    return new OpenedRound(
        Announcement.parse(wire.getParameters().toByteArray()),
        Duration.ofMillis(millis),
        new Head(
            wire.getLedger().getSequence(), Digest.of(wire.getLedger().getHead().toByteArray())));
  }

  static RoundId id(org.shuffledcheckin.proto.v1.RoundId wire) {
    return new RoundId(RoundId.Run.of(wire.getRun().toByteArray()), wire.getNumber());
  }

  static org.shuffledcheckin.proto.v1.RoundId id(RoundId id) {
    return org.shuffledcheckin.proto.v1.RoundId.newBuilder()
        .setRun(ByteString.copyFrom(id.run().toBytes()))
        .setNumber(id.number())
        .build();
  }

  static AnswerRequest request(RoundId round, List<Answer> answers) {
    AnswerRequest.Builder request = AnswerRequest.newBuilder().setId(id(round));
    for (Answer answer : answers) {
      ClientAnswer.Builder wire =
          ClientAnswer.newBuilder()
              .setCredential(UnsafeByteOperations.unsafeWrap(answer.credential()));
      for (byte[] report : answer.sealedReports()) {
        // Nobody changes an answer's arrays, so they need not be copied.
        wire.addSealedReports(UnsafeByteOperations.unsafeWrap(report));
      }
      request.addAnswers(wire);
    }
    return request.build();
  }

  static List<AnswerOutcome> outcomes(AnswerReply reply) {
    List<AnswerOutcome> outcomes = new ArrayList<>(reply.getOutcomesCount());
    for (int i = 0; i < reply.getOutcomesCount(); i++) {
      outcomes.add(
          switch (reply.getOutcomes(i)) {
            case ANSWER_OUTCOME_ACCEPTED -> AnswerOutcome.ACCEPTED;
            case ANSWER_OUTCOME_ALREADY_ANSWERED -> AnswerOutcome.ALREADY_ANSWERED;
            case ANSWER_OUTCOME_NOT_AUTHORISED -> AnswerOutcome.NOT_AUTHORISED;
            case ANSWER_OUTCOME_ROUND_NOT_OPEN -> AnswerOutcome.ROUND_NOT_OPEN;
            case ANSWER_OUTCOME_TOO_MANY_REPORTS -> AnswerOutcome.TOO_MANY_REPORTS;
            case ANSWER_OUTCOME_WRONG_LENGTH -> AnswerOutcome.WRONG_LENGTH;
            case ANSWER_OUTCOME_BUSY -> AnswerOutcome.BUSY;
            case ANSWER_OUTCOME_UNSPECIFIED, UNRECOGNIZED -> AnswerOutcome.UNKNOWN;
          });
    }
    return outcomes;
  }
}
