package org.shuffledcheckin.cli.demo;

import com.fasterxml.jackson.annotation.JsonProperty;
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
 * @param clients one record each
 * @param checkInRate of every client in every round
 * @param checkInLaw of the draw
 * @param noiseMultiplier of every report
 * @param clip of gradients
 * @param rounds of training
 * @param learningRate in the first round; it falls to 0 in a line
 * @param epsilonLimit what the run may cost
 * @param delta at which epsilon is stated
 * @param seed of the first model, and of drawn digits; never of noise
 */
record DemoPlan(
    @JsonProperty("dataset") String dataset,
    @JsonProperty("clients") int clients,
    @JsonProperty("checkInRate") double checkInRate,
    @JsonProperty("checkInLaw") CheckInLaw checkInLaw,
    @JsonProperty("noiseMultiplier") double noiseMultiplier,
    @JsonProperty("clip") double clip,
    @JsonProperty("rounds") long rounds,
    @JsonProperty("learningRate") double learningRate,
    @JsonProperty("epsilonLimit") double epsilonLimit,
    @JsonProperty("delta") double delta,
    @JsonProperty("seed") long seed) {
  /** Where it is in the folder. */
  static final String FILE = "plan.json";

  private static final ObjectMapper JSON =
      new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT);

  /** Reads the plan of a run. */
  static DemoPlan readFrom(Path folder) {
    Path file = folder.resolve(FILE);
    try {
      return JSON.readValue(file.toFile(), DemoPlan.class);
    } catch (IOException e) {
      throw new IllegalArgumentException(
          folder + " is not the folder of a demo: " + FILE + " is missing or damaged");
    }
  }

  /** The same plan on other data: what was really found, so that resuming finds it again. */
  DemoPlan on(String found) {
    return new DemoPlan(
        found,
        clients,
        checkInRate,
        checkInLaw,
        noiseMultiplier,
        clip,
        rounds,
        learningRate,
        epsilonLimit,
        delta,
        seed);
  }

  /** Writes the plan into the folder of its run. */
  void writeTo(Path folder) {
    try {
      Files.createDirectories(folder);
      JSON.writeValue(folder.resolve(FILE).toFile(), this);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot write into " + folder + ": " + e.getMessage(), e);
    }
  }

  /** One round as the accountant sees it. */
  CheckInRound round() {
    return new CheckInRound(
        clients, checkInRate, checkInLaw, new LocalGuarantee.Gaussian(noiseMultiplier));
  }
}
