package org.shuffledcheckin.kit.round;

import java.util.Objects;
import org.shuffledcheckin.accountant.Arguments;
import org.shuffledcheckin.report.randomizer.RandomizerSpec;

/**
 * What a client makes each report from.
 *
 * @param randomizer what each report is and promises
 * @param model that the round trains
 * @param hpkePublicKey the round's X25519 key, which reports are sealed for
 */
public record ReportTerms(
    RandomizerSpec randomizer, ModelDigest model, HpkePublicKey hpkePublicKey) {
  /** Validates that such reports can travel. */
  public ReportTerms {
    Objects.requireNonNull(model, "model");
    Objects.requireNonNull(hpkePublicKey, "hpkePublicKey");
    Arguments.requireBetween("report bytes", randomizer.reportBytes(), 1, WireLimits.REPORT_BYTES);
  }
}
