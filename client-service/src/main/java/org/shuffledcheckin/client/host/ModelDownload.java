package org.shuffledcheckin.client.host;

import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import org.shuffledcheckin.client.host.ModelCheck.ModelRefusedException;
import org.shuffledcheckin.client.policy.RefusalReason;

/** A model that is on its way. */
final class ModelDownload {
  private final CompletableFuture<byte[]> bytes;

  ModelDownload(CompletableFuture<byte[]> bytes) {
    this.bytes = bytes;
  }

  byte[] await() throws InterruptedException, ModelRefusedException {
    try {
      return bytes.get();
    } catch (ExecutionException | CancellationException e) {
      if (e.getCause() instanceof Error error) {
        throw error;
      }
      throw new ModelRefusedException(RefusalReason.MODEL_UNAVAILABLE);
    }
  }
}
