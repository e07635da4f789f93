package org.shuffledcheckin.aggregator.rpc;

import io.grpc.ConnectivityState;
import io.grpc.Context;
import io.grpc.ManagedChannel;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.stub.ClientCallStreamObserver;
import io.grpc.stub.ClientResponseObserver;
import java.time.Duration;
import java.util.BitSet;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.shuffledcheckin.aggregator.round.ShufflerLink;
import org.shuffledcheckin.aggregator.round.ShufflerUnavailable;
import org.shuffledcheckin.kit.ledger.LedgerChain.Head;
import org.shuffledcheckin.kit.ledger.LedgerChain.Link;
import org.shuffledcheckin.kit.round.RoundId;
import org.shuffledcheckin.kit.rpc.RoundWire;
import org.shuffledcheckin.kit.signing.SignedRound;
import org.shuffledcheckin.proto.v1.FinishRoundRequest;
import org.shuffledcheckin.proto.v1.GetWitnessRequest;
import org.shuffledcheckin.proto.v1.OpenRoundReply;
import org.shuffledcheckin.proto.v1.OpenRoundRequest;
import org.shuffledcheckin.proto.v1.ReceiveBatchRequest;
import org.shuffledcheckin.proto.v1.ReceiveSumRequest;
import org.shuffledcheckin.proto.v1.ReleaseGrpc;

/**
 * Dials the shuffler's {@code Release} service. One try per call: whoever calls decides when to try
 * again. Nothing here waits longer than the deadline, but for the end of a round.
 */
public final class GrpcShuffler implements ShufflerLink {
  private final ManagedChannel channel;
  private final Duration deadline;

  /**
   * Takes over a channel, which it closes.
   *
   * @param deadline of every call that does not wait for a round to close
   */
  public GrpcShuffler(ManagedChannel channel, Duration deadline) {
    this.channel = channel;
    this.deadline = deadline;
  }

  @Override
  public Witness witness(RoundId.Run run) {
    GetWitnessRequest request =
        GetWitnessRequest.newBuilder().setRun(ReleaseWire.bytes(run)).build();
    return ReleaseWire.witness(call(() -> stub().getWitness(request)), run);
  }

  @Override
  public void extend(RoundId.Run run, List<Link> links, Head head) {
    call(() -> stub().extendLedger(ReleaseWire.extension(run, links, head)));
  }

  @Override
  public void finish(RoundId round) {
    FinishRoundRequest request =
        FinishRoundRequest.newBuilder().setId(RoundWire.toWire(round)).build();
    call(() -> stub().finishRound(request));
  }

  private ReleaseGrpc.ReleaseBlockingStub stub() {
    connectNow();
    return ReleaseGrpc.newBlockingStub(channel)
        .withDeadlineAfter(deadline.toMillis(), TimeUnit.MILLISECONDS);
  }

  /** Whoever calls has waited already; the channel's own waiting would only add to that. */
  private void connectNow() {
    if (channel.getState(false) == ConnectivityState.TRANSIENT_FAILURE) {
      channel.resetConnectBackoff();
    }
  }

  private static <T> T call(Supplier<T> call) {
    try {
      return call.get();
    } catch (StatusRuntimeException e) {
      throw ReleaseWire.failure(e.getStatus());
    }
  }

  @Override
  public void open(SignedRound round, List<Link> links, byte[] model) {
    Upload upload = new Upload(ReleaseWire.header(round, links), model);
    connectNow();
    ReleaseGrpc.newStub(channel)
        .withDeadlineAfter(deadline.toMillis(), TimeUnit.MILLISECONDS)
        .openRound(upload);
    try {
      upload.done.get();
    } catch (ExecutionException e) {
      throw ReleaseWire.failure(Status.fromThrowable(e.getCause()));
    } catch (InterruptedException e) {
      upload.call.cancel("the aggregator is stopping", e);
      Thread.currentThread().interrupt();
      throw new ShufflerUnavailable("Opening a round was interrupted.", e);
    }
  }

  @Override
  public Batch receive(RoundId round) throws InterruptedException {
    BatchStream stream = new BatchStream();
    ReceiveBatchRequest request =
        ReceiveBatchRequest.newBuilder().setId(RoundWire.toWire(round)).build();
    connectNow();
    // Detached from the caller's deadline: a round may stay open for a week.
    Context.ROOT.run(() -> ReleaseGrpc.newStub(channel).receiveBatch(request, stream));
    try {
      return stream.begin();
    } catch (InterruptedException | RuntimeException e) {
      stream.close();
      throw e;
    }
  }

  @Override
  public Sum sum(RoundId round, BitSet kept, long seeds) {
    ReceiveSumRequest request = ReleaseWire.verdict(round, kept, seeds);
    connectNow();
    // Without a deadline: a large batch takes its time to add up.
    return call(() -> ReleaseWire.sum(ReleaseGrpc.newBlockingStub(channel).receiveSum(request)));
  }

  @Override
  public void close() {
    channel.shutdownNow();
  }

  /** Sends header and model as fast as the shuffler takes them. */
  private static final class Upload
      implements ClientResponseObserver<OpenRoundRequest, OpenRoundReply> {
    final CompletableFuture<OpenRoundReply> done = new CompletableFuture<>();
    ClientCallStreamObserver<OpenRoundRequest> call;
    private final OpenRoundRequest header;
    private final byte[] model;
    private boolean begun;
    private boolean completed;
    private int offset;

    Upload(OpenRoundRequest header, byte[] model) {
      this.header = header;
      this.model = model;
    }

    @Override
    public void beforeStart(ClientCallStreamObserver<OpenRoundRequest> stream) {
      call = stream;
      stream.setOnReadyHandler(this::send);
    }

    private void send() {
      while (call.isReady() && !completed) {
        if (!begun) {
          call.onNext(header);
          begun = true;
        } else if (offset < model.length) {
          OpenRoundRequest chunk = ReleaseWire.chunk(model, offset);
          offset += chunk.getModel().getData().size();
          call.onNext(chunk);
        } else {
          call.onCompleted();
          completed = true;
        }
      }
    }

    @Override
    public void onNext(OpenRoundReply reply) {
      done.complete(reply);
    }

    @Override
    public void onError(Throwable failure) {
      done.completeExceptionally(failure);
    }

    @Override
    public void onCompleted() {
      // A server that ends without a reply broke the contract; with one this changes nothing.
      done.completeExceptionally(
          Status.INTERNAL.withDescription("no reply to OpenRound").asException());
    }
  }
}
