package org.shuffledcheckin.aggregator.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.shuffledcheckin.aggregator.store.Estimate;
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

  private static Estimate result(RandomizerSpec spec, int reports) {
    CountingTask task = new CountingTask(spec);
    RoundTask.Progress progress = task.apply(task.initial(), sum(spec, reports), 1);
    assertThat(progress.model().version()).isEqualTo(1);
    assertThat(task.announced(progress.model())).isEmpty();
    return progress.estimate().orElseThrow();
  }

  // The seed is fixed, so these either always pass or never; a fresh seed would fail with
  // probability below 1e-6 (five standard errors, five numbers).
  @Test
  void apply_randomisedResponse_estimatesSharesWithinFiveErrors() {
    Estimate result = result(new KAryResponseSpec(4, 1.5), REPORTS);
    assertThat(result.reports()).isEqualTo(REPORTS);
    for (int i = 0; i < 4; i++) {
      double error = result.values().get(i).standardError();
      assertThat(error).isBetween(0.001, 0.02);
      assertThat(Math.abs(result.values().get(i).estimate() - 0.25)).isLessThan(5 * error);
    }
  }

  @Test
  void apply_laplace_estimatesTheMeanWithinFiveErrors() {
    Estimate result = result(new LaplaceSpec(0, 4, 1), REPORTS);
    double error = result.values().get(0).standardError();
    assertThat(error).isBetween(0.01, 0.1);
    assertThat(Math.abs(result.values().get(0).estimate() - 1.5)).isLessThan(5 * error);
  }

  @Test
  void apply_noReports_hasNoEstimate() {
    Estimate result = result(new LaplaceSpec(0, 4, 1), 0);
    assertThat(result.reports()).isZero();
    assertThat(result.values()).isEmpty();
  }

  @Test
  void constructor_gradientRandomizer_isRefused() {
    assertThatThrownBy(() -> new CountingTask(GaussianSpec.withSuitableGrid(10, 1, 1)))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
