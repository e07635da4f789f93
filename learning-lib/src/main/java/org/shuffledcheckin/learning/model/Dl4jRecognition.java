package org.shuffledcheckin.learning.model;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.deeplearning4j.nn.conf.CNN2DFormat;
import org.deeplearning4j.nn.conf.ConvolutionMode;
import org.deeplearning4j.nn.conf.InputPreProcessor;
import org.deeplearning4j.nn.conf.MultiLayerConfiguration;
import org.deeplearning4j.nn.conf.layers.BaseLayer;
import org.deeplearning4j.nn.conf.layers.ConvolutionLayer;
import org.deeplearning4j.nn.conf.layers.DenseLayer;
import org.deeplearning4j.nn.conf.layers.OutputLayer;
import org.deeplearning4j.nn.conf.layers.PoolingType;
import org.deeplearning4j.nn.conf.layers.SubsamplingLayer;
import org.deeplearning4j.nn.conf.preprocessor.CnnToFeedForwardPreProcessor;
import org.deeplearning4j.nn.conf.preprocessor.FeedForwardToCnnPreProcessor;
import org.nd4j.linalg.activations.IActivation;
import org.nd4j.linalg.activations.impl.ActivationIdentity;
import org.nd4j.linalg.activations.impl.ActivationReLU;
import org.nd4j.linalg.activations.impl.ActivationSigmoid;
import org.nd4j.linalg.activations.impl.ActivationSoftmax;
import org.nd4j.linalg.activations.impl.ActivationTanH;
import org.nd4j.linalg.lossfunctions.impl.LossMCXENT;
import org.nd4j.linalg.lossfunctions.impl.LossNegativeLogLikelihood;
import org.shuffledcheckin.learning.data.Shape;

/**
 * Recognises configurations that compiled kernels compute alike. In doubt it does not: then
 * Deeplearning4j computes the model itself, slower and never wrong.
 */
final class Dl4jRecognition {
  private static final List<Activation> ACTIVATIONS =
      List.of(Activation.IDENTITY, Activation.RELU, Activation.TANH, Activation.SIGMOID);
  private static final List<IActivation> DL4J_ACTIVATIONS =
      List.of(
          new ActivationIdentity(),
          new ActivationReLU(),
          new ActivationTanH(),
          new ActivationSigmoid());

  private Dl4jRecognition() {}

  static Optional<Network.Layers> recognise(MultiLayerConfiguration configuration, Shape input) {
    List<Layer> layers = new ArrayList<>();
    for (int i = 0; i < configuration.getConfs().size(); i++) {
      Optional<Layer> layer = recognise(configuration.getConf(i).getLayer());
      if (layer.isEmpty()) {
        return Optional.empty();
      }
      layers.add(layer.get());
    }
    try {
      Network.Layers network = new Network.Layers(layers);
      return preProcessorsAreUsual(configuration, network.shapes(input), layers)
          ? Optional.of(network)
          : Optional.empty();
    } catch (IllegalArgumentException e) {
      // Not a stack that ends in a softmax, or not on this input: Deeplearning4j will say.
      return Optional.empty();
    }
  }

  private static Optional<Layer> recognise(org.deeplearning4j.nn.conf.layers.Layer layer) {
    if (layer.getIDropout() != null) {
      return Optional.empty();
    }
    if (layer instanceof BaseLayer base && base.getWeightNoise() != null) {
      return Optional.empty();
    }
    if (layer.getClass() == ConvolutionLayer.class) {
      return convolution((ConvolutionLayer) layer);
    } else if (layer.getClass() == SubsamplingLayer.class) {
      return pool((SubsamplingLayer) layer);
    } else if (layer.getClass() == DenseLayer.class) {
      return dense((DenseLayer) layer);
    } else if (layer.getClass() == OutputLayer.class) {
      return softmax((OutputLayer) layer);
    }
    return Optional.empty();
  }

