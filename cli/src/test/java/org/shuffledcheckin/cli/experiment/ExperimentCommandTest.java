package org.shuffledcheckin.cli.experiment;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.shuffledcheckin.cli.ExitCode;
import org.shuffledcheckin.cli.main.Checkin;
import picocli.CommandLine;

class ExperimentCommandTest {
  @TempDir Path folder;

  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  private int run(String... arguments) {
    CommandLine checkin =
        Checkin.commandLine().setOut(new PrintWriter(out)).setErr(new PrintWriter(err));
    String[] all = new String[arguments.length + 1];
    all[0] = "experiment";
    System.arraycopy(arguments, 0, all, 1, arguments.length);
    return checkin.execute(all);
  }

  private JsonNode json() throws IOException {
    return new ObjectMapper().readTree(out.toString());
  }

  private void assertResults(Path results, String name) {
    assertThat(results.resolve(name + ".csv")).isNotEmptyFile();
    assertThat(results.resolve("index.html")).content().contains("data:image/png", "Configuration");
    assertThat(results.resolve("configuration.json")).content().contains(name);
    for (String ending : List.of(".png", ".svg")) {
      assertThat(results).isDirectoryContaining(file -> file.toString().endsWith(ending));
    }
  }

  @Test
  void list_namesEveryExperiment() {
    assertThat(run("list")).isEqualTo(ExitCode.OK);
    assertThat(out.toString())
        .contains(
            "table",
            "lower-bound",
            "distributed ",
            "dp-sgd",
            "mnist",
            "frontier",
            "distributed-training");
  }

  @Test
  void unknownExperiment_isOneSentence() {
    assertThat(run("tabel")).isEqualTo(ExitCode.USAGE);
    assertThat(err.toString()).contains("unknown command 'tabel'").doesNotContain("\tat ");
  }

  @Test
  void noExperiment_isBadUsage() {
    assertThat(run()).isEqualTo(ExitCode.USAGE);
    assertThat(err.toString()).contains("name of an experiment is missing");
  }

  @ParameterizedTest
  @ValueSource(strings = {"lower-bound", "distributed"})
  void analytical_quick_writesEveryKindOfFile(String name) {
    Path results = folder.resolve(name);
    assertThat(run(name, "--quick", "--json", "--out", results.toString())).isEqualTo(ExitCode.OK);
    assertResults(results, name);
  }

  @Test
  void table_matchesThePrintedDigitsButForTheMisprint_andMarksWhatIsRefuted() throws IOException {
    Path results = folder.resolve("table");
    assertThat(run("table", "--quick", "--json", "--out", results.toString()))
        .isEqualTo(ExitCode.OK);
    assertResults(results, "table");
    int matches = 0;
    int refuted = 0;
    for (JsonNode cell : json().get("cells")) {
      matches += cell.get("matchesPrintedDigits").asBoolean() ? 1 : 0;
      refuted += cell.get("refuted").asBoolean() ? 1 : 0;
    }
    assertThat(matches).isEqualTo(11);
    assertThat(refuted).isEqualTo(4);
  }

  @Test
  void mnist_quick_trainsAccountsAndIsTheSameAgain() throws IOException {
    Path results = folder.resolve("mnist");
    String[] command = {
      "mnist",
      "--quick",
      "--rounds",
      "6",
      "--dataset",
      "digits",
      "--json",
      "--out",
      results.toString()
    };
    assertThat(run(command)).isEqualTo(ExitCode.OK);
    assertResults(results, "mnist");
    assertThat(json().get("poisson").get("speed").get("rounds").asLong()).isEqualTo(6);
    String first = Files.readString(results.resolve("mnist.csv"));
    assertThat(run(command)).isEqualTo(ExitCode.OK);
    assertThat(results.resolve("mnist.csv")).hasContent(first);
  }

  @Test
  void dpSgd_quick_centralCostsLessThanShuffled() throws IOException {
    Path results = folder.resolve("dp-sgd");
    assertThat(
            run(
                "dp-sgd",
                "--quick",
                "--rounds",
                "4",
                "--dataset",
                "digits",
                "--json",
                "--out",
                results.toString()))
        .isEqualTo(ExitCode.OK);
    assertResults(results, "dp-sgd");
    JsonNode last = json().get("last");
    assertThat(last.get("central DP-SGD").get("epsilon").asDouble())
        .isLessThan(last.get("shuffle, Bernoulli").get("epsilon").asDouble());
  }

