package org.shuffledcheckin.learning.model;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.shuffledcheckin.learning.data.Shape;

/** The trainable part of a model: layers the compiler knows, or a Deeplearning4j configuration. */
public sealed interface Network {
  /** Returns how many classes the network tells apart. */
  int classes();

  /** Returns how many parameters the network has on {@code input}, or refuses it. */
  int parameterCount(Shape input);

  /**
   * A stack of known layers that ends in a softmax.
   *
   * @param layers from the input to the output
   */
  record Layers(List<Layer> layers) implements Network {
    /** The most layers of a stack. */
    public static final int MAX_LAYERS = 64;

    /** Validates that exactly the last layer is a softmax. */
    public Layers {
      layers = List.copyOf(layers);
      if (layers.isEmpty() || layers.size() > MAX_LAYERS) {
        throw new IllegalArgumentException(
            "layers must number in [1, %d], got %d".formatted(MAX_LAYERS, layers.size()));
      }
      for (int i = 0; i < layers.size(); i++) {
        boolean last = i == layers.size() - 1;
        if (last != (layers.get(i) instanceof Layer.Softmax)) {
          throw new IllegalArgumentException(
              "the last layer and only it must be a softmax, got %s as layer %d of %d"
                  .formatted(layers.get(i), i + 1, layers.size()));
        }
      }
    }

    @Override
    public int classes() {
      return layers.get(layers.size() - 1).biases();
    }

    @Override
    public int parameterCount(Shape input) {
      long parameters = 0;
      long multiplications = 0;
      Shape shape = input;
      for (Layer layer : layers) {
        parameters += layer.weights(shape) + layer.biases();
        requireAtMost("parameters", parameters, ModelSpec.MAX_PARAMETERS);
        multiplications += layer.multiplications(shape);
        requireAtMost(
            "multiplications per example", multiplications, ModelSpec.MAX_MULTIPLICATIONS);
        shape = layer.output(shape);
      }
      return (int) parameters;
    }

    /** Returns the shape that enters each layer, and last the output. */
    public List<Shape> shapes(Shape input) {
      List<Shape> shapes = new ArrayList<>();
      shapes.add(input);
      for (Layer layer : layers) {
        shapes.add(layer.output(shapes.get(shapes.size() - 1)));
      }
      return List.copyOf(shapes);
    }
  }

  /**
   * A Deeplearning4j configuration with parts the compiler does not know. What it declares is
   * checked when Deeplearning4j builds it, not before.
   *
   * @param configuration the {@code MultiLayerConfiguration} as JSON
   * @param classes declared outputs of the last layer
   * @param parameters declared number of parameters
   */
  record Foreign(String configuration, int classes, int parameters) implements Network {
    /** Validates what is declared. */
    public Foreign {
      Objects.requireNonNull(configuration, "configuration");
      requireAtMost("length of a configuration", configuration.length(), ModelSpec.MAX_TEXT);
      if (classes < 2 || classes > Layer.MAX_WIDTH) {
        throw new IllegalArgumentException(
            "classes must be in [2, %d], got %d".formatted(Layer.MAX_WIDTH, classes));
      }
      if (parameters < 1) {
        throw new IllegalArgumentException("parameters must be at least 1, got " + parameters);
      }
      requireAtMost("parameters", parameters, ModelSpec.MAX_PARAMETERS);
    }

    @Override
    public int parameterCount(Shape input) {
      return parameters;
    }
  }

  private static void requireAtMost(String name, long value, long bound) {
    if (value > bound) {
      throw new IllegalArgumentException(
          "%s must be at most %d, got %d".formatted(name, bound, value));
    }
  }
}
