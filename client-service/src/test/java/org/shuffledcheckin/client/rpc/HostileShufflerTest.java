package org.shuffledcheckin.client.rpc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.protobuf.ByteString;
import java.util.Arrays;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.shuffledcheckin.accountant.CheckInLaw;
import org.shuffledcheckin.client.TestRounds;
import org.shuffledcheckin.client.exchange.ExchangeException;
import org.shuffledcheckin.client.exchange.OpenedRound;
import org.shuffledcheckin.client.exchange.RoundFeed;
import org.shuffledcheckin.kit.round.Announcement;
import org.shuffledcheckin.kit.round.RoundId;
import org.shuffledcheckin.kit.round.RoundTerms;
import org.shuffledcheckin.proto.v1.AnswerOutcome;
import org.shuffledcheckin.proto.v1.AnswerReply;
import org.shuffledcheckin.proto.v1.LedgerHead;
import org.shuffledcheckin.proto.v1.ModelChunk;
import org.shuffledcheckin.proto.v1.RoundEvent;
import org.shuffledcheckin.proto.v1.RoundOpened;
import org.shuffledcheckin.report.randomizer.RandomizerSpec;

/** What a shuffler, or an aggregator behind it, may send that it should not. */
class HostileShufflerTest {
  private static final long SEED = 20_260_102;

  /** Counts what comes through. */
  private static final class Counting implements RoundFeed {
    private final AtomicInteger valid = new AtomicInteger();
    private final AtomicInteger malformed = new AtomicInteger();

    @Override
    public void alive() {}

    @Override
    public void opened(OpenedRound round) {
      // Whatever passes is within the specification, and the client's next check copes with it.
      RoundTerms terms = round.announcement().terms();
      boolean fits = terms.population().rate() > 0 && terms.population().rate() <= 1;
      fits &= RandomizerSpec.parse(terms.randomizer().canonicalText()).equals(terms.randomizer());
      if (!fits) {
        throw new AssertionError("an announcement passed that is not valid: " + terms);
      }
      valid.incrementAndGet();
    }

    @Override
    public void closed(RoundId round) {
      valid.incrementAndGet();
    }

    @Override
    public void malformed() {
      malformed.incrementAndGet();
    }

    @Override
    public void ended() {}
  }

  private static RoundEvent event() {
    byte[] model = TestRounds.model(0);
    return RoundEvent.newBuilder()
        .setOpened(
            RoundOpened.newBuilder()
                .setParameters(
                    ByteString.copyFrom(
                        Announcement.of(
                                TestRounds.gaussian(
                                    1, CheckInLaw.POISSON, 0.05, model, TestRounds.KEY))
                            .toBytes()))
                .setRemainingMillis(1000)
                .setLedger(
                    LedgerHead.newBuilder()
                        .setSequence(1)
                        .setHead(ByteString.copyFrom(new byte[32]))))
        .build();
  }

  @Test
  void events_mutatedHundredThousandTimes_areDroppedOrValid() {
    Counting feed = new Counting();
    FeedObserver observer = new FeedObserver(feed);
    byte[] good = event().toByteArray();
    Random random = new Random(SEED);
    int parsed = 0;
    for (int i = 0; i < 100_000; i++) {
      byte[] bytes = good.clone();
      if (random.nextInt(4) == 0) {
        bytes = Arrays.copyOf(bytes, random.nextInt(bytes.length + 1));
      }
      for (int flips = random.nextInt(4); flips >= 0 && bytes.length > 0; flips--) {
        bytes[random.nextInt(bytes.length)] = (byte) random.nextInt(256);
      }
      RoundEvent event;
      try {
        event = RoundEvent.parseFrom(bytes);
      } catch (com.google.protobuf.InvalidProtocolBufferException e) {
        continue;
      }
      parsed++;
      observer.onNext(event);
    }
    assertThat(feed.valid.get() + feed.malformed.get()).isEqualTo(parsed);
    assertThat(feed.valid.get()).as("seed " + SEED).isPositive();
    assertThat(feed.malformed.get()).as("seed " + SEED).isPositive();
  }

  @Test
  void events_valuesBeyondTheSpecification_areDropped() {
    Counting feed = new Counting();
    FeedObserver observer = new FeedObserver(feed);
    RoundOpened good = event().getOpened();
    observer.onNext(opened(good.toBuilder().setRemainingMillis(-1).build()));
    observer.onNext(opened(good.toBuilder().setRemainingMillis(604_800_001).build()));
    observer.onNext(opened(good.toBuilder().clearLedger().build()));
    observer.onNext(
        opened(good.toBuilder().setLedger(good.getLedger().toBuilder().setSequence(-5)).build()));
    observer.onNext(
        opened(good.toBuilder().setParameters(ByteString.copyFrom(new byte[4097])).build()));
    observer.onNext(RoundEvent.getDefaultInstance());
    assertThat(feed.malformed.get()).isEqualTo(6);
    assertThat(feed.valid.get()).isZero();
  }

