package org.shuffledcheckin.kit.round;

import java.util.Objects;
import java.util.Optional;
import org.shuffledcheckin.accountant.Arguments;
import org.shuffledcheckin.report.randomizer.RandomizerSpec;
import org.shuffledcheckin.report.randomizer.ReportForm;
import org.shuffledcheckin.report.sum.RoundMasks;

/**
 * What a client makes each report from.
 *
 * @param randomizer what each report is and promises
 * @param model that the round trains
 * @param hpkePublicKey the round's X25519 key, which reports are sealed for
 * @param modelKey the key under which the model travels; without one the shuffler can read it
 */
public record ReportTerms(
    RandomizerSpec randomizer,
    ModelDigest model,
    HpkePublicKey hpkePublicKey,
    Optional<ModelKeyId> modelKey) {
  /** Validates that such reports can travel. */
  public ReportTerms {
    Objects.requireNonNull(model, "model");
    Objects.requireNonNull(hpkePublicKey, "hpkePublicKey");
    Objects.requireNonNull(modelKey, "modelKey");
    Arguments.requireBetween("report bytes", reportBytes(randomizer), 1, WireLimits.REPORT_BYTES);
  }

  /** Terms of a round whose model travels in the clear. */
  public ReportTerms(RandomizerSpec randomizer, ModelDigest model, HpkePublicKey hpkePublicKey) {
    this(randomizer, model, hpkePublicKey, Optional.empty());
  }

  /** Length of every report before sealing: of a sum's, a share and its seed. */
  static int reportBytes(RandomizerSpec randomizer) {
    boolean shared = randomizer.kind().form() == ReportForm.DISTRIBUTED;
    return randomizer.reportBytes() + (shared ? RoundMasks.SEED_BYTES : 0);
  }
}
