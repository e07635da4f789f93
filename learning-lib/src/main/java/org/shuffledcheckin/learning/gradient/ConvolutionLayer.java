package org.shuffledcheckin.learning.gradient;

import java.util.Arrays;
import org.shuffledcheckin.learning.model.Activation;
import org.shuffledcheckin.learning.model.Layer;
import org.shuffledcheckin.learning.model.ParameterLayout;

/**
 * A convolution as a matrix product: each output position multiplies the window it sees, by kernel
 * row, kernel column, channel.
 */
final class ConvolutionLayer implements KernelLayer {
  private final Kernels kernels;
  private final Layer.Convolution layer;
  private final ParameterLayout.Block block;
  private final Windows windows;
  private final Grid out;
  private final int channels;
  private final int inner;
  private final float[] strips;
  private final float[] patchGradient;
  private final float[] weightsByInput;
  private final float[] weightsByFilter;
  private final int[] filtersAt;
  private final float[] filterGradient;
  private final float[] biases;
  private final float[] output;
  private final float[] outputGradient;
  private final SparseRow active;
  private final int[] order;

  ConvolutionLayer(
      Kernels kernels, Layer.Convolution layer, ParameterLayout.Block block, Grid in, Grid out) {
    this.kernels = kernels;
    this.layer = layer;
    this.block = block;
    this.out = out;
    this.channels = in.channels();
    this.windows = new Windows(layer, in, out);
    this.inner = Grid.roundUp(windows.patchSize(), kernels.panel());
    this.strips = windows.newStrips(inner - windows.patchSize());
    this.patchGradient = new float[inner];
    this.weightsByInput = new float[inner * out.stride()];
    this.weightsByFilter = new float[inner * layer.filters()];
    this.filtersAt = SparseRow.places(0, layer.filters(), inner);
    this.filterGradient = new float[inner];
    this.biases = new float[out.stride()];
    this.output = new float[out.size()];
    this.outputGradient = new float[out.size()];
    this.active = new SparseRow(Math.max(out.positions(), layer.filters()));
    this.order = parameterOrder();
  }

  @Override
  public void load(float[] parameters) {
    System.arraycopy(parameters, block.biasesAt(), biases, 0, layer.filters());
    for (int filter = 0; filter < layer.filters(); filter++) {
      int at = block.weightsAt() + filter * order.length;
      for (int i = 0; i < order.length; i++) {
        weightsByInput[kernels.packedIndex(order[i], filter, inner)] = parameters[at + i];
        weightsByFilter[filter * inner + order[i]] = parameters[at + i];
      }
    }
  }

  @Override
  public float[] forward(float[] in) {
    windows.gather(kernels, in, strips);
    kernels.multiply(
        strips,
        windows.places(),
        out.positions(),
        inner,
        weightsByInput,
        out.stride(),
        biases,
        output);
    NonLinearity.apply(kernels, layer.activation(), output, output.length);
    clearPadding();
    return output;
  }

  /** A sigmoid of the padding is not 0; what follows relies on it being 0. */
  private void clearPadding() {
    if (out.stride() == out.channels() || layer.activation() != Activation.SIGMOID) {
      return;
    }
    for (int at = 0; at < output.length; at += out.stride()) {
      Arrays.fill(output, at + out.channels(), at + out.stride(), 0f);
    }
  }

  @Override
  public float[] outputGradient() {
    return outputGradient;
  }

  @Override
  public void backward(float[] in, float[] inGradient, float[] gradient) {
    NonLinearity.differentiate(kernels, layer.activation(), outputGradient, output, output.length);
    boolean direct = windows.channelStride() == 1 && inner == windows.patchSize();
    for (int filter = 0; filter < layer.filters(); filter++) {
      active.collect(outputGradient, filter, out.stride(), windows.places());
      gradient[block.biasesAt() + filter] = active.sum();
      int at = block.weightsAt() + filter * order.length;
      if (direct) {
        active.combine(kernels, strips, gradient, at, inner);
      } else {
        active.combine(kernels, strips, filterGradient, 0, inner);
        for (int i = 0; i < order.length; i++) {
          gradient[at + i] = filterGradient[order[i]];
        }
      }
    }
    if (inGradient != null) {
      backwardToInput(inGradient);
    }
  }

  /** Returns, for each weight of a filter in the order of the parameters, its place in a window. */
  private int[] parameterOrder() {
    int area = layer.kernel().area();
    int[] order = new int[channels * area];
    for (int i = 0; i < order.length; i++) {
      order[i] = i % area * windows.channelStride() + i / area;
    }
    return order;
  }

  private void backwardToInput(float[] inGradient) {
    windows.clear(inGradient);
    for (int position = 0; position < out.positions(); position++) {
      active.collect(outputGradient, position * out.stride(), 1, filtersAt);
      active.combine(kernels, weightsByFilter, patchGradient, 0, inner);
      windows.scatter(kernels, patchGradient, position);
    }
    windows.copyGradient(inGradient);
  }
}