  private static Optional<Layer> convolution(ConvolutionLayer layer) {
    Optional<Activation> activation = activation(layer.getActivationFn());
    boolean same = layer.getConvolutionMode() == ConvolutionMode.Same;
    boolean truncate = layer.getConvolutionMode() == ConvolutionMode.Truncate;
    if (activation.isEmpty()
        || !layer.hasBias()
        || layer.getCnn2dDataFormat() != CNN2DFormat.NCHW
        || !allOnes(layer.getDilation())
        || !(same || (truncate && allZero(layer.getPadding())))) {
      return Optional.empty();
    }
    return Optional.of(
        new Layer.Convolution(
            Math.toIntExact(layer.getNOut()),
            extent(layer.getKernelSize()),
            extent(layer.getStride()),
            same ? Padding.SAME : Padding.VALID,
            activation.get()));
  }

  private static Optional<Layer> pool(SubsamplingLayer layer) {
    if (layer.getPoolingType() != PoolingType.MAX
        || layer.getConvolutionMode() != ConvolutionMode.Truncate
        || layer.getCnn2dDataFormat() != CNN2DFormat.NCHW
        || !allOnes(layer.getDilation())
        || !allZero(layer.getPadding())) {
      return Optional.empty();
    }
    return Optional.of(new Layer.MaxPool(extent(layer.getKernelSize()), extent(layer.getStride())));
  }

  private static Optional<Layer> dense(DenseLayer layer) {
    if (!layer.hasBias() || layer.hasLayerNorm()) {
      return Optional.empty();
    }
    return activation(layer.getActivationFn())
        .map(activation -> new Layer.Dense(Math.toIntExact(layer.getNOut()), activation));
  }

  private static Optional<Layer> softmax(OutputLayer layer) {
    boolean crossEntropy =
        layer.getLossFn().equals(new LossMCXENT())
            || layer.getLossFn().equals(new LossNegativeLogLikelihood());
    if (!crossEntropy
        || !layer.hasBias()
        || !layer.getActivationFn().equals(new ActivationSoftmax())) {
      return Optional.empty();
    }
    return Optional.of(new Layer.Softmax(Math.toIntExact(layer.getNOut())));
  }

  private static Optional<Activation> activation(IActivation function) {
    int index = DL4J_ACTIVATIONS.indexOf(function);
    return index < 0 ? Optional.empty() : Optional.of(ACTIVATIONS.get(index));
  }

  /** Whether images are only ever unfolded before the first layer and flattened before a dense. */
  private static boolean preProcessorsAreUsual(
      MultiLayerConfiguration configuration, List<Shape> shapes, List<Layer> layers) {
    for (Map.Entry<Integer, InputPreProcessor> entry :
        configuration.getInputPreProcessors().entrySet()) {
      Shape shape = shapes.get(entry.getKey());
      Layer layer = layers.get(entry.getKey());
      boolean flat = layer instanceof Layer.Dense || layer instanceof Layer.Softmax;
      if (!isUsual(entry.getValue(), entry.getKey(), shape, flat)) {
        return false;
      }
    }
    return true;
  }

  private static boolean isUsual(InputPreProcessor step, int index, Shape shape, boolean flat) {
    if (step.getClass() == FeedForwardToCnnPreProcessor.class) {
      FeedForwardToCnnPreProcessor unfold = (FeedForwardToCnnPreProcessor) step;
      return index == 0
          && !flat
          && shape.equals(
              new Shape(
                  Math.toIntExact(unfold.getNumChannels()),
                  Math.toIntExact(unfold.getInputHeight()),
                  Math.toIntExact(unfold.getInputWidth())));
    }
    return step.getClass() == CnnToFeedForwardPreProcessor.class
        && flat
        && ((CnnToFeedForwardPreProcessor) step).getFormat() == CNN2DFormat.NCHW;
  }

  private static Extent extent(int[] sides) {
    return new Extent(sides[0], sides[1]);
  }

  private static boolean allOnes(int[] values) {
    return Arrays.stream(values).allMatch(value -> value == 1);
  }

  private static boolean allZero(int[] values) {
    return Arrays.stream(values).allMatch(value -> value == 0);
  }
}
