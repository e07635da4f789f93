package org.shuffledcheckin.learning.optimizer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class OptimizerTest {
  static List<Optimizer> all() {
    return List.of(
        new Optimizer.Sgd(), new Optimizer.Momentum(0.9), new Optimizer.Adam(0.9, 0.999, 1e-8));
  }

  private static float[] run(Optimizer optimizer, int steps, double rate) {
    float[] parameters = {3, -2};
    float[] state = new float[optimizer.stateLength(2)];
    for (int step = 1; step <= steps; step++) {
      // Gradient of (x-1)^2 + 4 (y-1)^2.
      double[] gradient = {2 * (parameters[0] - 1), 8 * (parameters[1] - 1)};
      optimizer.step(parameters, state, gradient, rate, step);
    }
    return parameters;
  }

  @ParameterizedTest
  @MethodSource("all")
  void step_quadratic_findsTheMinimum(Optimizer optimizer) {
    float[] end = run(optimizer, 4000, 0.01);
    assertThat(end[0]).isCloseTo(1f, within(1e-3f));
    assertThat(end[1]).isCloseTo(1f, within(1e-3f));
  }

  @Test
  void step_momentum_followsItsRecurrence() {
    float[] parameters = {0};
    float[] state = {0};
    Optimizer momentum = new Optimizer.Momentum(0.5);
    momentum.step(parameters, state, new double[] {1}, 0.25, 1);
    momentum.step(parameters, state, new double[] {1}, 0.25, 2);
    momentum.step(parameters, state, new double[] {0}, 0.25, 3);
    assertThat(state[0]).isEqualTo(0.75f);
    assertThat(parameters[0]).isEqualTo(-0.25f * (1 + 1.5f + 0.75f));
  }

  @Test
  void step_adamFirstStep_hasTheSizeOfTheRate() {
    float[] parameters = {0, 0};
    float[] state = new float[4];
    new Optimizer.Adam(0.9, 0.999, 1e-12)
        .step(parameters, state, new double[] {1e-3, -50}, 0.125, 1);
    assertThat(parameters[0]).isCloseTo(-0.125f, within(1e-6f));
    assertThat(parameters[1]).isCloseTo(0.125f, within(1e-6f));
  }

  @Test
  void learningRate_linearDecay_fallsInEqualStepsToTheLastRound() {
    LearningRate rate = new LearningRate(2, LearningRate.Schedule.LINEAR_DECAY, 4);
    assertThat(new double[] {rate.at(1), rate.at(2), rate.at(4), rate.at(5), rate.at(9)})
        .containsExactly(2, 1.5, 0.5, 0, 0);
  }

  @Test
  void constructors_outOfRange_areRefused() {
    assertThatThrownBy(() -> new Optimizer.Momentum(1)).hasMessageContaining("momentum");
    assertThatThrownBy(() -> new Optimizer.Momentum(Double.NaN))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> new Optimizer.Adam(0.9, -0.1, 1))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> new Optimizer.Adam(0.9, 0.9, 0))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> new LearningRate(0, LearningRate.Schedule.CONSTANT, 1))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
