package org.shuffledcheckin.loadtest.demo;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.shuffledcheckin.accountant.Budget;
import org.shuffledcheckin.accountant.CheckInLaw;
import org.shuffledcheckin.accountant.CheckInRound;
import org.shuffledcheckin.kit.round.Population;
import org.shuffledcheckin.kit.round.SumRule;
import org.shuffledcheckin.learning.data.Shape;
import org.shuffledcheckin.learning.model.Models;
import org.shuffledcheckin.report.randomizer.GaussianSpec;
import org.shuffledcheckin.report.randomizer.GaussianSumSpec;
import org.shuffledcheckin.report.randomizer.RandomizerSpec;
import org.shuffledcheckin.report.randomizer.ReportForm;

/**
 * Everything that decides what a demonstration does; written into its folder, so that it can be
 * resumed and repeated. How the numbers were chosen is in {@code docs/demo.md}.
 *
 * @param dataset name of the data set
 * @param population one record for each client
 * @param budget what the run may cost
 * @param seed of the first model, and of drawn digits; never of noise
 */
public record DemoPlan(
    String dataset,
    Population population,
    Report report,
    Training training,
    Budget budget,
    long seed) {
  /** Where it is in the folder. */
  public static final String FILE = "plan.json";

  private static final ObjectMapper JSON = new ObjectMapper();

  /**
   * What a client sends.
   *
   * @param form whether the aggregator sees reports or their sum
   * @param noiseMultiplier of every report
   * @param clip of gradients
   */
  public record Report(ReportForm form, double noiseMultiplier, double clip) {}

  /**
   * What the aggregator does with it.
   *
   * @param rounds of training
   * @param learningRate in the first round; it falls to 0 in a line
   */
  public record Training(long rounds, double learningRate) {}

  /**
   * Reads the plan of a run.
   *
   * @throws IllegalArgumentException if the folder is not that of a demonstration
   */
  public static DemoPlan readFrom(Path folder) {
    try {
      JsonNode json = JSON.readTree(folder.resolve(FILE).toFile());
      return new DemoPlan(
          json.required("dataset").asText(),
          Population.allHonest(
              json.required("clients").asLong(),
              json.required("checkInRate").asDouble(),
              CheckInLaw.valueOf(json.required("checkInLaw").asText())),
          new Report(
              ReportForm.valueOf(json.path("form").asText(ReportForm.SHUFFLED.name())),
              json.required("noiseMultiplier").asDouble(),
              json.required("clip").asDouble()),
          new Training(json.required("rounds").asLong(), json.required("learningRate").asDouble()),
          new Budget(json.required("epsilonLimit").asDouble(), json.required("delta").asDouble()),
          json.required("seed").asLong());
    } catch (IOException | IllegalArgumentException e) {
      throw new IllegalArgumentException(
          folder + " is not the folder of a demo: " + FILE + " is missing or damaged", e);
    }
  }

  /** The same plan on other data: what was really found, so that resuming finds it again. */
  public DemoPlan on(String found) {
    return new DemoPlan(found, population, report, training, budget, seed);
  }

  /** Writes the plan into the folder of its run. */
  public void writeTo(Path folder) {
    ObjectNode json =
        JSON.createObjectNode()
            .put("dataset", dataset)
            .put("clients", population.clients())
            .put("checkInRate", population.rate())
            .put("checkInLaw", population.law().name())
            .put("form", form().name())
            .put("noiseMultiplier", report.noiseMultiplier())
            .put("clip", report.clip())
            .put("rounds", training.rounds())
            .put("learningRate", training.learningRate())
            .put("epsilonLimit", budget.epsilon())
            .put("delta", budget.delta())
            .put("seed", seed);
    try {
      Files.createDirectories(folder);
      Files.writeString(folder.resolve(FILE), json.toPrettyString());
    } catch (IOException e) {
      throw new UncheckedIOException("cannot write into " + folder + ": " + e.getMessage(), e);
    }
  }

  /** One round as the accountant sees it. */
  public CheckInRound round() {
    return population.charge(randomizer(), sums());
  }

  /** Whether the aggregator sees reports or their sum. */
  public ReportForm form() {
    return report.form();
  }

  /** What every report is. */
  public RandomizerSpec randomizer() {
    int dimension = Models.named(model(), new Shape(1, 28, 28), 10).parameterCount();
    return form() == ReportForm.DISTRIBUTED
        ? GaussianSumSpec.withSuitableGrid(dimension, report.clip(), report.noiseMultiplier())
        : GaussianSpec.withSuitableGrid(dimension, report.clip(), report.noiseMultiplier());
  }

  /** What is counted on where only the sum is seen; the shuffler cannot read the model then. */
  public SumRule sums() {
    return SumRule.ample(population);
  }

  /** Name of the model that is trained. */
  public String model() {
    return "features";
  }
}
