package org.shuffledcheckin.learning.model;

import static org.shuffledcheckin.accountant.Arguments.requireBetween;

import java.util.Objects;
import org.shuffledcheckin.learning.data.Shape;

/**
 * The layers that compiled kernels know. The parameters of a layer lie in Deeplearning4j's order: a
 * convolution's biases, then its weights by filter, channel, row, column; a dense layer's weights
 * by output, input, then its biases.
 */
public sealed interface Layer {
  /** The most filters, units or classes a layer may have. */
  int MAX_WIDTH = 1 << 16;

  /** Returns the shape this layer makes of {@code input}, or refuses it. */
  Shape output(Shape input);

  /** Returns how many weights this layer has on {@code input}, biases not counted. */
  long weights(Shape input);

  /** Returns how many biases this layer has. */
  int biases();

  /** Returns how many multiplications one forward pass over {@code input} takes. */
  long multiplications(Shape input);

  /**
   * A two-dimensional convolution followed by an activation.
   *
   * @param filters output channels
   */
  record Convolution(
      int filters, Extent kernel, Extent stride, Padding padding, Activation activation)
      implements Layer {
    /** Validates the number of filters. */
    public Convolution {
      requireBetween("filters", filters, 1, MAX_WIDTH);
      Objects.requireNonNull(kernel, "kernel");
      Objects.requireNonNull(stride, "stride");
      Objects.requireNonNull(padding, "padding");
      Objects.requireNonNull(activation, "activation");
    }

    @Override
    public Shape output(Shape input) {
      if (padding == Padding.VALID) {
        requireFits("convolution", kernel, input);
      }
      return new Shape(
          filters,
          padding.outputs(input.height(), kernel.height(), stride.height()),
          padding.outputs(input.width(), kernel.width(), stride.width()));
    }

    @Override
    public long weights(Shape input) {
      return (long) filters * input.channels() * kernel.area();
    }

    @Override
    public int biases() {
      return filters;
    }

    @Override
    public long multiplications(Shape input) {
      Shape output = output(input);
      return Math.multiplyExact(weights(input), (long) output.height() * output.width());
    }
  }

  /** The largest value of each window; the first in row order wins a tie. Never padded. */
  record MaxPool(Extent kernel, Extent stride) implements Layer {
    /** Validates that both are there. */
    public MaxPool {
      Objects.requireNonNull(kernel, "kernel");
      Objects.requireNonNull(stride, "stride");
    }

    @Override
    public Shape output(Shape input) {
      requireFits("max-pool", kernel, input);
      return new Shape(
          input.channels(),
          Padding.VALID.outputs(input.height(), kernel.height(), stride.height()),
          Padding.VALID.outputs(input.width(), kernel.width(), stride.width()));
    }

    @Override
    public long weights(Shape input) {
      return 0;
    }

    @Override
    public int biases() {
      return 0;
    }

    @Override
    public long multiplications(Shape input) {
      return (long) output(input).size() * kernel.area();
    }
  }

  /**
   * A fully connected layer followed by an activation.
   *
   * @param units outputs
   */
  record Dense(int units, Activation activation) implements Layer {
    /** Validates the number of units. */
    public Dense {
      requireBetween("units", units, 1, MAX_WIDTH);
      Objects.requireNonNull(activation, "activation");
    }

    @Override
    public Shape output(Shape input) {
      return Shape.flat(units);
    }

    @Override
    public long weights(Shape input) {
      return (long) units * input.size();
    }

    @Override
    public int biases() {
      return units;
    }

    @Override
    public long multiplications(Shape input) {
      return weights(input);
    }
  }

  /**
   * The last layer: fully connected, softmax, cross-entropy against the label.
   *
   * @param classes outputs
   */
  record Softmax(int classes) implements Layer {
    /** Validates the number of classes. */
    public Softmax {
      requireBetween("classes", classes, 2, MAX_WIDTH);
    }

    @Override
    public Shape output(Shape input) {
      return Shape.flat(classes);
    }

    @Override
    public long weights(Shape input) {
      return (long) classes * input.size();
    }

    @Override
    public int biases() {
      return classes;
    }

    @Override
    public long multiplications(Shape input) {
      return weights(input);
    }
  }

  private static void requireFits(String name, Extent kernel, Shape input) {
    if (kernel.height() > input.height() || kernel.width() > input.width()) {
      throw new IllegalArgumentException(
          "%s window must fit its input of %s, got %dx%d"
              .formatted(name, input, kernel.height(), kernel.width()));
    }
  }
}
