package org.shuffledcheckin.loadtest.demo;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.shuffledcheckin.accountant.CheckInLaw;
import org.shuffledcheckin.accountant.CheckInRound;
import org.shuffledcheckin.accountant.LocalGuarantee;

/**
 * Everything that decides what a demonstration does; written into its folder, so that it can be
 * resumed and repeated. How the numbers were chosen is in {@code docs/demo.md}.
 *
 * @param dataset name of the data set
 * @param seed of the first model, and of drawn digits; never of noise
 */
public record DemoPlan(
    @JsonProperty("dataset") String dataset,
    @JsonUnwrapped CheckIn checkIn,
    @JsonUnwrapped Report report,
    @JsonUnwrapped Training training,
    @JsonUnwrapped Limit limit,
    @JsonProperty("seed") long seed) {
  /** Where it is in the folder. */
  public static final String FILE = "plan.json";

  private static final ObjectMapper JSON =
      new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT);

  /**
   * Who takes part, and how often.
   *
   * @param clients one record each
   * @param rate of every client in every round
   * @param law of the draw
   */
  public record CheckIn(
      @JsonProperty("clients") int clients,
      @JsonProperty("checkInRate") double rate,
      @JsonProperty("checkInLaw") CheckInLaw law) {}

  /**
   * What a client sends.
   *
   * @param noiseMultiplier of every report
   * @param clip of gradients
   */
  public record Report(
      @JsonProperty("noiseMultiplier") double noiseMultiplier, @JsonProperty("clip") double clip) {}

  /**
   * What the aggregator does with it.
   *
   * @param rounds of training
   * @param learningRate in the first round; it falls to 0 in a line
   */
  public record Training(
      @JsonProperty("rounds") long rounds, @JsonProperty("learningRate") double learningRate) {}

  /**
   * What the run may cost.
   *
   * @param epsilon at most
   * @param delta at which epsilon is stated
   */
  public record Limit(
      @JsonProperty("epsilonLimit") double epsilon, @JsonProperty("delta") double delta) {}

  /** Reads the plan of a run. */
  public static DemoPlan readFrom(Path folder) {
    Path file = folder.resolve(FILE);
    try {
      return JSON.readValue(file.toFile(), DemoPlan.class);
    } catch (IOException e) {
      throw new IllegalArgumentException(
          folder + " is not the folder of a demo: " + FILE + " is missing or damaged");
    }
  }

  /** The same plan on other data: what was really found, so that resuming finds it again. */
  public DemoPlan on(String found) {
    return new DemoPlan(found, checkIn, report, training, limit, seed);
  }

  /** Writes the plan into the folder of its run. */
  public void writeTo(Path folder) {
    try {
      Files.createDirectories(folder);
      JSON.writeValue(folder.resolve(FILE).toFile(), this);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot write into " + folder + ": " + e.getMessage(), e);
    }
  }

  /** One round as the accountant sees it. */
  public CheckInRound round() {
    return new CheckInRound(
        checkIn.clients(),
        checkIn.rate(),
        checkIn.law(),
        new LocalGuarantee.Gaussian(report.noiseMultiplier()));
  }
}