  private static RoundEvent opened(RoundOpened opened) {
    return RoundEvent.newBuilder().setOpened(opened).build();
  }

  @Test
  void model_mutatedHundredThousandTimes_isRefusedOrUsable() {
    byte[] good = TestRounds.model(0.5f);
    Random random = new Random(SEED);
    int usable = 0;
    int refusals = 0;
    for (int i = 0; i < 100_000; i++) {
      byte[] bytes = Arrays.copyOf(good, good.length - random.nextInt(2) * random.nextInt(20));
      for (int flips = random.nextInt(3); flips >= 0; flips--) {
        bytes[random.nextInt(bytes.length)] = (byte) random.nextInt(256);
      }
      try {
        ModelMessage message = ModelMessage.parse(bytes);
        usable += message.model(message.spec()).spec().parameterCount() > 0 ? 1 : 0;
      } catch (IllegalArgumentException refused) {
        refusals += refused.getMessage() == null ? 0 : 1;
      }
    }
    assertThat(usable).as("seed " + SEED).isPositive();
    assertThat(usable + refusals).isEqualTo(100_000);
  }

  @Test
  void pieces_mutatedHundredThousandTimes_endInTheModelOrInAnError() {
    Random random = new Random(SEED);
    byte[] good = piece(0, 10).toByteArray();
    int complete = 0;
    int broken = 0;
    for (int i = 0; i < 100_000; i++) {
      byte[] bytes = good.clone();
      for (int flips = random.nextInt(3); flips > 0; flips--) {
        bytes[random.nextInt(bytes.length)] = (byte) random.nextInt(256);
      }
      ModelObserver observer = new ModelObserver(10);
      observer.beforeStart(new CancelCounter(new AtomicInteger()));
      try {
        observer.onNext(ModelChunk.parseFrom(bytes));
        observer.onCompleted();
      } catch (com.google.protobuf.InvalidProtocolBufferException e) {
        observer.onError(e);
      }
      assertThat(observer.model()).isDone();
      if (observer.model().isCompletedExceptionally()) {
        broken++;
      } else {
        assertThat(observer.model().join()).hasSize(10);
        complete++;
      }
    }
    assertThat(complete).as("seed " + SEED).isPositive();
    assertThat(broken).as("seed " + SEED).isPositive();
  }

  @Test
  void replies_mutatedHundredThousandTimes_areReadAsKnownOutcomes() {
    Random random = new Random(SEED);
    byte[] good =
        AnswerReply.newBuilder()
            .addOutcomes(AnswerOutcome.ANSWER_OUTCOME_ACCEPTED)
            .addOutcomes(AnswerOutcome.ANSWER_OUTCOME_BUSY)
            .addOutcomes(AnswerOutcome.ANSWER_OUTCOME_WRONG_LENGTH)
            .build()
            .toByteArray();
    int read = 0;
    int unreadable = 0;
    for (int i = 0; i < 100_000; i++) {
      byte[] bytes = Arrays.copyOf(good, good.length + random.nextInt(3));
      for (int flips = random.nextInt(3); flips >= 0; flips--) {
        bytes[random.nextInt(bytes.length)] = (byte) random.nextInt(256);
      }
      try {
        AnswerReply reply = AnswerReply.parseFrom(bytes);
        assertThat(WireMapper.outcomes(reply))
            .hasSize(reply.getOutcomesCount())
            .doesNotContainNull();
        read++;
      } catch (com.google.protobuf.InvalidProtocolBufferException e) {
        unreadable++;
      }
    }
    assertThat(read + unreadable).isEqualTo(100_000);
    assertThat(read).as("seed " + SEED).isPositive();
  }

  @Test
  void model_piecesOutOfPlaceOrTooMany_breakTheDownloadOff() {
    assertWrongPiece(10, piece(1, 5));
    assertWrongPiece(10, piece(0, 11));
    assertWrongPiece(10, piece(0, 0));
    assertWrongPiece(10, piece(0, 5), piece(0, 5));
    assertWrongPiece(10, piece(0, 10), piece(10, 1));
    assertWrongPiece(10, piece(-1, 5));
  }

  private static void assertWrongPiece(int bytes, ModelChunk... pieces) {
    ModelObserver observer = new ModelObserver(bytes);
    AtomicInteger cancelled = new AtomicInteger();
    observer.beforeStart(new CancelCounter(cancelled));
    for (ModelChunk piece : pieces) {
      observer.onNext(piece);
    }
    CompletableFuture<byte[]> model = observer.model();
    assertThatThrownBy(model::get)
        .isInstanceOf(ExecutionException.class)
        .hasCauseInstanceOf(ExchangeException.class);
    assertThat(cancelled.get()).isPositive();
  }

  private static ModelChunk piece(long offset, int length) {
    return ModelChunk.newBuilder()
        .setOffset(offset)
        .setData(ByteString.copyFrom(new byte[length]))
        .build();
  }
}
