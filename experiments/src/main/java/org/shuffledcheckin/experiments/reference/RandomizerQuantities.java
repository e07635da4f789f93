package org.shuffledcheckin.experiments.reference;

import static org.shuffledcheckin.experiments.reference.ReferenceFunctions.single;

import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import org.shuffledcheckin.accountant.CheckInLaw;
import org.shuffledcheckin.accountant.CheckInRound;
import org.shuffledcheckin.accountant.LocalGuarantee;
import org.shuffledcheckin.accountant.amplification.LaplaceMechanism;
import org.shuffledcheckin.accountant.lowerbound.LowerBounds;
import org.shuffledcheckin.accountant.sound.SoundAccountant;
import org.shuffledcheckin.accountant.sound.SoundOptions;
import org.shuffledcheckin.experiments.reference.ReferenceFunctions.Quantity;
import org.shuffledcheckin.report.randomizer.LaplaceSpec;

/** What rounds cost with a randomiser whose law is known, from above and from below. */
final class RandomizerQuantities {
  private RandomizerQuantities() {}

  static Map<String, Quantity> all() {
    Map<String, Quantity> all = new HashMap<>();
    all.put("krr_eps", upper(SoundOptions.DEFAULT.withPairsOnly(), RandomizerQuantities::response));
    all.put("krr_lower_eps", lower(RandomizerQuantities::response));
    all.put(
        "binary_third_order_eps",
        upper(SoundOptions.DEFAULT, in -> new LocalGuarantee.BinaryResponse(in.number("eps0"))));
    all.put("laplace_eps", upper(SoundOptions.DEFAULT, RandomizerQuantities::laplace));
    all.put("laplace_lower_eps", lower(RandomizerQuantities::laplace));
    all.put("gaussian_clones23_eps", RandomizerQuantities::gaussianCoins);
    all.put("report_profile", single(RandomizerQuantities::profile));
    return all;
  }

  private static Quantity upper(
      SoundOptions options, Function<CaseInputs, LocalGuarantee> guarantee) {
    return in -> {
      CheckInRound round = round(in, law(in), guarantee.apply(in));
      return interval(upper(options, round, in));
    };
  }

  private static Quantity lower(Function<CaseInputs, LocalGuarantee> guarantee) {
    return in -> {
      CheckInRound round = round(in, law(in), guarantee.apply(in));
      return interval(LowerBounds.epsilon(round, in.count("T"), in.number("delta")).epsilon());
    };
  }

  private static Map<String, Object> gaussianCoins(CaseInputs in) {
    LocalGuarantee guarantee = new LocalGuarantee.Gaussian(in.number("sigma"));
    CheckInRound round = round(in, CheckInLaw.BERNOULLI, guarantee);
    return Map.of("eps_at_most", upper(SoundOptions.DEFAULT, round, in));
  }

  private static double upper(SoundOptions options, CheckInRound round, CaseInputs in) {
    return SoundAccountant.create(options)
        .compose(round, in.count("T"))
        .epsilon(in.number("delta"))
        .epsilon();
  }

  private static double profile(CaseInputs in) {
    if (!in.text("randomiser").equals("laplace")) {
      throw new IllegalArgumentException(
          "randomiser must be laplace but is '" + in.text("randomiser") + "'");
    }
    return LaplaceMechanism.of(laplace(in)).delta(Math.log(in.number("a")));
  }

  private static LocalGuarantee response(CaseInputs in) {
    return LocalGuarantee.response(in.number("eps0"), Math.toIntExact(in.count("k")));
  }

  private static LocalGuarantee.Laplace laplace(CaseInputs in) {
    return new LocalGuarantee.Laplace(in.number("eps0"), LaplaceSpec.GRID_STEPS);
  }

  private static CheckInRound round(CaseInputs in, CheckInLaw law, LocalGuarantee guarantee) {
    return new CheckInRound(in.count("n"), in.number("gamma"), law, guarantee);
  }

  private static CheckInLaw law(CaseInputs in) {
    return CheckInLaw.valueOf(in.text("law").toUpperCase(Locale.ROOT));
  }

  private static Map<String, Object> interval(double epsilon) {
    return Map.of("eps_interval", epsilon, "eps", epsilon);
  }
}
