package org.shuffledcheckin.cli.model;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.shuffledcheckin.cli.ExitCode;
import org.shuffledcheckin.cli.Running;
import org.shuffledcheckin.cli.run.StoredRuns;
import org.shuffledcheckin.learning.data.Shape;
import org.shuffledcheckin.learning.model.Dl4jModels;

class ModelCommandTest {
  @TempDir private Path folder;
  private final Running running = new Running();

  @Test
  void export_ofARun_writesWhatDeeplearning4jLoads() throws Exception {
    Path zip = folder.resolve("model.zip");
    assertThat(running.checkin("model", "export", run(3), "--out", zip)).isEqualTo(ExitCode.OK);
    Dl4jModels.Saved saved = Dl4jModels.load(zip, new Shape(1, 28, 28));
    assertThat(saved.spec()).isEqualTo(StoredRuns.MODEL);
    assertThat(saved.parameters()[saved.parameters().length - 7]).isEqualTo(2f);
  }

  @Test
  void export_ontoAFile_leavesItAloneUnlessForced() throws Exception {
    Path zip = Files.writeString(folder.resolve("model.zip"), "mine");
    Path run = run(3);
    assertThat(running.checkin("model", "export", run, "--out", zip)).isEqualTo(ExitCode.USAGE);
    assertThat(zip).hasContent("mine");
    assertThat(running.checkin("model", "export", run, "--out", zip, "--force"))
        .isEqualTo(ExitCode.OK);
    assertThat(Files.size(zip)).isGreaterThan(1000);
  }

  @Test
  void export_intoNoFolder_saysSo() throws Exception {
    Path zip = folder.resolve("no/such/model.zip");
    assertThat(running.checkin("model", "export", run(3), "--out", zip))
        .isEqualTo(ExitCode.UNAVAILABLE);
    assertThat(running.err()).contains("is missing or not writable");
  }

  @Test
  void evaluate_modelThatKnowsOneClass_recognisesThatClassAlone() throws Exception {
    assertThat(running.checkin("model", "evaluate", run(4), "--dataset", "digits", "--json"))
        .isEqualTo(ExitCode.OK);
    JsonNode result = running.json();
    assertThat(result.get("records").asInt()).isEqualTo(10_000);
    for (int label = 0; label < 10; label++) {
      JsonNode row = result.get("confusion").get(label);
      assertThat(row.get(4).asInt()).isGreaterThan(500);
      assertThat(row.get(5).asInt()).isZero();
    }
    int right = result.get("confusion").get(4).get(4).asInt();
    assertThat(result.get("accuracy").asDouble()).isEqualTo(right / 10_000.0);
  }

  @Test
  void predict_ownImage_saysClassAndProbability() throws Exception {
    Path image = Files.writeString(folder.resolve("zero.csv"), "0 ".repeat(784));
    assertThat(running.checkin("model", "predict", run(7), "--image", image, "--json"))
        .isEqualTo(ExitCode.OK);
    JsonNode said = running.json().get(0);
    assertThat(said.get("class").asInt()).isEqualTo(7);
    // One class at 2 and nine at 0: e² / (e² + 9).
    double expected = Math.exp(2) / (Math.exp(2) + 9);
    assertThat(said.get("probability").asDouble()).isBetween(expected - 1e-6, expected + 1e-6);
  }

  @Test
  void predict_imageAndRecords_areAskedForOneAtATime() throws Exception {
    assertThat(running.checkin("model", "predict", run(7), "--image", "x.png", "--records", "1"))
        .isEqualTo(ExitCode.USAGE);
    assertThat(running.err()).contains("exclude each other");
  }

  @Test
  void model_ofSomethingElse_isRefusedInOneSentence() throws Exception {
    Path text = Files.writeString(folder.resolve("notes.txt"), "no model");
    assertThat(running.checkin("model", "evaluate", text)).isEqualTo(ExitCode.USAGE);
    assertThat(running.err()).contains("must be a readable zip of a network");
    assertThat(running.checkin("model", "evaluate", folder)).isEqualTo(ExitCode.USAGE);
    assertThat(running.err()).contains("holds no run");
  }

  private Path run(int favourite) throws Exception {
    return StoredRuns.begun(folder.resolve("run"), favourite);
  }
}
