package org.shuffledcheckin.experiments.reference;

import static org.shuffledcheckin.experiments.reference.ReferenceFunctions.single;

import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import org.shuffledcheckin.accountant.CheckInLaw;
import org.shuffledcheckin.accountant.CheckInRound;
import org.shuffledcheckin.accountant.LocalGuarantee;
import org.shuffledcheckin.accountant.pld.ThirdOrderBound;
import org.shuffledcheckin.accountant.sound.CloneAnalysis;
import org.shuffledcheckin.accountant.sound.ExactCheckInPair;
import org.shuffledcheckin.accountant.sound.SoundAccountant;
import org.shuffledcheckin.accountant.sound.SoundOptions;
import org.shuffledcheckin.accountant.sound.SubsampledGaussian;
import org.shuffledcheckin.experiments.reference.ReferenceFunctions.Quantity;

/** The check-in pair outcome by outcome, and the proven bounds that compose it. */
final class PairQuantities {
  private PairQuantities() {}

  static Map<String, Quantity> all() {
    Map<String, Quantity> all = new HashMap<>();
    all.put("checkin_pair", PairQuantities::onePair);
    all.put("checkin_pair_T2", single(PairQuantities::twoRounds));
    all.put("pld_composed_eps", PairQuantities::composedPure);
    all.put("gaussian_checkin_pld_eps", PairQuantities::composedGaussian);
    all.put("poisson_checkin_eps", PairQuantities::composedPoisson);
    all.put("poisson_third_order_eps", PairQuantities::thirdOrder);
    return all;
  }

  private static ExactCheckInPair pair(CaseInputs in) {
    long clients = in.count("n");
    double rate = in.number("gamma");
    double epsilon0 = in.number("eps0");
    return switch (in.text("kind")) {
      case "three" -> ExactCheckInPair.threeKinds(clients, rate, epsilon0, in.number("s"));
      case "krr" ->
          ExactCheckInPair.kAryResponse(clients, rate, epsilon0, Math.toIntExact(in.count("k")));
      default -> ExactCheckInPair.of(clients, rate, epsilon0, clones(in.text("kind")));
    };
  }

  private static Map<String, Object> onePair(CaseInputs in) {
    ExactCheckInPair pair = pair(in);
    return Map.of(
        "delta", pair.delta(in.number("eps")),
        "rdp2", pair.divergence(2),
        "rdp10", pair.divergence(10));
  }

  private static double twoRounds(CaseInputs in) {
    long rounds = in.has("T") ? in.count("T") : 2;
    ExactCheckInPair pair = pair(in);
    if (rounds == 1) {
      return pair.delta(in.number("eps"));
    }
    if (rounds != 2) {
      throw new IllegalArgumentException("T must be 1 or 2 but is " + rounds);
    }
    return pair.deltaOfTwoRounds(in.number("eps"));
  }

  private static Map<String, Object> composedPure(CaseInputs in) {
    CheckInRound round =
        new CheckInRound(
            in.count("n"),
            in.number("gamma"),
            CheckInLaw.BERNOULLI,
            new LocalGuarantee.PureLdp(in.number("eps0")));
    SoundOptions options = SoundOptions.DEFAULT.withClones(clones(in.text("kind")));
    return interval(
        SoundAccountant.create(options)
            .compose(round, in.count("T"))
            .epsilon(in.number("delta"))
            .epsilon());
  }

  private static Map<String, Object> composedGaussian(CaseInputs in) {
    return interval(
        new SubsampledGaussian(
                in.count("n"), in.number("gamma"), in.number("sens", 2) / in.number("sigma"))
            .epsilon(in.count("T"), in.number("delta"))
            .epsilon());
  }

  private static Map<String, Object> thirdOrder(CaseInputs in) {
    double delta = in.number("delta");
    double known =
        composedPoisson(in).values().stream().mapToDouble(e -> (double) e).max().orElseThrow();
    return interval(
        new ThirdOrderBound(in.count("n"), in.number("gamma"), 2 / in.number("sigma"))
            .epsilon(in.count("T"), delta, 2 * known));
  }

  private static Map<String, Object> composedPoisson(CaseInputs in) {
    CheckInRound round =
        new CheckInRound(
            in.count("n"),
            in.number("gamma"),
            CheckInLaw.POISSON,
            new LocalGuarantee.Gaussian(noiseMultiplier(in)));
    return interval(
        SoundAccountant.create(SoundOptions.DEFAULT.withPairsOnly())
            .compose(round, in.count("T"))
            .epsilon(in.number("delta"))
            .epsilon());
  }

  private static double noiseMultiplier(CaseInputs in) {
    return in.number("sigma")
        * LocalGuarantee.Gaussian.REPLACEMENT_SENSITIVITY
        / in.number("sens", LocalGuarantee.Gaussian.REPLACEMENT_SENSITIVITY);
  }

  private static CloneAnalysis clones(String kind) {
    return switch (kind.toLowerCase(Locale.ROOT)) {
      case "clones21" -> CloneAnalysis.CLONES21;
      case "clones23" -> CloneAnalysis.CLONES23;
      default -> throw unknownKind(kind);
    };
  }

  private static IllegalArgumentException unknownKind(String kind) {
    return new IllegalArgumentException(
        "kind must be clones21, clones23, krr or three but is '" + kind + "'");
  }

  /** The name that reference files give to composed values, which they state as intervals. */
  private static Map<String, Object> interval(double epsilon) {
    return Map.of("eps_interval", epsilon, "eps", epsilon);
  }
}
