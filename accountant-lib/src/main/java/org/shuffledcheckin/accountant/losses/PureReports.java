package org.shuffledcheckin.accountant.losses;

import java.util.Optional;
import org.shuffledcheckin.accountant.LocalGuarantee;

/**
 * A pure randomiser as the worst one with its epsilon0 of which only a share of the reports tells
 * anything: for k-ary response (e0 + 1)/(e0 + k - 1), see the privacy analysis, section 5a.
 */
record PureReports(double epsilon0, double telling) {
  /** Empty for guarantees whose rounds have other pairs than these: Gaussian and Laplace noise. */
  static Optional<PureReports> of(LocalGuarantee guarantee) {
    if (guarantee instanceof LocalGuarantee.PureLdp
        || guarantee instanceof LocalGuarantee.BinaryResponse) {
      return Optional.of(new PureReports(((LocalGuarantee.Pure) guarantee).epsilon0(), 1));
    }
    if (guarantee instanceof LocalGuarantee.KAryResponse response) {
      double small = StrictMath.exp(-response.epsilon0());
      double telling = (1 + small) / (1 + (response.values() - 1) * small);
      return Optional.of(new PureReports(response.epsilon0(), telling));
    }
    return Optional.empty();
  }
}
