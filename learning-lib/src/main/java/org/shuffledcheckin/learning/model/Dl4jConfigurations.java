package org.shuffledcheckin.learning.model;

import java.util.Optional;
import org.deeplearning4j.nn.conf.ConvolutionMode;
import org.deeplearning4j.nn.conf.MultiLayerConfiguration;
import org.deeplearning4j.nn.conf.NeuralNetConfiguration;
import org.deeplearning4j.nn.conf.inputs.InputType;
import org.deeplearning4j.nn.conf.layers.ConvolutionLayer;
import org.deeplearning4j.nn.conf.layers.DenseLayer;
import org.deeplearning4j.nn.conf.layers.OutputLayer;
import org.deeplearning4j.nn.conf.layers.SubsamplingLayer;
import org.deeplearning4j.nn.multilayer.MultiLayerNetwork;
import org.deeplearning4j.nn.weights.WeightInit;
import org.nd4j.linalg.learning.config.Sgd;
import org.nd4j.linalg.lossfunctions.LossFunctions;
import org.shuffledcheckin.learning.data.Shape;

/**
 * Converts between models and Deeplearning4j configurations. Features stay outside: Deeplearning4j
 * sees them as the input.
 */
public final class Dl4jConfigurations {
  private Dl4jConfigurations() {}

  /** Returns the configuration of the network of {@code spec}, features left out. */
  public static MultiLayerConfiguration configuration(ModelSpec spec) {
    Dl4jRuntime.prepare();
    if (spec.network() instanceof Network.Foreign foreign) {
      return Dl4jJson.read(foreign.configuration());
    }
    NeuralNetConfiguration.ListBuilder list =
        new NeuralNetConfiguration.Builder()
            .seed(0)
            .weightInit(WeightInit.XAVIER)
            .updater(new Sgd(1))
            .list();
    for (Layer layer : ((Network.Layers) spec.network()).layers()) {
      list.layer(toDl4j(layer));
    }
    Shape input = spec.networkInput();
    return list.setInputType(
            input.isFlat()
                ? InputType.feedForward(input.size())
                : InputType.convolutionalFlat(input.height(), input.width(), input.channels()))
        .build();
  }

  /**
   * Returns the model of a {@code MultiLayerConfiguration} in JSON: compiled where every part is
   * known, otherwise one that only Deeplearning4j can compute.
   *
   * @param json the configuration
   * @param input shape of a record
   * @param features the fixed function before the network, if there is one
   */
  public static ModelSpec fromJson(String json, Shape input, Optional<FeatureMap> features) {
    Dl4jRuntime.prepare();
    MultiLayerConfiguration configuration = Dl4jJson.read(json);
    Shape inner = features.map(map -> map.output(input)).orElse(input);
    Optional<Network.Layers> known = Dl4jRecognition.recognise(configuration, inner);
    Network network = known.isPresent() ? known.get() : foreign(json, configuration);
    ModelSpec spec = new ModelSpec(input, features, network);
    Dl4jModels.requireFits(spec, Dl4jModels.build(configuration));
    return spec;
  }

  private static Network foreign(String json, MultiLayerConfiguration configuration) {
    MultiLayerNetwork network = Dl4jModels.build(configuration);
    int last = configuration.getConfs().size() - 1;
    if (!(configuration.getConf(last).getLayer()
        instanceof org.deeplearning4j.nn.conf.layers.BaseOutputLayer output)) {
      throw new IllegalArgumentException(
          "the last layer of a configuration must be an output layer, got "
              + configuration.getConf(last).getLayer().getClass().getSimpleName());
    }
    return new Network.Foreign(
        json, Math.toIntExact(output.getNOut()), Math.toIntExact(network.numParams()));
  }

  private static org.deeplearning4j.nn.conf.layers.Layer toDl4j(Layer layer) {
    if (layer instanceof Layer.Convolution convolution) {
      return new ConvolutionLayer.Builder(sides(convolution.kernel()), sides(convolution.stride()))
          .nOut(convolution.filters())
          .convolutionMode(
              convolution.padding() == Padding.SAME
                  ? ConvolutionMode.Same
                  : ConvolutionMode.Truncate)
          .activation(toDl4j(convolution.activation()))
          .build();
    } else if (layer instanceof Layer.MaxPool pool) {
      return new SubsamplingLayer.Builder(
              SubsamplingLayer.PoolingType.MAX, sides(pool.kernel()), sides(pool.stride()))
          .convolutionMode(ConvolutionMode.Truncate)
          .build();
    } else if (layer instanceof Layer.Dense dense) {
      return new DenseLayer.Builder()
          .nOut(dense.units())
          .activation(toDl4j(dense.activation()))
          .build();
    }
    return new OutputLayer.Builder(LossFunctions.LossFunction.MCXENT)
        .nOut(layer.biases())
        .activation(org.nd4j.linalg.activations.Activation.SOFTMAX)
        .build();
  }

  private static org.nd4j.linalg.activations.Activation toDl4j(Activation activation) {
    return switch (activation) {
      case IDENTITY -> org.nd4j.linalg.activations.Activation.IDENTITY;
      case RELU -> org.nd4j.linalg.activations.Activation.RELU;
      case TANH -> org.nd4j.linalg.activations.Activation.TANH;
      case SIGMOID -> org.nd4j.linalg.activations.Activation.SIGMOID;
    };
  }

  private static int[] sides(Extent extent) {
    return new int[] {extent.height(), extent.width()};
  }
}
