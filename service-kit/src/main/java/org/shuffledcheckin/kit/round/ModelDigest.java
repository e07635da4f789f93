package org.shuffledcheckin.kit.round;

import java.util.Objects;
import org.shuffledcheckin.accountant.Arguments;

/**
 * Names a serialised model by its content.
 *
 * @param sha256 of its bytes
 * @param bytes its length; 0 where there is nothing to train
 */
public record ModelDigest(Digest sha256, long bytes) {
  /** Validates the length. */
  public ModelDigest {
    Objects.requireNonNull(sha256, "sha256");
    Arguments.requireBetween("model bytes", bytes, 0, WireLimits.MODEL_BYTES);
  }

  /** Hashes a serialised model. */
  public static ModelDigest of(byte[] model) {
    return new ModelDigest(Digest.sha256(model), model.length);
  }

  /** Whether there is nothing to train. */
  public boolean isEmpty() {
    return bytes == 0;
  }
}
