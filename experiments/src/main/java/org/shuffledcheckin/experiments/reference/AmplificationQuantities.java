package org.shuffledcheckin.experiments.reference;

import static org.shuffledcheckin.experiments.reference.ReferenceFunctions.single;

import java.util.HashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.shuffledcheckin.accountant.amplification.CheckInCount;
import org.shuffledcheckin.accountant.amplification.ClosedFormShuffling;
import org.shuffledcheckin.accountant.amplification.NumericalClones;
import org.shuffledcheckin.accountant.amplification.Subsampling;
import org.shuffledcheckin.accountant.rdp.PureDp;
import org.shuffledcheckin.accountant.rdp.RdpConversion;
import org.shuffledcheckin.accountant.rdp.WithoutReplacement;
import org.shuffledcheckin.experiments.reference.ReferenceFunctions.Quantity;

/** Amplification by shuffling and subsampling, and conversions from and to Rényi divergence. */
final class AmplificationQuantities {
  private static final Pattern CURVE = Pattern.compile("eps\\(j\\)\\s*=\\s*(.+)$");
  private static final Pattern PURE =
      Pattern.compile("(?<![\\w])eps\\s*=\\s*([^,\\s]+).*?eps_inf\\s*=\\s*([^,\\s]+)");

  private AmplificationQuantities() {}

  static Map<String, Quantity> all() {
    Map<String, Quantity> all = new HashMap<>();
    all.put("fmt21_shuffle_eps", AmplificationQuantities::closedForm21);
    all.put("fmt21_shuffle_delta", AmplificationQuantities::closedFormDelta);
    all.put("fmt23_shuffle_eps", AmplificationQuantities::closedForm23);
    all.put("clones_delta", single(AmplificationQuantities::clones));
    all.put("choose_l", AmplificationQuantities::checkInCount);
    all.put("balle_subsample_wor", AmplificationQuantities::subsampled);
    all.put("pure_dp_to_rdp", single(in -> PureDp.divergence(in.number("lam"), in.number("eps"))));
    all.put(
        "rdp_to_dp_at_order",
        single(
            in ->
                RdpConversion.epsilonAtOrder(
                    in.number("lam"), in.number("rdp"), in.number("delta"))));
    all.put("wang_subsample_wor", single(AmplificationQuantities::subsampledCurve));
    all.put("wang_subsample_wor_pure", single(AmplificationQuantities::subsampledPure));
    return all;
  }

  private static ClosedFormShuffling shuffling(CaseInputs in) {
    return new ClosedFormShuffling(in.count("n"), in.number("eps0"));
  }

  private static Map<String, Object> closedForm21(CaseInputs in) {
    double delta = in.number("delta1");
    return Map.of(
        "eps_formula", shuffling(in).formula21(delta), "valid", shuffling(in).holds21(delta));
  }

  private static Map<String, Object> closedForm23(CaseInputs in) {
    double delta = in.number("delta");
    return Map.of(
        "eps_formula", shuffling(in).formula23(delta), "valid", shuffling(in).holds23(delta));
  }

  private static Map<String, Object> closedFormDelta(CaseInputs in) {
    ClosedFormShuffling shuffling = shuffling(in);
    double delta0 = in.number("delta0");
    double delta1 = in.number("delta1");
    return Map.of(
        "delta_fmt", shuffling.delta(shuffling.formula21(delta1), delta0, delta1),
        "delta_paper", shuffling.delta(in.number("eps0"), delta0, delta1));
  }

  private static double clones(CaseInputs in) {
    double epsilon0 = in.number("eps0");
    double probability =
        in.has("clones")
            ? ExpressionParser.evaluate(in.text("clones"), Map.of("eps0", epsilon0))
            : Math.exp(-epsilon0);
    return new NumericalClones(in.count("n"), epsilon0, probability).delta(in.number("eps"));
  }

  private static Map<String, Object> checkInCount(CaseInputs in) {
    CheckInCount count =
        CheckInCount.exceededWithProbability(in.count("n"), in.number("gamma"), in.number("beta"));
    return Map.of("l", count.limit(), "tail", count.tail());
  }

  private static Map<String, Object> subsampled(CaseInputs in) {
    Subsampling.Approximate result =
        Subsampling.withoutReplacement(in.number("q"), in.number("eps"), in.number("delta"));
    return Map.of("eps", result.epsilon(), "delta", result.delta());
  }

  private static double subsampledCurve(CaseInputs in) {
    String base = in.text("base");
    Matcher curve = CURVE.matcher(base);
    if (!curve.find()) {
      return subsampledPure(in);
    }
    return WithoutReplacement.divergence(
        in.order("lam"),
        in.number("q"),
        j -> ExpressionParser.evaluate(curve.group(1), Map.of("j", (double) j)),
        Double.POSITIVE_INFINITY);
  }

  private static double subsampledPure(CaseInputs in) {
    Matcher pure = PURE.matcher(in.text("base"));
    if (!pure.find()) {
      throw new IllegalArgumentException(
          "base must be 'eps(j)=...' or 'eps=..., eps_inf=...' but is '" + in.text("base") + "'");
    }
    double epsilon = Double.parseDouble(pure.group(1));
    return WithoutReplacement.divergence(
        in.order("lam"),
        in.number("q"),
        j -> PureDp.divergence(j, epsilon),
        Double.parseDouble(pure.group(2)));
  }
}
