package org.shuffledcheckin.experiments.paper;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.shuffledcheckin.accountant.CheckInLaw;
import org.shuffledcheckin.accountant.CheckInRound;
import org.shuffledcheckin.accountant.LocalGuarantee;
import org.shuffledcheckin.accountant.lowerbound.LowerBounds;
import org.shuffledcheckin.accountant.paper.GaussianTheorems;
import org.shuffledcheckin.accountant.rdp.PaperRdpCurve;
import org.shuffledcheckin.accountant.sound.SoundAccountant;
import org.shuffledcheckin.accountant.sound.SubsampledGaussian;
import org.shuffledcheckin.experiments.Experiment;
import org.shuffledcheckin.experiments.ExperimentListener;
import org.shuffledcheckin.experiments.ResultsFolder;
import org.shuffledcheckin.experiments.figure.Csv;
import org.shuffledcheckin.experiments.figure.Curves;
import org.shuffledcheckin.experiments.figure.Figure;
import org.shuffledcheckin.experiments.figure.Figure.Axis;
import org.shuffledcheckin.experiments.figure.HtmlPage;
import org.shuffledcheckin.experiments.simulation.Measured;
import org.shuffledcheckin.experiments.simulation.Simulation;
import org.shuffledcheckin.experiments.simulation.SimulationPlan;
import org.shuffledcheckin.kit.round.Population;

/**
 * The paper's figure "dpsgd": what trust costs. The sum of B reports with noise σ each carries the
 * noise √B·σ that central DP-SGD puts on the sum of a batch, so that one training serves both (its
 * rounds have k reports, B on average) and only epsilon differs: a trusted server shows the sum, a
 * shuffler shows every report.
 */
public final class DpSgdExperiment implements Experiment {
  /** A tenth of the paper's, enough for the picture. */
  public static final long USUAL_ROUNDS = 10_000;

  private static final int PAPER_ORDERS = 256;

  private final PaperTraining training;

  /** Describes the experiment. */
  public DpSgdExperiment(PaperTraining training) {
    this.training = training;
  }

  @Override
  public String name() {
    return "dp-sgd";
  }

  @Override
  public Map<String, Object> configuration() {
    return training.configuration(name());
  }

  @Override
  public Map<String, Object> run(ResultsFolder folder, ExperimentListener listener)
      throws InterruptedException {
    Simulation.Result result = training.train(CheckInLaw.BERNOULLI, folder, listener);
    Curves curves = account(result.measured(), listener);
    folder.write(name(), csv(result.measured(), curves));
    Figure figure = figure(result.measured(), curves);
    folder.write(name(), figure);
    folder.write(page(curves, figure, result));
    Map<String, Object> summary = new LinkedHashMap<>();
    summary.put("accuracy", result.last().accuracy());
    summary.put("last", curves.last());
    summary.put("speed", PaperTraining.speed(result));
    return summary;
  }

  private Curves account(List<Measured> measured, ExperimentListener listener) {
    SimulationPlan plan = training.plan(CheckInLaw.BERNOULLI);
    Population population = plan.population();
    CheckInRound bernoulli = plan.charge();
    CheckInRound poisson = training.plan(CheckInLaw.POISSON).charge();
    LocalGuarantee.Gaussian guarantee = new LocalGuarantee.Gaussian(PaperTraining.NOISE);
    double delta = training.delta();
    long batch = Math.max(1, Math.round(population.expectedReports()));
    // A trusted server that shows the sum of a batch: one Gaussian mechanism with noise √B·σ, which
    // sees the client with the probability of its being drawn.
    SubsampledGaussian central =
        new SubsampledGaussian(
            population.clients(), population.rate(), guarantee.mu() / Math.sqrt((double) batch));
    PaperRdpCurve shuffled =
        PaperRdpCurve.of(
            "theorem-5",
            PAPER_ORDERS,
            order ->
                GaussianTheorems.subsampledShuffle(
                    population.clients(), batch, order, guarantee.mu()));
    SoundAccountant accountant = SoundAccountant.create();
    Curves curves = new Curves();
    listener.begin("epsilon", measured.size());
    int done = 0;
    for (Measured one : measured) {
      long round = one.round();
      if (round > 0) {
        curves.add("central DP-SGD", round, central.epsilon(round, delta));
        curves.add("shuffle, Poisson", round, accountant.compose(poisson, round).epsilon(delta));
        curves.add(
            "shuffle, Bernoulli", round, accountant.compose(bernoulli, round).epsilon(delta));
        curves.add(
            "shuffle, Bernoulli, from below", round, LowerBounds.epsilon(bernoulli, round, delta));
        curves.add("paper: Theorem 5", round, shuffled.times(round).epsilon(delta));
      }
      listener.done(++done, "of round " + round);
    }
    return curves;
  }

  private static List<String> analyses() {
    return List.of(
        "central DP-SGD",
        "shuffle, Poisson",
        "shuffle, Bernoulli",
        "shuffle, Bernoulli, from below",
        "paper: Theorem 5");
  }

  private static double accuracy(List<Measured> measured, double round) {
    return measured.stream()
        .filter(one -> one.round() == (long) round)
        .findFirst()
        .orElseThrow()
        .accuracy();
  }

  private static Csv csv(List<Measured> measured, Curves curves) {
    Csv csv = new Csv("round", "accuracy", "analysis", "kind", "epsilon", "delta");
    for (String analysis : analyses()) {
      for (Curves.Point point : curves.curve(analysis)) {
        csv.row(
            Curves.plain(point.at()),
            accuracy(measured, point.at()),
            analysis,
            point.value().kind(),
            point.value().epsilon(),
            point.value().delta());
      }
    }
    return csv;
  }

  private Figure figure(List<Measured> measured, Curves curves) {
    Figure figure =
        new Figure(
            "Central and shuffled at equal noise, " + training.data().name(),
            Axis.log("epsilon"),
            Axis.linear("test accuracy"));
    Curves.Palette palette = new Curves.Palette();
    for (String analysis : analyses()) {
      List<Curves.Point> points = curves.curve(analysis);
      var kind = points.get(0).value().kind();
      figure.add(
          analysis + " (" + kind + ")",
          Curves.Palette.line(kind),
          palette.next(kind),
          points.stream()
              .map(point -> new double[] {point.value().epsilon(), accuracy(measured, point.at())})
              .toList());
    }
    return figure;
  }

  private HtmlPage page(Curves curves, Figure figure, Simulation.Result result) {
    double last = result.last().round();
    return new HtmlPage("What trust costs: central DP-SGD and the shuffle model")
        .paragraph(
            "Central DP-SGD with noise √B·σ on the sum of a batch, against the shuffle model with"
                + " noise σ on each of its reports, B of them on average. The sums carry the same"
                + " noise, so one training gives the accuracy of both; what differs is what is"
                + " seen, and so epsilon. The central curve bounds a Gaussian mechanism on a"
                + " uniformly drawn batch (Balle et al. 2018) by its privacy losses.")
        .paragraph(
            "The paper's curve for the shuffle model (Theorem 5) puts a lower bound on divergence"
                + " into an upper bound for subsampling: it bounds nothing and is PAPER.")
        .figure(figure, "Test accuracy against epsilon at delta = 1/n.")
        .table(List.of("analysis", "kind", "after the last round"), curves.rows(List.of(last)))
        .paragraph(PaperTraining.pace(result));
  }
}
