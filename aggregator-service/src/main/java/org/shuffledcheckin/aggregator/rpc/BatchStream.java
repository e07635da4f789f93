package org.shuffledcheckin.aggregator.rpc;

import com.google.protobuf.ByteString;
import io.grpc.Status;
import io.grpc.stub.ClientCallStreamObserver;
import io.grpc.stub.ClientResponseObserver;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import org.shuffledcheckin.aggregator.round.ShufflerLink;
import org.shuffledcheckin.aggregator.round.ShufflerUnavailable;
import org.shuffledcheckin.proto.v1.BatchOutcome;
import org.shuffledcheckin.proto.v1.BatchPart;
import org.shuffledcheckin.proto.v1.ReceiveBatchRequest;

/**
 * A batch as it arrives. At most {@value #AHEAD} blocks are asked for before they are taken, so
 * that a slow aggregator slows the shuffler down instead of filling memory.
 */
final class BatchStream
    implements ShufflerLink.Batch, ClientResponseObserver<ReceiveBatchRequest, BatchPart> {
  private static final int AHEAD = 4;

  private final BlockingQueue<Event> events = new ArrayBlockingQueue<>(AHEAD + 1);
  private ClientCallStreamObserver<ReceiveBatchRequest> call;
  private ShufflerLink.Disposition disposition;
  private long reports;
  private long missing;
  private boolean ended;

  /** What the stream brings: a part, or its end with the status. */
  private sealed interface Event {
    record Part(BatchPart part) implements Event {}

    record End(Status status) implements Event {}
  }

  @Override
  public void beforeStart(ClientCallStreamObserver<ReceiveBatchRequest> stream) {
    call = stream;
    stream.disableAutoRequestWithInitial(AHEAD);
  }

  // The queue has room for all that was asked for and the end, so these never wait.
  @Override
  public void onNext(BatchPart part) {
    events.add(new Event.Part(part));
  }

  @Override
  public void onError(Throwable failure) {
    events.add(new Event.End(Status.fromThrowable(failure)));
  }

  @Override
  public void onCompleted() {
    events.add(new Event.End(Status.OK));
  }

  /** Waits for the outcome, which comes when the round is closed. */
  BatchStream begin() throws InterruptedException {
    BatchPart first =
        take()
            .orElseThrow(
                () -> new ShufflerUnavailable("The shuffler ended a batch before its outcome."));
    if (!first.hasOutcome()) {
      throw new ShufflerUnavailable("The shuffler began a batch without its outcome.");
    }
    BatchOutcome outcome = first.getOutcome();
    disposition = ReleaseWire.disposition(outcome.getDisposition());
    reports = outcome.getReports();
    missing = outcome.getMissing();
    if (reports < 0 || missing < 0) {
      throw new ShufflerUnavailable("The shuffler's counts of a batch are out of range.");
    }
    return this;
  }

  @Override
  public ShufflerLink.Disposition disposition() {
    return disposition;
  }

  @Override
  public long reports() {
    return reports;
  }

  @Override
  public long missing() {
    return missing;
  }

  @Override
  public Optional<List<byte[]>> next() throws InterruptedException {
    Optional<BatchPart> part = take();
    if (part.isPresent() && !part.get().hasBlock()) {
      throw new ShufflerUnavailable("The shuffler sent something else than reports.");
    }
    return part.map(
        block ->
            block.getBlock().getSealedReportsList().stream().map(ByteString::toByteArray).toList());
  }

  @Override
  public void close() {
    if (!ended) {
      call.cancel("the batch is not needed any more", null);
    }
  }

  private Optional<BatchPart> take() throws InterruptedException {
    if (ended) {
      return Optional.empty();
    }
    Event event = events.take();
    if (event instanceof Event.Part part) {
      call.request(1);
      return Optional.of(part.part());
    }
    ended = true;
    Status status = ((Event.End) event).status();
    if (!status.isOk()) {
      throw ReleaseWire.failure(status);
    }
    return Optional.empty();
  }
}
