package org.shuffledcheckin.client.host;

import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import org.shuffledcheckin.client.policy.ClientPolicy;
import org.shuffledcheckin.client.policy.RefusalReason;
import org.shuffledcheckin.client.rpc.ModelMessage;
import org.shuffledcheckin.client.training.LocalTraining;
import org.shuffledcheckin.client.training.TrainingModel;
import org.shuffledcheckin.kit.round.Digest;
import org.shuffledcheckin.kit.round.RoundTerms;
import org.shuffledcheckin.kit.sealing.ModelKeys;
import org.shuffledcheckin.learning.model.ModelSpec;
import org.shuffledcheckin.learning.model.Network;

/** Checks downloaded bytes against the announcement, the policy and the description of records. */
final class ModelCheck {
  private ModelCheck() {}

  /** A model that must not be used. */
  static final class ModelRefusedException extends Exception {
    private static final long serialVersionUID = 1L;

    private final RefusalReason reason;

    ModelRefusedException(RefusalReason reason) {
      super(reason.label(), null, false, false);
      this.reason = reason;
    }

    RefusalReason reason() {
      return reason;
    }
  }

  /** Waits for a download and checks it. */
  static TrainingModel check(
      Future<byte[]> download, RoundTerms terms, LocalTraining training, HostSettings.Rules rules)
      throws InterruptedException, ModelRefusedException {
    byte[] bytes = await(download);
    if (!Digest.sha256(bytes).equals(terms.model().sha256())) {
      throw new ModelRefusedException(RefusalReason.MODEL_CORRUPT);
    }
    ClientPolicy.ModelPolicy policy = rules.policy().model();
    try {
      ModelMessage message = ModelMessage.parse(opened(bytes, terms, rules.modelKeys()));
      boolean pinned = policy.names(message.architectureDigest());
      if (!pinned && !policy.architectures().isEmpty()) {
        throw new ModelRefusedException(RefusalReason.ARCHITECTURE_NOT_ACCEPTED);
      }
      ModelSpec spec = message.spec();
      // A configuration of another library can name any class of it: only if the user knows it.
      boolean known = pinned || spec.network() instanceof Network.Layers;
      if (!known || !training.fits(spec, terms)) {
        throw new ModelRefusedException(RefusalReason.ARCHITECTURE_NOT_ACCEPTED);
      }
      return message.model(spec);
    } catch (IllegalArgumentException e) {
      throw new ModelRefusedException(RefusalReason.ARCHITECTURE_NOT_ACCEPTED);
    }
  }

  private static byte[] opened(byte[] bytes, RoundTerms terms, ModelKeys keys)
      throws ModelRefusedException {
    return terms.report().modelKey().isEmpty()
        ? bytes
        : terms
            .report()
            .modelKey()
            .flatMap(keys::find)
            .flatMap(key -> key.open(terms.id(), bytes))
            .orElseThrow(() -> new ModelRefusedException(RefusalReason.MODEL_CORRUPT));
  }

  private static byte[] await(Future<byte[]> download)
      throws InterruptedException, ModelRefusedException {
    try {
      return download.get();
    } catch (ExecutionException | CancellationException e) {
      if (e.getCause() instanceof Error error) {
        throw error;
      }
      throw new ModelRefusedException(RefusalReason.MODEL_UNAVAILABLE);
    }
  }
}
