package org.shuffledcheckin.learning.model;

import static org.shuffledcheckin.accountant.Arguments.requireBetween;

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
      requireBetween("number of layers", layers.size(), 1, MAX_LAYERS);
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
        requireBetween("parameters", parameters, 0, ModelSpec.MAX_PARAMETERS);
        multiplications += layer.multiplications(shape);
        requireBetween(
            "multiplications per example", multiplications, 0, ModelSpec.MAX_MULTIPLICATIONS);
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
      requireBetween("length of a configuration", configuration.length(), 0, ModelSpec.MAX_TEXT);
      requireBetween("classes", classes, 2, Layer.MAX_WIDTH);
      requireBetween("parameters", parameters, 1, ModelSpec.MAX_PARAMETERS);
    }

    @Override
    public int parameterCount(Shape input) {
      return parameters;
    }
  }
}
