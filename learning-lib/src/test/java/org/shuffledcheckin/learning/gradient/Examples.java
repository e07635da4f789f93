package org.shuffledcheckin.learning.gradient;

import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.shuffledcheckin.learning.data.Dataset;
import org.shuffledcheckin.learning.data.Shape;
import org.shuffledcheckin.learning.model.Activation;
import org.shuffledcheckin.learning.model.Extent;
import org.shuffledcheckin.learning.model.Layer;
import org.shuffledcheckin.learning.model.ModelSpec;
import org.shuffledcheckin.learning.model.Models;
import org.shuffledcheckin.learning.model.Padding;

/** Models of many forms, with parameters and records to try them on. */
final class Examples {
  static final Shape MNIST = new Shape(1, 28, 28);

  private Examples() {}

  /** The named models, and stacks whose sizes fit no vector. */
  static Stream<ModelSpec> models() {
    return Stream.concat(
        Models.NAMES.stream().map(name -> Models.named(name, MNIST, 10)), oddModels().stream());
  }

  static List<ModelSpec> oddModels() {
    Extent one = Extent.square(1);
    Extent two = Extent.square(2);
    return List.of(
        ModelSpec.of(
            new Shape(3, 11, 9),
            new Layer.Convolution(
                5, new Extent(3, 2), new Extent(2, 1), Padding.SAME, Activation.TANH),
            new Layer.Convolution(7, two, one, Padding.VALID, Activation.SIGMOID),
            new Layer.MaxPool(new Extent(2, 3), new Extent(1, 2)),
            new Layer.Dense(6, Activation.SIGMOID),
            new Layer.Dense(5, Activation.TANH),
            new Layer.Softmax(3)),
        ModelSpec.of(
            new Shape(2, 6, 7),
            new Layer.MaxPool(two, two),
            new Layer.Convolution(9, two, two, Padding.SAME, Activation.IDENTITY),
            new Layer.Softmax(4)),
        ModelSpec.of(
            new Shape(1, 5, 5),
            new Layer.Convolution(17, new Extent(1, 3), one, Padding.SAME, Activation.RELU),
            new Layer.Convolution(1, one, new Extent(3, 3), Padding.SAME, Activation.RELU),
            new Layer.Softmax(2)),
        ModelSpec.of(
            Shape.flat(13),
            new Layer.Dense(3, Activation.RELU),
            new Layer.Dense(11, Activation.IDENTITY),
            new Layer.Softmax(10)));
  }

  static float[] parameters(ModelSpec spec, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    float[] parameters = new float[spec.parameterCount()];
    for (int i = 0; i < parameters.length; i++) {
      parameters[i] = (float) (0.15 * random.nextGaussian());
    }
    return parameters;
  }

  static float[] record(Shape shape, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    float[] record = new float[shape.size()];
    for (int i = 0; i < record.length; i++) {
      record[i] = random.nextInt(3) == 0 ? 0 : (float) random.nextDouble();
    }
    return record;
  }

  static Dataset dataset(ModelSpec spec, int size, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    float[] inputs = new float[size * spec.inputSize()];
    int[] labels = new int[size];
    for (int i = 0; i < size; i++) {
      float[] record = record(spec.input(), random.nextLong());
      System.arraycopy(record, 0, inputs, i * record.length, record.length);
      labels[i] = random.nextInt(spec.classes());
    }
    return Dataset.ofFloats("random records", spec.input(), spec.classes(), inputs, labels);
  }
}
