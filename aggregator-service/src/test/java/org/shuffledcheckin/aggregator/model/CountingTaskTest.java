package org.shuffledcheckin.aggregator.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import org.junit.jupiter.api.Test;
import org.shuffledcheckin.report.noise.InsecureSeededRandomness;
import org.shuffledcheckin.report.randomizer.GaussianSpec;
import org.shuffledcheckin.report.randomizer.KAryResponseSpec;
import org.shuffledcheckin.report.randomizer.LaplaceSpec;
import org.shuffledcheckin.report.randomizer.LocalRandomizer;
import org.shuffledcheckin.report.randomizer.RandomizerSpec;
import org.shuffledcheckin.report.randomizer.ReportAggregate;

class CountingTaskTest {
  private static final int REPORTS = 20_000;

  /** Sums reports of values that repeat 0, 1, 2, 3. */
  private static ReportAggregate sum(RandomizerSpec spec, int reports) {
    LocalRandomizer randomizer = spec.newRandomizer();
    InsecureSeededRandomness randomness = new InsecureSeededRandomness(20260101);
    ReportAggregate sum = spec.newAggregate();
    for (int i = 0; i < reports; i++) {
      assertThat(sum.add(randomizer.randomize(new float[] {i % 4}, randomness.openStream())))
          .isEmpty();
    }
    return sum;
  }

  private static JsonNode result(RandomizerSpec spec, int reports) throws Exception {
    CountingTask task = new CountingTask(spec);
    RoundTask.Progress progress = task.apply(task.initial(), sum(spec, reports), 1);
    assertThat(progress.model().version()).isEqualTo(1);
    assertThat(task.announced(progress.model())).isEmpty();
    return new ObjectMapper().readTree(progress.result());
  }

  // The seed is fixed, so these either always pass or never; a fresh seed would fail with
  // probability below 1e-6 (five standard errors, five numbers).
  @Test
  void apply_randomisedResponse_estimatesSharesWithinFiveErrors() throws Exception {
    JsonNode result = result(new KAryResponseSpec(4, 1.5), REPORTS);
    assertThat(result.get("reports").asLong()).isEqualTo(REPORTS);
    for (int i = 0; i < 4; i++) {
      double error = result.get("standard_errors").get(i).asDouble();
      assertThat(error).isBetween(0.001, 0.02);
      assertThat(Math.abs(result.get("estimates").get(i).asDouble() - 0.25)).isLessThan(5 * error);
    }
  }

  @Test
  void apply_laplace_estimatesTheMeanWithinFiveErrors() throws Exception {
    JsonNode result = result(new LaplaceSpec(0, 4, 1), REPORTS);
    double error = result.get("standard_errors").get(0).asDouble();
    assertThat(error).isBetween(0.01, 0.1);
    assertThat(Math.abs(result.get("estimates").get(0).asDouble() - 1.5)).isLessThan(5 * error);
  }

  @Test
  void apply_noReports_hasNoEstimate() throws Exception {
    JsonNode result = result(new LaplaceSpec(0, 4, 1), 0);
    assertThat(result.get("reports").asLong()).isZero();
    assertThat(result.has("estimates")).isFalse();
  }

  @Test
  void constructor_gradientRandomizer_isRefused() {
    assertThatThrownBy(() -> new CountingTask(GaussianSpec.withSuitableGrid(10, 1, 1)))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
