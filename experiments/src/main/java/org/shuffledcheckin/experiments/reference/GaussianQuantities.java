package org.shuffledcheckin.experiments.reference;

import static org.shuffledcheckin.experiments.reference.ReferenceFunctions.single;

import java.math.BigDecimal;
import java.util.HashMap;
import java.util.Map;
import org.shuffledcheckin.accountant.LocalGuarantee;
import org.shuffledcheckin.accountant.amplification.GaussianMechanism;
import org.shuffledcheckin.accountant.lowerbound.ShuffleGaussianMoments;
import org.shuffledcheckin.accountant.paper.GaussianTheorems;
import org.shuffledcheckin.accountant.rdp.DistributedCheckIn;
import org.shuffledcheckin.accountant.rdp.PoissonCheckInMoments;
import org.shuffledcheckin.accountant.sound.SubsampledGaussian;
import org.shuffledcheckin.experiments.reference.ReferenceFunctions.Quantity;

/** Quantities of the Gaussian mechanism, alone, shuffled, summed and with check-in. */
final class GaussianQuantities {
  private GaussianQuantities() {}

  static Map<String, Quantity> all() {
    Map<String, Quantity> all = new HashMap<>();
    all.put(
        "gauss_delta_analytic",
        single(in -> new GaussianMechanism(in.number("mu")).delta(in.number("eps"))));
    all.put(
        "gauss_eps_analytic",
        single(in -> new GaussianMechanism(in.number("mu")).epsilon(in.number("delta"))));
    all.put(
        "gauss_sigma_analytic",
        single(
            in ->
                GaussianMechanism.noise(in.number("eps"), in.number("delta"), in.number("sens"))));
    all.put(
        "gauss_eps_classical",
        single(
            in ->
                new GaussianMechanism(in.number("sens") / in.number("sigma"))
                    .classicalEpsilon(in.number("delta"))
                    .epsilon()));
    all.put("shuffle_gaussian_rdp", single(GaussianQuantities::shuffled));
    all.put("subsampled_shuffle_gaussian_printed", single(GaussianQuantities::subsampledShuffled));
    all.put("distributed_checkin_rdp", GaussianQuantities::distributed);
    all.put("checkin_subsample_only_delta", single(GaussianQuantities::withoutShuffling));
    all.put("poisson_checkin_rdp", single(GaussianQuantities::poissonMoment));
    all.put("poisson_intensity_envelope", GaussianQuantities::envelope);
    return all;
  }

  private static double shuffled(CaseInputs in) {
    return new ShuffleGaussianMoments(
            in.count("n"),
            in.number("gamma", 1),
            in.number("sens", 1) / Math.sqrt(in.number("sigma2")))
        .divergence(in.order("lam"));
  }

  private static double subsampledShuffled(CaseInputs in) {
    return GaussianTheorems.subsampledShuffle(
        in.count("n"),
        in.count("m"),
        in.order("lam"),
        in.number("sens", 1) / Math.sqrt(in.number("sigma2")));
  }

  private static Map<String, Object> distributed(CaseInputs in) {
    DistributedCheckIn round =
        new DistributedCheckIn(
            in.count("n"),
            in.number("gamma"),
            new LocalGuarantee.Gaussian(Math.sqrt(in.number("sigma2"))));
    int order = in.order("lam");
    return Map.of(
        "correct_from_k0", round.divergence(order),
        "printed_from_k1", GaussianTheorems.distributedAsPrinted(round, order));
  }

  private static double withoutShuffling(CaseInputs in) {
    return new SubsampledGaussian(in.count("n"), in.number("gamma"), in.number("mu"))
        .delta(in.number("eps"))
        .delta();
  }

  private static double poissonMoment(CaseInputs in) {
    return new PoissonCheckInMoments(in.count("n"), in.number("gamma"), in.number("mu"))
        .divergence(in.number("lam"));
  }

  private static Map<String, Object> envelope(CaseInputs in) {
    double mu = in.number("sens", 2) / in.number("sigma");
    double alpha = in.number("alpha");
    if (!(alpha > 0)) {
      throw new IllegalArgumentException("alpha must be positive but is " + alpha);
    }
    // What alpha exceeds 1 by is taken from its decimal digits: a double keeps few of them.
    double above = new BigDecimal(in.text("alpha")).subtract(BigDecimal.ONE).doubleValue();
    return Map.of("h", new GaussianMechanism(mu).poissonEnvelope(in.count("n"), above));
  }
}
