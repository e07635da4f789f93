package org.shuffledcheckin.learning.gradient;

import java.util.List;
import org.shuffledcheckin.learning.data.Shape;
import org.shuffledcheckin.learning.model.Activation;
import org.shuffledcheckin.learning.model.Layer;
import org.shuffledcheckin.learning.model.ModelSpec;
import org.shuffledcheckin.learning.model.Network;
import org.shuffledcheckin.learning.model.ParameterLayout;

/** The loss in double precision, written as the definitions read; slow and without tricks. */
final class ReferenceNetwork {
  private final Network.Layers network;
  private final Shape input;

  ReferenceNetwork(ModelSpec spec) {
    this.network = (Network.Layers) spec.network();
    this.input = spec.networkInput();
  }

  double loss(double[] parameters, double[] record, int label) {
    ParameterLayout layout = ParameterLayout.of(network, input);
    List<Shape> shapes = network.shapes(input);
    double[] values = record;
    for (int i = 0; i < network.layers().size(); i++) {
      Layer layer = network.layers().get(i);
      ParameterLayout.Block block = layout.block(i);
      Shape in = shapes.get(i);
      Shape out = shapes.get(i + 1);
      if (layer instanceof Layer.Convolution convolution) {
        values = convolve(convolution, block, parameters, values, in, out);
      } else if (layer instanceof Layer.MaxPool pool) {
        values = pool(pool, values, in, out);
      } else {
        Activation activation =
            layer instanceof Layer.Dense dense ? dense.activation() : Activation.IDENTITY;
        values = dense(block, parameters, values, activation);
      }
    }
    return crossEntropy(values, label);
  }

  /** The derivative along one parameter by central differences. */
  double derivative(float[] parameters, float[] record, int label, int index) {
    double[] at = widen(parameters);
    double[] in = widen(record);
    double step = 1e-6;
    at[index] += step;
    double above = loss(at, in, label);
    at[index] -= 2 * step;
    double below = loss(at, in, label);
    return (above - below) / (2 * step);
  }

  static double[] widen(float[] values) {
    double[] wide = new double[values.length];
    for (int i = 0; i < values.length; i++) {
      wide[i] = values[i];
    }
    return wide;
  }

  private static double[] convolve(
      Layer.Convolution layer,
      ParameterLayout.Block block,
      double[] parameters,
      double[] in,
      Shape from,
      Shape to) {
    int top =
        layer.padding().before(from.height(), layer.kernel().height(), layer.stride().height());
    int left = layer.padding().before(from.width(), layer.kernel().width(), layer.stride().width());
    double[] out = new double[to.size()];
    for (int o = 0; o < out.length; o++) {
      int filter = o / (to.height() * to.width());
      int y = o / to.width() % to.height() * layer.stride().height() - top;
      int x = o % to.width() * layer.stride().width() - left;
      double sum = parameters[block.biasesAt() + filter];
      int w = block.weightsAt() + filter * from.channels() * layer.kernel().area();
      for (int c = 0; c < from.channels(); c++) {
        for (int ky = 0; ky < layer.kernel().height(); ky++) {
          for (int kx = 0; kx < layer.kernel().width(); kx++, w++) {
            boolean inside =
                y + ky >= 0 && y + ky < from.height() && x + kx >= 0 && x + kx < from.width();
            if (inside) {
              sum += parameters[w] * in[(c * from.height() + y + ky) * from.width() + x + kx];
            }
          }
        }
      }
      out[o] = activate(layer.activation(), sum);
    }
    return out;
  }

  private static double[] pool(Layer.MaxPool layer, double[] in, Shape from, Shape to) {
    double[] out = new double[to.size()];
    for (int o = 0; o < out.length; o++) {
      int channel = o / (to.height() * to.width());
      int y = o / to.width() % to.height() * layer.stride().height();
      int x = o % to.width() * layer.stride().width();
      double max = Double.NEGATIVE_INFINITY;
      for (int ky = 0; ky < layer.kernel().height(); ky++) {
        for (int kx = 0; kx < layer.kernel().width(); kx++) {
          max = Math.max(max, in[(channel * from.height() + y + ky) * from.width() + x + kx]);
        }
      }
      out[o] = max;
    }
    return out;
  }

  private static double[] dense(
      ParameterLayout.Block block, double[] parameters, double[] in, Activation activation) {
    double[] out = new double[block.biases()];
    for (int o = 0; o < out.length; o++) {
      double sum = parameters[block.biasesAt() + o];
      for (int i = 0; i < in.length; i++) {
        sum += parameters[block.weightsAt() + o * in.length + i] * in[i];
      }
      out[o] = activate(activation, sum);
    }
    return out;
  }

  private static double activate(Activation activation, double value) {
    return switch (activation) {
      case IDENTITY -> value;
      case RELU -> Math.max(value, 0);
      case TANH -> Math.tanh(value);
      case SIGMOID -> 1 / (1 + Math.exp(-value));
    };
  }

  private static double crossEntropy(double[] scores, int label) {
    double max = Double.NEGATIVE_INFINITY;
    for (double score : scores) {
      max = Math.max(max, score);
    }
    double sum = 0;
    for (double score : scores) {
      sum += Math.exp(score - max);
    }
    return Math.log(sum) + max - scores[label];
  }
}
