package org.shuffledcheckin.cli.option;

import java.util.OptionalDouble;
import org.shuffledcheckin.accountant.Arguments;
import picocli.CommandLine.Option;

/** How gradients are clipped and how far a step goes. */
public final class TrainingOptions {
  @Option(
      names = "--clip",
      paramLabel = "C",
      description = "Largest norm of a gradient; larger ones are scaled down to it.")
  private Double clip;

  @Option(names = "--learning-rate", paramLabel = "RATE", description = "Length of a step.")
  private Double learningRate;

  /** The clipping size, if one was given. */
  public OptionalDouble clip() {
    return positive("--clip", clip);
  }

  /** The learning rate, if one was given. */
  public OptionalDouble learningRate() {
    return positive("--learning-rate", learningRate);
  }

  private static OptionalDouble positive(String flag, Double value) {
    return value == null
        ? OptionalDouble.empty()
        : OptionalDouble.of(Arguments.requirePositive(flag, value));
  }
}
