package org.shuffledcheckin.learning.model;

import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import org.shuffledcheckin.learning.data.Shape;

/** The models that can be asked for by name, and the parameters training starts from. */
public final class Models {
  /** The names {@link #named} knows. */
  public static final List<String> NAMES = List.of("cnn", "softmax", "mlp", "features");

  private static final int MLP_UNITS = 32;

  private Models() {}

  /**
   * Returns the model called {@code name} for records of a shape.
   *
   * @param name one of {@link #NAMES}
   * @param input shape of a record
   * @param classes how many classes the labels name
   */
  public static ModelSpec named(String name, Shape input, int classes) {
    return switch (name) {
      case "cnn" -> cnn(input, classes);
      case "softmax" -> ModelSpec.of(input, new Layer.Softmax(classes));
      case "mlp" ->
          ModelSpec.of(
              input, new Layer.Dense(MLP_UNITS, Activation.RELU), new Layer.Softmax(classes));
      case "features" ->
          new ModelSpec(
              input,
              Optional.of(FeatureMap.ORIENTED_GRADIENTS_1),
              new Network.Layers(List.of(new Layer.Softmax(classes))));
      default ->
          throw new IllegalArgumentException(
              "model must be one of %s, got %s".formatted(NAMES, ModelText.shortened(name)));
    };
  }

  /** The paper's network: 26,010 parameters on a 28x28 image of ten classes. */
  private static ModelSpec cnn(Shape input, int classes) {
    Extent two = Extent.square(2);
    Extent one = Extent.square(1);
    return ModelSpec.of(
        input,
        new Layer.Convolution(16, Extent.square(8), two, Padding.SAME, Activation.RELU),
        new Layer.MaxPool(two, one),
        new Layer.Convolution(32, Extent.square(4), two, Padding.VALID, Activation.RELU),
        new Layer.MaxPool(two, one),
        new Layer.Dense(32, Activation.RELU),
        new Layer.Softmax(classes));
  }

  /**
   * Returns the parameters training starts from, the same for the same seed: zeros for a linear
   * model, whose loss is convex; otherwise zero biases and Gaussian weights of variance 2 / (inputs
   * + outputs) per layer (Glorot and Bengio 2010). Public values, hence no cryptographic
   * randomness.
   */
  public static float[] initialParameters(ModelSpec spec, long seed) {
    if (!(spec.network() instanceof Network.Layers network)) {
      throw new IllegalArgumentException(
          "a model with layers only Deeplearning4j knows must be initialised by it");
    }
    float[] parameters = new float[spec.parameterCount()];
    if (network.layers().size() == 1) {
      return parameters;
    }
    SplittableRandom random = new SplittableRandom(seed);
    List<Shape> shapes = network.shapes(spec.networkInput());
    ParameterLayout layout = ParameterLayout.of(network, spec.networkInput());
    for (int i = 0; i < network.layers().size(); i++) {
      double deviation = deviation(network.layers().get(i), shapes.get(i));
      ParameterLayout.Block block = layout.block(i);
      for (int j = 0; j < block.weights(); j++) {
        parameters[block.weightsAt() + j] = (float) (deviation * random.nextGaussian());
      }
    }
    return parameters;
  }

  private static double deviation(Layer layer, Shape input) {
    double fanIn = input.size();
    double fanOut = layer.biases();
    if (layer instanceof Layer.Convolution convolution) {
      fanIn = (double) input.channels() * convolution.kernel().area();
      fanOut = (double) convolution.filters() * convolution.kernel().area();
    }
    return Math.sqrt(2 / (fanIn + fanOut));
  }
}
