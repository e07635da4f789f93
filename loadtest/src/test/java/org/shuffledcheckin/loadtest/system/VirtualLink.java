package org.shuffledcheckin.loadtest.system;

import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.shuffledcheckin.aggregator.round.ShufflerLink;
import org.shuffledcheckin.aggregator.round.ShufflerRefusal;
import org.shuffledcheckin.aggregator.round.ShufflerUnavailable;
import org.shuffledcheckin.kit.ledger.LedgerChain.Head;
import org.shuffledcheckin.kit.ledger.LedgerChain.Link;
import org.shuffledcheckin.kit.round.RoundId;
import org.shuffledcheckin.kit.server.RefusedException;
import org.shuffledcheckin.kit.signing.SignedRound;
import org.shuffledcheckin.kit.time.VirtualClock;
import org.shuffledcheckin.loadtest.system.Weather.Fault;
import org.shuffledcheckin.shuffler.model.StagedModel;
import org.shuffledcheckin.shuffler.release.BatchReader;
import org.shuffledcheckin.shuffler.release.ReleasedSum;
import org.shuffledcheckin.shuffler.round.ClosedRound;
import org.shuffledcheckin.shuffler.round.LedgerExtension;
import org.shuffledcheckin.shuffler.round.LiveRound;
import org.shuffledcheckin.shuffler.round.OpenRequest;
import org.shuffledcheckin.shuffler.round.Verdict;
import org.shuffledcheckin.shuffler.store.StoreException;

/** The aggregator's line to the shuffler, over a network that loses, repeats and delays. */
final class VirtualLink implements ShufflerLink {
  private static final Duration LATEST = Duration.ofSeconds(15);
  private static final Duration SLOW = Duration.ofSeconds(5);
  private static final Duration USUAL = Duration.ofMillis(20);
  private static final Duration POLL = Duration.ofMillis(250);

  private final ShufflerProcess shuffler;
  private final VirtualClock clock;
  private final Weather weather;
  private final Runnable onOpened;

  VirtualLink(ShufflerProcess shuffler, VirtualClock clock, Weather weather, Runnable onOpened) {
    this.shuffler = shuffler;
    this.clock = clock;
    this.weather = weather;
    this.onOpened = onOpened;
  }

  @Override
  public Witness witness(RoundId.Run run) {
    return overNetwork(
        () ->
            shuffler.ask(
                process ->
                    new Witness(
                        process.witnessed(run).filter(head -> head.sequence() > 0),
                        process.clients().activeCount(),
                        process.unfinished(run).map(LiveRound::id),
                        process.largestDelivery())));
  }

  @Override
  public void extend(RoundId.Run run, List<Link> links, Head head) {
    LedgerExtension ledger = new LedgerExtension(run, links, head.hash());
    overNetwork(() -> shuffler.call(process -> process.extend(ledger)));
  }

  @Override
  public void open(SignedRound round, List<Link> links, byte[] model) {
    OpenRequest request = OpenRequest.of(round, links);
    overNetwork(() -> open(request, model));
    onOpened.run();
  }

  private LiveRound open(OpenRequest request, byte[] model) {
    try (StagedModel staged = shuffler.ask(process -> process.stage(request.announcement()))) {
      if (model.length > 0) {
        staged.append(0, ByteBuffer.wrap(model));
      }
      return shuffler.call(process -> process.open(request, staged));
    }
  }

  @Override
  public void finish(RoundId round) {
    overNetwork(() -> shuffler.call(process -> process.finish(round)));
  }

  @Override
  public Batch receive(RoundId round) {
    travel();
    CompletableFuture<ClosedRound> closed =
        translated(() -> shuffler.start(process -> process.awaitClosed(round)));
    while (!closed.isDone()) {
      clock.pass(POLL);
      // Ends the wait for the round thread as well as the wait for time to pass.
      translated(() -> shuffler.ask(process -> process.open().size()));
    }
    ClosedRound outcome = translated(() -> shuffler.await(closed));
    BatchReader reader = translated(() -> shuffler.ask(process -> process.reader(outcome)));
    return new ReadBatch(outcome, reader);
  }

