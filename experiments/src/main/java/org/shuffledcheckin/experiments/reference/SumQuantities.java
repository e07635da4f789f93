package org.shuffledcheckin.experiments.reference;

import static org.shuffledcheckin.experiments.reference.ReferenceFunctions.single;

import java.util.HashMap;
import java.util.Map;
import org.shuffledcheckin.accountant.Arguments;
import org.shuffledcheckin.accountant.rdp.SummedMoments;
import org.shuffledcheckin.accountant.sound.SampledSum;
import org.shuffledcheckin.accountant.sums.SumNoise;
import org.shuffledcheckin.experiments.reference.ReferenceFunctions.Quantity;

/** Distributed check-in: rounds of which only the sum of the reports is seen. */
final class SumQuantities {
  private SumQuantities() {}

  static Map<String, Quantity> all() {
    Map<String, Quantity> all = new HashMap<>();
    all.put("distributed_checkin_delta", single(in -> delta(in, continuous(in))));
    all.put("distributed_checkin_delta_dgauss", single(in -> delta(in, discrete(in))));
    all.put("distributed_checkin_delta_groups", single(in -> delta(in, groups(in))));
    all.put("distributed_checkin_rdp_kmin", single(SumQuantities::divergence));
    all.put("distributed_checkin_pld_eps", SumQuantities::aggregator);
    all.put("distributed_shuffler_view_pld_eps", SumQuantities::shuffler);
    return all;
  }

  private static double delta(CaseInputs in, SumNoise noise) {
    return sum(in, noise).delta(in.number("eps")).delta();
  }

  private static double divergence(CaseInputs in) {
    return new SummedMoments(in.count("n"), in.number("gamma"), leastReports(in), continuous(in))
        .divergence(in.order("lam"));
  }

  private static Map<String, Object> aggregator(CaseInputs in) {
    return interval(sum(in, continuous(in)).epsilon(in.count("T"), in.number("delta")).epsilon());
  }

  private static Map<String, Object> shuffler(CaseInputs in) {
    return interval(
        sum(in, continuous(in)).shufflerEpsilon(in.count("T"), in.number("delta")).epsilon());
  }

  private static SampledSum sum(CaseInputs in, SumNoise noise) {
    return new SampledSum(in.count("n"), in.number("gamma"), leastReports(in), noise);
  }

  private static long leastReports(CaseInputs in) {
    return in.has("kmin") ? in.count("kmin") : 1;
  }

  private static SumNoise continuous(CaseInputs in) {
    return new SumNoise.Continuous(in.number("sigma_c"));
  }

  private static SumNoise discrete(CaseInputs in) {
    Arguments.requireBetween("r", in.number("r", 2), 2, 2);
    return new SumNoise.Discrete(in.number("s"), Math.toIntExact(in.count("R")));
  }

  private static SumNoise groups(CaseInputs in) {
    return new SumNoise.Groups(in.number("sigma_c"), in.count("m"));
  }

  private static Map<String, Object> interval(double epsilon) {
    return Map.of("eps_interval", epsilon, "eps", epsilon);
  }
}
