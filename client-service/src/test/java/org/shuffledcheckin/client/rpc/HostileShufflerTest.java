package org.shuffledcheckin.client.rpc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.protobuf.ByteString;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.shuffledcheckin.accountant.CheckInLaw;
import org.shuffledcheckin.client.TestLedger;
import org.shuffledcheckin.client.TestRounds;
import org.shuffledcheckin.client.TestShuffler;
import org.shuffledcheckin.client.exchange.ExchangeException;
import org.shuffledcheckin.client.exchange.OpenedRound;
import org.shuffledcheckin.client.exchange.Pledge;
import org.shuffledcheckin.client.exchange.RoundFeed;
import org.shuffledcheckin.kit.round.RoundId;
import org.shuffledcheckin.kit.round.RoundTerms;
import org.shuffledcheckin.proto.v1.DeliverReply;
import org.shuffledcheckin.proto.v1.LedgerLink;
import org.shuffledcheckin.proto.v1.ModelChunk;
import org.shuffledcheckin.proto.v1.PledgeOutcome;
import org.shuffledcheckin.proto.v1.PledgeReply;
import org.shuffledcheckin.proto.v1.ReadLinksReply;
import org.shuffledcheckin.proto.v1.RoundEvent;
import org.shuffledcheckin.proto.v1.RoundOpened;
import org.shuffledcheckin.proto.v1.SignedRound;
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
    return opened(
        TestShuffler.wire(
            new TestLedger()
                .charge(TestRounds.gaussian(3, CheckInLaw.POISSON, 0.05, model, TestRounds.KEY))));
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
    SignedRound round = good.getRound();
    observer.onNext(opened(good, round.toBuilder().clearLedger().build()));
    observer.onNext(
        opened(
            good,
            round.toBuilder().setLedger(round.getLedger().toBuilder().setSequence(-5)).build()));
    observer.onNext(
        opened(good, round.toBuilder().setParameters(ByteString.copyFrom(new byte[4097])).build()));
    observer.onNext(
        opened(good, round.toBuilder().setSignature(ByteString.copyFrom(new byte[63])).build()));
    observer.onNext(opened(good.toBuilder().clearRound().build()));
    observer.onNext(opened(good.toBuilder().clearLinks().build()));
    observer.onNext(
        opened(good.toBuilder().addAllLinks(Collections.nCopies(14, good.getLinks(0))).build()));
    observer.onNext(
        opened(
            good.toBuilder()
                .setLinks(
                    0,
                    good.getLinks(0).toBuilder().setEntrySha256(ByteString.copyFrom(new byte[31])))
                .build()));
    observer.onNext(RoundEvent.getDefaultInstance());
    assertThat(feed.malformed.get()).isEqualTo(11);
    assertThat(feed.valid.get()).isZero();
  }

  private static RoundEvent opened(RoundOpened opened, SignedRound round) {
    return opened(opened.toBuilder().setRound(round).build());
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
        PledgeReply.newBuilder()
            .addOutcomes(PledgeOutcome.PLEDGE_OUTCOME_ACCEPTED)
            .addOutcomes(PledgeOutcome.PLEDGE_OUTCOME_BUSY)
            .addOutcomes(PledgeOutcome.PLEDGE_OUTCOME_MALFORMED)
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
        // Both kinds of reply have one form.
        PledgeReply pledged = PledgeReply.parseFrom(bytes);
        DeliverReply delivered = DeliverReply.parseFrom(bytes);
        assertThat(WireMapper.outcomes(pledged))
            .hasSize(pledged.getOutcomesCount())
            .doesNotContainNull();
        assertThat(WireMapper.outcomes(delivered))
            .hasSize(delivered.getOutcomesCount())
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
  void links_moreThanAPageOrMalformed_areNotRead() {
    LedgerLink link = event().getOpened().getLinks(0);
    ReadLinksReply page =
        ReadLinksReply.newBuilder().addAllLinks(Collections.nCopies(1024, link)).build();
    assertThat(WireMapper.links(page)).hasSize(1024);
    assertThatThrownBy(() -> WireMapper.links(page.toBuilder().addLinks(link).build()))
        .isInstanceOf(IllegalArgumentException.class);
    ReadLinksReply odd =
        ReadLinksReply.newBuilder()
            .addLinks(link.toBuilder().setParametersSha256(ByteString.copyFrom(new byte[5])))
            .build();
    assertThatThrownBy(() -> WireMapper.links(odd)).isInstanceOf(IllegalArgumentException.class);
  }

  /** Whoever watches the network sees lengths. */
  @Test
  void pledges_ofEveryNumber_areOfOneLength() {
    RoundId round = new RoundId(TestRounds.RUN, 1);
    int[] lengths =
        IntStream.rangeClosed(0, 16)
            .map(
                reports ->
                    WireMapper.pledges(round, List.of(new Pledge(0, new byte[24], reports)))
                        .toByteArray()
                        .length)
            .distinct()
            .toArray();
    assertThat(lengths).hasSize(1);
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