  @Override
  public Sum sum(RoundId round, BitSet kept, long seeds) {
    byte[] bits = Arrays.copyOf(kept.toByteArray(), (int) ((seeds + 7) / 8));
    ReleasedSum sum =
        overNetwork(
            () -> shuffler.call(process -> process.sum(round, Verdict.of(bits), Runnable::run)));
    return new Sum(
        Disposition.valueOf(sum.round().state().name()), sum.round().kept(), sum.words());
  }

  /** Every fault that a call can meet on its way there or back. */
  private <T> T overNetwork(Supplier<T> call) {
    travel();
    if (weather.strikes(Fault.DELIVERED_TWICE)) {
      clock.schedule(weather.within(LATEST), () -> arriveAgain(call));
    }
    if (weather.strikes(Fault.DELIVERED_LATE)) {
      clock.schedule(weather.within(SLOW), () -> arriveAgain(call));
      throw new ShufflerUnavailable("late");
    }
    T reply = translated(call);
    if (weather.strikes(Fault.REPLY_LOST)) {
      throw new ShufflerUnavailable("reply lost");
    }
    return reply;
  }

  private void travel() {
    clock.pass(weather.within(weather.strikes(Fault.SLOW_PEER) ? SLOW : USUAL));
    if (weather.strikes(Fault.REQUEST_LOST)) {
      throw new ShufflerUnavailable("request lost");
    }
  }

  /** What arrives when nobody waits for it any more may be refused; it must break nothing. */
  private static void arriveAgain(Supplier<?> call) {
    try {
      Object unused = call.get();
    } catch (ShufflerProcess.Gone | StoreException | RefusedException e) {
      // Nobody hears of it.
    }
  }

  private static <T> T translated(Supplier<T> call) {
    try {
      return call.get();
    } catch (ShufflerProcess.Gone | StoreException e) {
      throw new ShufflerUnavailable("gone", e);
    } catch (RefusedException e) {
      throw switch (e.refusal()) {
        case LEDGER_ROLLED_BACK -> refusal(ShufflerRefusal.Reason.LEDGER_ROLLED_BACK);
        case ROUND_EXISTS, ROUND_OUT_OF_ORDER -> refusal(ShufflerRefusal.Reason.ROUND_CONFLICT);
        case ROUND_UNKNOWN -> refusal(ShufflerRefusal.Reason.ROUND_UNKNOWN);
        case VERDICT_GIVEN -> refusal(ShufflerRefusal.Reason.VERDICT_GIVEN);
        case ROUND_UNFINISHED -> refusal(ShufflerRefusal.Reason.ROUND_UNFINISHED);
        default -> new ShufflerUnavailable(e.getMessage(), e);
      };
    }
  }

  private static RuntimeException refusal(ShufflerRefusal.Reason reason) {
    return new ShufflerRefusal(reason, reason.name());
  }

  @Override
  public void close() {}

  private final class ReadBatch implements Batch {
    private final ClosedRound outcome;
    private final BatchReader reader;

    ReadBatch(ClosedRound outcome, BatchReader reader) {
      this.outcome = outcome;
      this.reader = reader;
    }

    @Override
    public Disposition disposition() {
      return Disposition.valueOf(outcome.state().name());
    }

    @Override
    public long reports() {
      return outcome.reports();
    }

    @Override
    public long missing() {
      return outcome.missing();
    }

    @Override
    public Optional<List<byte[]>> next() {
      travel();
      List<byte[]> block = translated(() -> shuffler.ask(process -> reader.next()));
      return block.isEmpty() ? Optional.empty() : Optional.of(block);
    }

    @Override
    public void close() {}
  }
}
