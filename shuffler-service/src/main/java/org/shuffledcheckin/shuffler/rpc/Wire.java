package org.shuffledcheckin.shuffler.rpc;

import static org.shuffledcheckin.accountant.Arguments.requireBetween;

import com.google.protobuf.ByteString;
import com.google.protobuf.UnsafeByteOperations;
import java.util.ArrayList;
import java.util.List;
import org.shuffledcheckin.kit.ledger.LedgerChain;
import org.shuffledcheckin.kit.round.Announcement;
import org.shuffledcheckin.kit.round.Digest;
import org.shuffledcheckin.kit.round.RoundId;
import org.shuffledcheckin.kit.round.WireLimits;
import org.shuffledcheckin.proto.v1.AnswerOutcome;
import org.shuffledcheckin.proto.v1.AnswerReply;
import org.shuffledcheckin.proto.v1.AnswerRequest;
import org.shuffledcheckin.proto.v1.BatchOutcome;
import org.shuffledcheckin.proto.v1.ExtendLedgerRequest;
import org.shuffledcheckin.proto.v1.LedgerHead;
import org.shuffledcheckin.proto.v1.LedgerLink;
import org.shuffledcheckin.proto.v1.OpenRoundHeader;
import org.shuffledcheckin.shuffler.intake.ClientAnswer;
import org.shuffledcheckin.shuffler.intake.Outcome;
import org.shuffledcheckin.shuffler.round.LedgerExtension;
import org.shuffledcheckin.shuffler.round.OpenRequest;
import org.shuffledcheckin.shuffler.round.RoundState;

/** Turns messages into validated records and back; what is out of range is an IllegalArgument. */
final class Wire {
  private Wire() {}

  static RoundId round(org.shuffledcheckin.proto.v1.RoundId wire) {
    return new RoundId(run(wire.getRun()), wire.getNumber());
  }

  static RoundId.Run run(ByteString wire) {
    return RoundId.Run.of(bytes(wire, RoundId.Run.BYTES, "run"));
  }

  static org.shuffledcheckin.proto.v1.RoundId round(RoundId id) {
    return org.shuffledcheckin.proto.v1.RoundId.newBuilder()
        .setRun(ByteString.copyFrom(id.run().toBytes()))
        .setNumber(id.number())
        .build();
  }

  static LedgerHead head(LedgerChain.Head head) {
    return LedgerHead.newBuilder()
        .setSequence(head.sequence())
        .setHead(ByteString.copyFrom(head.hash().toBytes()))
        .build();
  }

  static List<ClientAnswer> answers(AnswerRequest wire) {
    int count =
        requireBetween("answers", wire.getAnswersCount(), 1, WireLimits.ANSWERS_PER_REQUEST);
    List<ClientAnswer> answers = new ArrayList<>(count);
    for (org.shuffledcheckin.proto.v1.ClientAnswer answer : wire.getAnswersList()) {
      answers.add(new ClientAnswer(credential(answer.getCredential()), reports(answer)));
    }
    return answers;
  }

  static OpenRequest open(OpenRoundHeader wire) {
    Announcement announcement = Announcement.parse(wire.getParameters().toByteArray());
    return new OpenRequest(
        announcement, ledger(announcement.terms().id().run(), wire.getLinksList(), wire.getHead()));
  }

  static LedgerExtension ledger(ExtendLedgerRequest wire) {
    return ledger(run(wire.getRun()), wire.getLinksList(), wire.getHead());
  }

  private static LedgerExtension ledger(RoundId.Run run, List<LedgerLink> links, ByteString head) {
    return new LedgerExtension(
        run,
        links.stream()
            .map(
                link ->
                    new LedgerChain.Link(
                        link.getSequence(), digest(link.getEntrySha256(), "entry hash")))
            .toList(),
        digest(head, "head"));
  }

  static AnswerReply outcomes(Outcome[] outcomes) {
    AnswerReply.Builder reply = AnswerReply.newBuilder();
    for (Outcome outcome : outcomes) {
      reply.addOutcomes(outcome(outcome));
    }
    return reply.build();
  }

  private static AnswerOutcome outcome(Outcome outcome) {
    return switch (outcome) {
      case ACCEPTED -> AnswerOutcome.ANSWER_OUTCOME_ACCEPTED;
      case ALREADY_ANSWERED -> AnswerOutcome.ANSWER_OUTCOME_ALREADY_ANSWERED;
      case NOT_AUTHORISED -> AnswerOutcome.ANSWER_OUTCOME_NOT_AUTHORISED;
      case ROUND_NOT_OPEN -> AnswerOutcome.ANSWER_OUTCOME_ROUND_NOT_OPEN;
      case TOO_MANY_REPORTS -> AnswerOutcome.ANSWER_OUTCOME_TOO_MANY_REPORTS;
      case WRONG_LENGTH -> AnswerOutcome.ANSWER_OUTCOME_WRONG_LENGTH;
      case BUSY -> AnswerOutcome.ANSWER_OUTCOME_BUSY;
    };
  }

  static BatchOutcome.Disposition disposition(RoundState state) {
    return switch (state) {
      case OPEN -> throw new IllegalStateException("an open round has no outcome");
      case RELEASED -> BatchOutcome.Disposition.DISPOSITION_RELEASED;
      case TOO_FEW_ANSWERS -> BatchOutcome.Disposition.DISPOSITION_TOO_FEW_ANSWERS;
      case BATCH_TOO_SMALL -> BatchOutcome.Disposition.DISPOSITION_BATCH_TOO_SMALL;
      case ABANDONED -> BatchOutcome.Disposition.DISPOSITION_ABANDONED;
    };
  }

  /** Wraps bytes that nobody changes any more. */
  static ByteString handOver(byte[] bytes) {
    return UnsafeByteOperations.unsafeWrap(bytes);
  }

  private static byte[] credential(ByteString wire) {
    // A longer one is no credential at all; no need to copy it.
    return wire.size() > WireLimits.CREDENTIAL_BYTES ? new byte[0] : wire.toByteArray();
  }

  private static List<byte[]> reports(org.shuffledcheckin.proto.v1.ClientAnswer answer) {
    int count = answer.getSealedReportsCount();
    if (count == 0) {
      return List.of();
    }
    List<byte[]> reports = new ArrayList<>(count);
    for (ByteString report : answer.getSealedReportsList()) {
      reports.add(report.toByteArray());
    }
    return reports;
  }

  private static Digest digest(ByteString wire, String name) {
    return Digest.of(bytes(wire, Digest.BYTES, name));
  }

  private static byte[] bytes(ByteString wire, int length, String name) {
    if (wire.size() != length) {
      throw new IllegalArgumentException(
          name + " must be " + length + " bytes but has " + wire.size());
    }
    return wire.toByteArray();
  }
}
