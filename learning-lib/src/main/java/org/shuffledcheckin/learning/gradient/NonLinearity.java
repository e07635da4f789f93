package org.shuffledcheckin.learning.gradient;

import org.shuffledcheckin.learning.model.Activation;

/** Applies an activation and its derivative in place. */
final class NonLinearity {
  private NonLinearity() {}

  static void apply(Kernels kernels, Activation activation, float[] values, int length) {
    switch (activation) {
      case IDENTITY -> {}
      case RELU -> kernels.rectify(values, length);
      case TANH -> {
        for (int i = 0; i < length; i++) {
          values[i] = (float) Math.tanh(values[i]);
        }
      }
      case SIGMOID -> {
        for (int i = 0; i < length; i++) {
          values[i] = (float) (1 / (1 + Math.exp(-values[i])));
        }
      }
    }
  }

  /** Multiplies {@code gradient} by the derivative, which all of these have as f(output). */
  static void differentiate(
      Kernels kernels, Activation activation, float[] gradient, float[] output, int length) {
    switch (activation) {
      case IDENTITY -> {}
      case RELU -> kernels.maskByPositive(gradient, output, length);
      case TANH -> {
        for (int i = 0; i < length; i++) {
          gradient[i] *= 1 - output[i] * output[i];
        }
      }
      case SIGMOID -> {
        for (int i = 0; i < length; i++) {
          gradient[i] *= output[i] * (1 - output[i]);
        }
      }
    }
  }
}
