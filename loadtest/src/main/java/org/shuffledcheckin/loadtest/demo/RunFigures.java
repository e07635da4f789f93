package org.shuffledcheckin.loadtest.demo;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalLong;
import java.util.function.LongToDoubleFunction;
import java.util.stream.LongStream;
import org.shuffledcheckin.accountant.CheckInLaw;
import org.shuffledcheckin.accountant.CheckInRound;
import org.shuffledcheckin.accountant.amplification.CheckInCount;
import org.shuffledcheckin.accountant.lowerbound.LowerBounds;
import org.shuffledcheckin.accountant.paper.Comparison;
import org.shuffledcheckin.accountant.sound.SoundAccountant;
import org.shuffledcheckin.aggregator.run.RoundView;
import org.shuffledcheckin.aggregator.store.RoundOutcome;
import org.shuffledcheckin.experiments.figure.Figure;
import org.shuffledcheckin.experiments.figure.Figure.Axis;
import org.shuffledcheckin.experiments.figure.Figure.Hue;
import org.shuffledcheckin.experiments.figure.Figure.Line;
import org.shuffledcheckin.kit.round.Population;
import org.shuffledcheckin.kit.round.SumRule;
import org.shuffledcheckin.report.randomizer.ReportForm;

/** The three pictures of a run. */
final class RunFigures {
  private static final int METHOD_POINTS = 9;
  private static final int BINS = 24;

  private final DemoPlan plan;
  private final List<RoundView> rounds;

  RunFigures(DemoPlan plan, List<RoundView> rounds) {
    this.plan = plan;
    this.rounds = rounds;
  }

  void writeTo(Path folder) {
    progress().writeTo(folder, "accuracy-and-epsilon");
    checkIns().writeTo(folder, "check-ins");
    methods().writeTo(folder, "epsilon-by-method");
  }

  Figure progress() {
    return new Figure(
            "Accuracy and proven epsilon", Axis.linear("round"), Axis.linear("test accuracy"))
        .right(Axis.linear("epsilon"))
        .add(
            "test accuracy",
            Line.SOLID,
            Hue.ORANGE,
            rounds.stream()
                .filter(round -> round.accuracy().isPresent())
                .map(round -> new double[] {round.number(), round.accuracy().getAsDouble()})
                .toList())
        .addRight(
            "epsilon (UPPER_BOUND), right axis",
            Line.SOLID,
            Hue.BLUE,
            rounds.stream().map(round -> new double[] {round.number(), round.epsilon()}).toList());
  }

  /** A histogram of k beside what the law of the draw says of as many rounds. */
  Figure checkIns() {
    double mean = plan.population().expectedReports();
    double spread =
        Math.sqrt(
            plan.population().law() == CheckInLaw.POISSON
                ? mean
                : mean * (1 - plan.population().rate()));
    // Odd, so that the middle of a bin is a count.
    long width = 2 * (long) (4 * spread / BINS) + 1;
    long first = Math.max(0, Math.round(mean - BINS * width / 2.0));
    List<Long> checkIns =
        rounds.stream()
            .map(round -> round.outcome().map(RoundOutcome::aggregated).orElse(0L))
            .toList();
    List<double[]> seen = new ArrayList<>();
    List<double[]> expected = new ArrayList<>();
    for (long low = first; low < first + BINS * width; low += width) {
      long from = low;
      double middle = from + (width - 1) / 2;
      long count =
          checkIns.stream().filter(checkIn -> checkIn >= from && checkIn < from + width).count();
      // A step lasts from here to the next.
      seen.add(new double[] {from, count});
      double mass = LongStream.range(from, from + width).mapToDouble(this::probability).sum();
      expected.add(new double[] {middle, rounds.size() * mass});
    }
    return new Figure(
            "Check-ins per round", Axis.linear("reports in the batch, k"), Axis.linear("rounds"))
        .add("rounds seen, by k in steps of " + width, Line.STEPS, Hue.ORANGE, seen)
        .add(
            "expected by the law of the draw, "
                + plan.population().law().name().toLowerCase(Locale.ROOT),
            Line.SOLID,
            Hue.BLUE,
            expected);
  }

  private double probability(long k) {
    Population population = plan.population();
    return CheckInCount.probability(population.law(), population.clients(), population.rate(), k);
  }

  /** What each observer may learn, where the paper has no line of its own. */
  private Figure observers() {
    Figure figure = new Figure("Epsilon by observer", Axis.log("rounds"), Axis.log("epsilon"));
    CheckInRound hidden = plan.round();
    CheckInRound readable =
        plan.population()
            .charge(
                plan.randomizer(),
                new SumRule(plan.sums().leastReports(), plan.sums().strikeShare(), false));
    SoundAccountant accountant = SoundAccountant.create();
    double delta = plan.budget().delta();
    return figure
        .add(
            "aggregator (UPPER_BOUND)",
            Line.SOLID,
            Hue.BLUE,
            curve(at -> accountant.compose(hidden, at).epsilon(delta).epsilon()))
        .add(
            "aggregator (LOWER_BOUND)",
            Line.DASHED,
            Hue.ORANGE,
            curve(at -> LowerBounds.epsilon(hidden, at, delta).epsilon()))
        .add(
            "shuffler, could it read the models (UPPER_BOUND)",
            Line.DOTTED,
            Hue.GREY,
            curve(at -> accountant.compose(readable, at).epsilon(delta).epsilon()));
  }

  private List<double[]> curve(LongToDoubleFunction epsilon) {
    List<double[]> points = new ArrayList<>();
    for (int i = 0; i <= METHOD_POINTS; i++) {
      long at = pointAt(i);
      points.add(new double[] {at, epsilon.applyAsDouble(at)});
    }
    return points;
  }

  private long pointAt(int i) {
    double power = Math.pow((double) plan.training().rounds(), (double) i / METHOD_POINTS);
    return Math.max(1, Math.round(power));
  }

  Figure methods() {
    if (plan.form() == ReportForm.DISTRIBUTED) {
      return observers();
    }
    Figure figure = new Figure("Epsilon by method", Axis.log("rounds"), Axis.log("epsilon"));
    Map<String, List<double[]>> curves = new HashMap<>();
    List<Comparison.Row> last = List.of();
    Comparison comparison =
        new Comparison(plan.round(), plan.budget().delta(), OptionalLong.empty());
    SoundAccountant accountant = SoundAccountant.create();
    for (int i = 0; i <= METHOD_POINTS; i++) {
      long at = pointAt(i);
      last = comparison.rows(at, accountant);
      for (Comparison.Row row : last) {
        curves
            .computeIfAbsent(row.name(), name -> new ArrayList<>())
            .add(new double[] {at, row.value().epsilon()});
      }
    }
    Iterator<Hue> paper = List.of(Hue.GREY, Hue.PURPLE, Hue.TEAL).iterator();
    for (Comparison.Row row : last) {
      String name = row.name() + " (" + row.value().kind() + ")";
      List<double[]> curve = curves.get(row.name());
      switch (row.value().kind()) {
        case UPPER_BOUND -> figure.add(name, Line.SOLID, Hue.BLUE, curve);
        case LOWER_BOUND -> figure.add(name, Line.DASHED, Hue.ORANGE, curve);
        case NUMERICAL, PAPER -> figure.add(name, Line.DOTTED, paper.next(), curve);
      }
    }
    return figure;
  }
}
