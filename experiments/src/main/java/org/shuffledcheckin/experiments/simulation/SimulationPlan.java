package org.shuffledcheckin.experiments.simulation;

import java.util.Locale;
import java.util.Objects;
import org.shuffledcheckin.accountant.Arguments;
import org.shuffledcheckin.accountant.Budget;
import org.shuffledcheckin.accountant.CheckInRound;
import org.shuffledcheckin.aggregator.model.TrainingTask;
import org.shuffledcheckin.aggregator.rpc.WireModel;
import org.shuffledcheckin.kit.round.Population;
import org.shuffledcheckin.kit.round.SumRule;
import org.shuffledcheckin.learning.model.ModelSpec;
import org.shuffledcheckin.learning.model.Models;
import org.shuffledcheckin.learning.optimizer.StepRule;
import org.shuffledcheckin.report.randomizer.RandomizerSpec;

/**
 * Everything that decides what a simulated run does; two runs of one plan on the same records give
 * the same model to the last bit.
 *
 * @param population who takes part, with one record each, and how often
 * @param model what is trained
 * @param reports what clients send
 * @param steps how sums become steps, and for how many rounds
 * @param budget what the run may cost; the gate ends it before. With an infinite epsilon no gate is
 *     asked
 * @param seed of the first model, the draws and the noise
 */
public record SimulationPlan(
    Population population,
    ModelSpec model,
    Reports reports,
    StepRule steps,
    Budget budget,
    long seed) {
  /**
   * What clients send, and what is seen of it.
   *
   * @param randomizer of every report
   * @param sums what the accountant counts on where only the sum of reports is seen. A simulated
   *     round has nobody whose report is lost or struck
   */
  public record Reports(RandomizerSpec randomizer, SumRule sums) {
    /** Validates that nothing is missing. */
    public Reports {
      Objects.requireNonNull(randomizer, "randomizer");
      Objects.requireNonNull(sums, "sums");
    }
  }

  /** Validates what the parts do not. */
  public SimulationPlan {
    Arguments.requireBetween("clients", population.clients(), 2, Integer.MAX_VALUE);
    Objects.requireNonNull(model, "model");
    Objects.requireNonNull(reports, "reports");
    Objects.requireNonNull(steps, "steps");
    Objects.requireNonNull(budget, "budget");
  }

  /** A plan whose reports are seen one by one, or whose sums are released however small. */
  public SimulationPlan(
      Population population,
      ModelSpec model,
      RandomizerSpec randomizer,
      StepRule steps,
      Budget budget,
      long seed) {
    this(population, model, new Reports(randomizer, new SumRule(1, 0, true)), steps, budget, seed);
  }

  /** What every report is. */
  public RandomizerSpec randomizer() {
    return reports.randomizer();
  }

  /** What is counted on where only the sum is seen. */
  public SumRule sums() {
    return reports.sums();
  }

  /** One round as the accountant sees it. */
  public CheckInRound charge() {
    return population.charge(randomizer(), sums());
  }

  /** How many rounds the plan has. */
  public long rounds() {
    return steps.rate().rounds();
  }

  int clients() {
    return (int) population.clients();
  }

  boolean isLimited() {
    return budget.epsilon() < Double.POSITIVE_INFINITY;
  }

  /** The aggregator's task. */
  TrainingTask task() {
    return new TrainingTask(
        model, Models.initialParameters(model, seed), randomizer(), steps, new WireModel());
  }

  /** The plan as text with named fields; equal plans have equal texts, on every Java version. */
  String canonicalText() {
    return String.join(
        "\n",
        "clients=" + population.clients(),
        "honest=" + population.honest(),
        "loss-limit=" + population.lossLimit(),
        "rate=" + hex(population.rate()),
        "law=" + word(population.law()),
        "model=" + model.toJson(),
        "randomizer=" + randomizer().canonicalText(),
        "averaging=" + word(steps.averaging()),
        "expected-count=" + hex(steps.expectedCount()),
        "unit=" + hex(steps.unit()),
        "learning-rate=" + hex(steps.rate().initial()),
        "schedule=" + word(steps.rate().schedule()),
        "rounds=" + rounds(),
        "least-reports=" + sums().leastReports(),
        "strike-share=" + hex(sums().strikeShare()),
        "optimizer=" + steps.optimizer().canonicalText(),
        "epsilon=" + hex(budget.epsilon()),
        "delta=" + hex(budget.delta()),
        "seed=" + seed);
  }

  private static String hex(double value) {
    return Double.toHexString(value);
  }

  private static String word(Enum<?> value) {
    return value.name().toLowerCase(Locale.ROOT);
  }
}
