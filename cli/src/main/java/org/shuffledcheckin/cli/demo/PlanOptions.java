package org.shuffledcheckin.cli.demo;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.shuffledcheckin.accountant.Arguments;
import org.shuffledcheckin.accountant.Budget;
import org.shuffledcheckin.accountant.CheckInLaw;
import org.shuffledcheckin.cli.option.CountConverter;
import org.shuffledcheckin.kit.round.Population;
import org.shuffledcheckin.loadtest.demo.DemoPlan;
import org.shuffledcheckin.report.randomizer.ReportForm;
import picocli.CommandLine.Option;

/** The numbers of a demonstration that a user may change, with the product's usual names. */
final class PlanOptions {
  @Option(
      names = "--clients",
      paramLabel = "N",
      converter = CountConverter.class,
      description = "Simulated clients, one record each (default: 60000, quick: 6000).")
  private Long clients;

  @Option(
      names = "--check-in-rate",
      paramLabel = "RATE",
      description = "Mean number of reports of a client in a round (default: 0.05, quick: 0.15).")
  private Double checkInRate;

  @Option(
      names = "--form",
      paramLabel = "FORM",
      description =
          "shuffled (default): the aggregator sees every report, in random order; or distributed:"
              + " it sees their sum alone.")
  private ReportForm form;

  @Option(
      names = "--check-in-law",
      paramLabel = "LAW",
      description =
          "poisson (default) or bernoulli, the paper's coin, which costs far more where reports are"
              + " seen one by one. The distributed form has bernoulli.")
  private CheckInLaw checkInLaw;

  @Option(
      names = "--noise-multiplier",
      paramLabel = "SIGMA",
      description =
          "Noise of every report in units of the clip (default: 1, quick: 1.1; distributed: 0.115,"
              + " quick: 0.3).")
  private Double noiseMultiplier;

  @Option(
      names = "--clip",
      paramLabel = "C",
      description = "Largest norm of a gradient (default: 0.5; distributed: 0.3).")
  private Double clip;

  @Option(
      names = "--rounds",
      paramLabel = "T",
      converter = CountConverter.class,
      description = "Rounds of training (default: 200, quick: 25).")
  private Long rounds;

  @Option(
      names = "--learning-rate",
      paramLabel = "RATE",
      description =
          "Initial learning rate; decays linearly to 0 (default: 0.2, quick: 1; distributed: 0.1 of"
              + " Adam).")
  private Double learningRate;

  @Option(
      names = "--epsilon",
      paramLabel = "EPSILON",
      description =
          "What the run may cost; training ends before it would cost more (default: 1, quick: 2).")
  private Double epsilonLimit;

  @Option(
      names = "--delta",
      paramLabel = "DELTA",
      description = "Delta at which epsilon is stated (default: 1/N).")
  private Double delta;

  @Option(
      names = "--seed",
      paramLabel = "SEED",
      description = "Seed of the first model and of drawn digits; noise is never seeded.")
  private Long seed;

  /** The plan: the defaults, changed where a flag was given. */
  DemoPlan plan(boolean quick, String dataset) {
    ReportForm chosen = or(form, ReportForm.SHUFFLED);
    boolean sums = chosen == ReportForm.DISTRIBUTED;
    long n = or(clients, quick ? 6000L : 60_000L);
    Arguments.requireBetween("--clients", n, 2, 1_000_000);
    return new DemoPlan(
        dataset,
        Population.allHonest(
            n, inRange("--check-in-rate", or(checkInRate, quick ? 0.15 : 0.05), 0, 1), law(sums)),
        new DemoPlan.Report(
            chosen,
            inRange("--noise-multiplier", or(noiseMultiplier, noise(sums, quick)), 0, 1e6),
            inRange("--clip", or(clip, sums ? 0.3 : 0.5), 0, 1e6)),
        new DemoPlan.Training(
            (long) inRange("--rounds", or(rounds, quick ? 25L : 200L), 0, 1e9),
            inRange("--learning-rate", or(learningRate, step(sums, quick)), 0, 1e9)),
        new Budget(
            inRange("--epsilon", or(epsilonLimit, quick ? 2.0 : 1.0), 0, 1e9),
            inRange("--delta", or(delta, 1.0 / n), 0, 1)),
        or(seed, 1L));
  }

  private CheckInLaw law(boolean sums) {
    if (sums && checkInLaw == CheckInLaw.POISSON) {
      throw new IllegalArgumentException(
          "--form distributed needs --check-in-law bernoulli: a client is in a sum once or not");
    }
    return or(checkInLaw, sums ? CheckInLaw.BERNOULLI : CheckInLaw.POISSON);
  }

  private static double step(boolean sums, boolean quick) {
    if (sums) {
      return 0.1;
    }
    return quick ? 1.0 : 0.2;
  }

  private static double noise(boolean sums, boolean quick) {
    if (sums) {
      return quick ? 0.3 : 0.115;
    }
    return quick ? 1.1 : 1.0;
  }

  /** Refuses flags that would change a run that has begun. */
  void requireSame(DemoPlan plan) {
    List<String> changed = new ArrayList<>();
    compare(changed, "--clients", clients, plan.population().clients());
    compare(changed, "--check-in-rate", checkInRate, plan.population().rate());
    compare(changed, "--form", form, plan.form());
    compare(changed, "--check-in-law", checkInLaw, plan.population().law());
    compare(changed, "--noise-multiplier", noiseMultiplier, plan.report().noiseMultiplier());
    compare(changed, "--clip", clip, plan.report().clip());
    compare(changed, "--rounds", rounds, plan.training().rounds());
    compare(changed, "--learning-rate", learningRate, plan.training().learningRate());
    compare(changed, "--epsilon", epsilonLimit, plan.budget().epsilon());
    compare(changed, "--delta", delta, plan.budget().delta());
    compare(changed, "--seed", seed, plan.seed());
    if (!changed.isEmpty()) {
      throw new IllegalArgumentException(
          "this run was begun with " + String.join(", ", changed) + ", which cannot change");
    }
  }

  private static void compare(List<String> changed, String flag, Object given, Object begun) {
    if (given != null && !Objects.equals(given, begun)) {
      changed.add(flag + " " + begun);
    }
  }

  private static <T> T or(T given, T otherwise) {
    return given == null ? otherwise : given;
  }

  private static double inRange(String flag, double value, double above, double most) {
    if (!(value > above && value <= most)) {
      throw new IllegalArgumentException(
          flag + " must be in (" + above + ", " + most + "] but is " + value);
    }
    return value;
  }
}