  @Test
  void frontier_quick_namesTheBest() throws IOException {
    Path results = folder.resolve("frontier");
    assertThat(
            run(
                "frontier",
                "--quick",
                "--budget",
                "3000",
                "--dataset",
                "digits",
                "--json",
                "--out",
                results.toString()))
        .isEqualTo(ExitCode.OK);
    assertResults(results, "frontier");
    assertThat(json().get("best").has("epsilon <= 8")).isTrue();
  }

  @Test
  void distributedTraining_quick_trainsEveryFormWithinItsLimitAndIsTheSameAgain()
      throws IOException {
    List<String> csvs = new ArrayList<>();
    for (String name : List.of("once", "again")) {
      Path results = folder.resolve(name);
      assertThat(
              run(
                  "distributed-training",
                  "--quick",
                  "--model",
                  "features",
                  "--dataset",
                  "digits",
                  "--threads",
                  name.equals("once") ? "1" : "2",
                  "--out",
                  results.toString()))
          .isEqualTo(ExitCode.OK);
      assertResults(results, "distributed-training");
      csvs.add(Files.readString(results.resolve("distributed-training.csv")));
    }
    assertThat(csvs.get(1)).isEqualTo(csvs.get(0));
    List<String[]> rows = csvs.get(0).lines().skip(1).map(line -> line.split(",", -1)).toList();
    assertThat(rows).hasSize(3).allSatisfy(row -> assertThat(row).hasSize(14));
    assertThat(rows)
        .allSatisfy(
            row ->
                assertThat(Double.parseDouble(row[8]))
                    .as("epsilon of %s", row[1])
                    .isBetween(0.99 * Double.parseDouble(row[7]), Double.parseDouble(row[7])));
    // The noise of a report: a trusted server needs the least, seeing every report the most.
    Map<String, Double> noise = new HashMap<>();
    rows.forEach(row -> noise.put(row[1] + row[7], Double.parseDouble(row[11])));
    assertThat(noise.get("central DP-SGD1.0")).isLessThan(noise.get("distributed check-in1.0"));
    assertThat(noise.get("distributed check-in1.0"))
        .isLessThan(noise.get("shuffled check-in1.0") / 4);
  }

  @Test
  void distributedTraining_unknownModel_isOneSentence() {
    assertThat(run("distributed-training", "--quick", "--dataset", "digits", "--model", "mlp"))
        .isEqualTo(ExitCode.USAGE);
    assertThat(err.toString()).contains("model must be one of").doesNotContain("\tat ");
  }

  @Test
  void anotherConfiguration_isRefusedAndNothingChanges() throws IOException {
    String results = folder.resolve("lower-bound").toString();
    assertThat(run("lower-bound", "--quick", "--out", results)).isEqualTo(ExitCode.OK);
    String before = Files.readString(Path.of(results, "lower-bound.csv"));
    assertThat(run("lower-bound", "--quick", "--noise-multiplier", "5", "--out", results))
        .isEqualTo(ExitCode.USAGE);
    assertThat(err.toString())
        .contains("another configuration", "noiseMultiplier is 4.0 there and 5.0 here");
    assertThat(Path.of(results, "lower-bound.csv")).hasContent(before);
  }

  @Test
  void folderOfSomethingElse_isRefused() throws IOException {
    Files.writeString(folder.resolve("letter.txt"), "dear friend");
    assertThat(run("distributed", "--quick", "--out", folder.toString())).isEqualTo(ExitCode.USAGE);
    assertThat(err.toString()).contains("no results of an experiment").doesNotContain("\tat ");
  }

  @Test
  void unknownDataSet_isOneSentence() {
    assertThat(run("mnist", "--quick", "--dataset", "mnits")).isEqualTo(ExitCode.USAGE);
    assertThat(err.toString()).contains("mnits").doesNotContain("\tat ");
  }

  @Test
  void missingDataFolder_isOneSentence() {
    assertThat(run("mnist", "--quick", "--data", folder.resolve("nowhere").toString()))
        .isEqualTo(ExitCode.UNAVAILABLE);
    assertThat(err.toString()).contains("data folder must exist").doesNotContain("\tat ");
  }
}
