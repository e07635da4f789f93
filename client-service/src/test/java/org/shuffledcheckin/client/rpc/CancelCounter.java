package org.shuffledcheckin.client.rpc;

import io.grpc.stub.ClientCallStreamObserver;
import java.util.concurrent.atomic.AtomicInteger;
import org.shuffledcheckin.proto.v1.DownloadModelRequest;

/** A call that only counts how often it was broken off. */
final class CancelCounter extends ClientCallStreamObserver<DownloadModelRequest> {
  private final AtomicInteger cancelled;

  CancelCounter(AtomicInteger cancelled) {
    this.cancelled = cancelled;
  }

  @Override
  public void cancel(String message, Throwable cause) {
    cancelled.incrementAndGet();
  }

  @Override
  public boolean isReady() {
    return true;
  }

  @Override
  public void setOnReadyHandler(Runnable handler) {}

  @Override
  public void request(int count) {}

  @Override
  public void setMessageCompression(boolean enable) {}

  @Override
  public void disableAutoInboundFlowControl() {}

  @Override
  public void onNext(DownloadModelRequest value) {}

  @Override
  public void onError(Throwable cause) {}

  @Override
  public void onCompleted() {}
}
