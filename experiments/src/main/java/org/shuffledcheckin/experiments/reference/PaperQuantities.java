package org.shuffledcheckin.experiments.reference;

import static org.shuffledcheckin.experiments.reference.ReferenceFunctions.single;

import java.util.HashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.shuffledcheckin.accountant.paper.Baseline;
import org.shuffledcheckin.accountant.paper.ConversionLemma;
import org.shuffledcheckin.accountant.paper.ShuffledRound;
import org.shuffledcheckin.accountant.paper.ShuffledRound.Shuffling;
import org.shuffledcheckin.accountant.paper.ShufflingConversion;
import org.shuffledcheckin.accountant.paper.SubsampledShufflingConversion;
import org.shuffledcheckin.accountant.rdp.PaperRdpCurve;
import org.shuffledcheckin.experiments.reference.ReferenceFunctions.Quantity;

/** Quantities as the paper computes them. */
final class PaperQuantities {
  private static final Pattern BASELINE =
      Pattern.compile("baseline\\(\\s*l\\s*=\\s*(\\d+)\\s*,\\s*beta\\s*=\\s*([^)\\s]+)\\s*\\)");

  private PaperQuantities() {}

  static Map<String, Quantity> all() {
    Map<String, Quantity> all = new HashMap<>();
    all.put("lemma1_asoodeh", PaperQuantities::lemma);
    all.put("theorem1", PaperQuantities::theorem1);
    all.put(
        "approach1_rdp_tablepolicy",
        single(in -> ShufflingConversion.curve(round(in, Shuffling.IGNORED)).at(in.order("lam"))));
    all.put(
        "approach2_rdp_tablepolicy",
        single(
            in ->
                SubsampledShufflingConversion.curve(round(in, Shuffling.IGNORED))
                    .at(in.order("lam"))));
    all.put("paper_table_cell", PaperQuantities::tableCell);
    return all;
  }

  private static ShuffledRound round(CaseInputs in, Shuffling shuffling) {
    return new ShuffledRound(
        in.count("n"),
        in.number("gamma"),
        in.number("eps0"),
        in.number("delta0"),
        in.number("delta1"),
        shuffling);
  }

  private static Map<String, Object> lemma(CaseInputs in) {
    ConversionLemma.Minimum minimum =
        ConversionLemma.minimum(in.number("lam"), in.number("eps"), in.number("delta"));
    return Map.of("value", minimum.value(), "argmin_r", minimum.argument());
  }

  private static Map<String, Object> theorem1(CaseInputs in) {
    Baseline theorem = Baseline.theorem(round(in, Shuffling.CLOSED_FORM), in.count("l"));
    return Map.of(
        "eps", theorem.epsilon(),
        "eps_pre", theorem.epsilonBeforeSubsampling(),
        "delta_l", theorem.deltaOfCount(),
        "beta", theorem.beta(),
        "delta", theorem.delta(),
        "eps_printed", theorem.printedEpsilon(),
        "delta_l_printed", theorem.printedDeltaOfCount());
  }

  private static Map<String, Object> tableCell(CaseInputs in) {
    ShuffledRound round = round(in, Shuffling.IGNORED);
    double epsilon =
        curve(in.text("method"), round).times(in.count("T")).epsilon(in.number("delta")).epsilon();
    return Map.of("eps", epsilon);
  }

  private static PaperRdpCurve curve(String method, ShuffledRound round) {
    Matcher baseline = BASELINE.matcher(method);
    if (baseline.matches()) {
      return Baseline.curve(
          round, Long.parseLong(baseline.group(1)), Double.parseDouble(baseline.group(2)));
    }
    return switch (method) {
      case "approach1" -> ShufflingConversion.curve(round);
      case "approach2" -> SubsampledShufflingConversion.curve(round);
      default ->
          throw new IllegalArgumentException(
              "method must be approach1, approach2 or baseline(l=...,beta=...) but is '"
                  + method
                  + "'");
    };
  }
}
