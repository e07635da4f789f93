package org.shuffledcheckin.experiments.paper;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.shuffledcheckin.accountant.CheckInLaw;
import org.shuffledcheckin.accountant.CheckInRound;
import org.shuffledcheckin.accountant.LocalGuarantee;
import org.shuffledcheckin.accountant.amplification.GaussianMechanism;
import org.shuffledcheckin.accountant.lowerbound.LowerBounds;
import org.shuffledcheckin.accountant.lowerbound.ShuffleGaussianMoments;
import org.shuffledcheckin.accountant.paper.Baseline;
import org.shuffledcheckin.accountant.paper.ConversionLemma;
import org.shuffledcheckin.accountant.paper.ShuffledRound;
import org.shuffledcheckin.accountant.rdp.PaperRdpCurve;
import org.shuffledcheckin.accountant.sound.SoundAccountant;
import org.shuffledcheckin.experiments.Experiment;
import org.shuffledcheckin.experiments.ExperimentListener;
import org.shuffledcheckin.experiments.ResultsFolder;
import org.shuffledcheckin.experiments.figure.Curves;
import org.shuffledcheckin.experiments.figure.Figure;
import org.shuffledcheckin.experiments.figure.Figure.Axis;
import org.shuffledcheckin.experiments.figure.HtmlPage;

/** The paper's figure "shuffgauss": the shuffle Gaussian from below against converted bounds. */
public final class LowerBoundExperiment implements Experiment {
  /** A noise at which the closed form of shuffling holds for n = 10,000. */
  public static final double USUAL_NOISE = 4;

  private static final long CLIENTS = 10_000;
  private static final double DELTA = 1e-4;
  private static final double DELTA0 = DELTA * DELTA;
  private static final int THEOREM_ORDERS = 256;

  private final List<Long> compositions;
  private final LocalGuarantee.Gaussian guarantee;

  /** Describes the experiment. */
  public LowerBoundExperiment(boolean quick, double noiseMultiplier) {
    this.compositions = Compositions.upTo1000(quick);
    this.guarantee = new LocalGuarantee.Gaussian(noiseMultiplier);
  }

  @Override
  public String name() {
    return "lower-bound";
  }

  @Override
  public Map<String, Object> configuration() {
    Map<String, Object> values = new LinkedHashMap<>();
    values.put("experiment", name());
    values.put("clients", CLIENTS);
    values.put("delta", DELTA);
    values.put("delta0", DELTA0);
    values.put("delta1", DELTA);
    values.put("noiseMultiplier", guarantee.noiseMultiplier());
    values.put("compositions", compositions);
    return values;
  }

  @Override
  public Map<String, Object> run(ResultsFolder folder, ExperimentListener listener) {
    CheckInRound round = new CheckInRound(CLIENTS, 1, CheckInLaw.BERNOULLI, guarantee);
    PaperRdpCurve converted = converted();
    PaperRdpCurve theorem = theorem();
    SoundAccountant accountant = SoundAccountant.create();
    Curves curves = new Curves();
    listener.begin(name(), compositions.size());
    int done = 0;
    for (long times : compositions) {
      curves.add("paper: shuffle DP, converted", times, converted.times(times).epsilon(DELTA));
      curves.add("paper: Theorem 3, converted", times, theorem.times(times).epsilon(DELTA));
      curves.add("sound bound", times, accountant.compose(round, times).epsilon(DELTA));
      curves.add("lower bound", times, LowerBounds.epsilon(round, times, DELTA));
      listener.done(++done, times + " compositions");
    }
    folder.write(name(), curves.csv("compositions"));
    Figure figure =
        curves.figure(
            "Shuffle Gaussian, n = 10,000, noise multiplier " + guarantee.noiseMultiplier(),
            Axis.log("compositions"));
    folder.write(name(), figure);
    folder.write(page(curves, figure));
    return Map.of("compositions", compositions, "last", curves.last());
  }

  /** (epsilon, delta) of n shuffled reports by the closed form, made Rényi by the lemma. */
  private PaperRdpCurve converted() {
    double epsilon0 = new GaussianMechanism(guarantee.mu()).classicalEpsilon(DELTA0).epsilon();
    ShuffledRound round =
        new ShuffledRound(CLIENTS, 1, epsilon0, DELTA0, DELTA, ShuffledRound.Shuffling.CLOSED_FORM);
    double epsilon = round.epsilon(CLIENTS);
    double delta = round.delta(CLIENTS);
    return PaperRdpCurve.of(
        "shuffle-dp-converted",
        Baseline.MAX_ORDER,
        order -> ConversionLemma.value(order, epsilon, delta));
  }

  private PaperRdpCurve theorem() {
    double[] divergences =
        new ShuffleGaussianMoments(CLIENTS, 1, guarantee.mu()).divergences(THEOREM_ORDERS);
    return PaperRdpCurve.of("theorem-3-converted", THEOREM_ORDERS, order -> divergences[order]);
  }

  private HtmlPage page(Curves curves, Figure figure) {
    return new HtmlPage("The shuffle Gaussian from below and from above")
        .paragraph(
            "All 10,000 clients report in every round (no check-in), with Gaussian noise of %s times the clip; replacing a record moves a report by two clips."
                .formatted(guarantee.noiseMultiplier()))
        .paragraph(
            "The paper compares its Theorem 3 with the (epsilon, delta) bound of shuffling turned"
                + " into Rényi divergence by its Lemma 1. Theorem 3 is the exact divergence of one"
                + " pair, a lower bound on divergence; converted to epsilon by an inequality it"
                + " bounds nothing, hence PAPER. The lower bound here is the epsilon of the loss"
                + " distribution of that pair itself. The paper does not print the noise of its"
                + " figure: ours is chosen so that the closed form of shuffling holds.")
        .figure(figure, "Epsilon over the number of compositions at delta = 1e-4.")
        .table(
            List.of("analysis", "kind", "T = 1", "T = 10", "T = 100", "T = 1000"),
            curves.rows(List.of(1.0, 10.0, 100.0, 1000.0)));
  }
}
