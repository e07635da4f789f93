package org.shuffledcheckin.learning.gradient;

import java.util.Arrays;
import org.shuffledcheckin.learning.model.Layer;

/** The largest value of each window, channel by channel. */
final class MaxPoolLayer implements KernelLayer {
  private final Kernels kernels;
  private final Layer.MaxPool layer;
  private final Grid in;
  private final Grid out;
  private final int[] taps;
  private final float[] output;
  private final float[] outputGradient;

  MaxPoolLayer(Kernels kernels, Layer.MaxPool layer, Grid in, Grid out) {
    this.kernels = kernels;
    this.layer = layer;
    this.in = in;
    this.out = out;
    this.taps = new int[layer.kernel().area()];
    this.output = new float[out.size()];
    this.outputGradient = new float[out.size()];
  }

  @Override
  public void load(float[] parameters) {}

  @Override
  public float[] forward(float[] image) {
    for (int position = 0; position < out.positions(); position++) {
      placeTaps(position);
      kernels.maxOfTaps(image, taps, output, position * out.stride(), out.stride());
    }
    return output;
  }

  @Override
  public float[] outputGradient() {
    return outputGradient;
  }

  @Override
  public void backward(float[] image, float[] inGradient, float[] gradient) {
    if (inGradient == null) {
      return;
    }
    Arrays.fill(inGradient, 0, in.size(), 0f);
    for (int position = 0; position < out.positions(); position++) {
      placeTaps(position);
      int at = position * out.stride();
      kernels.routeToMax(image, taps, output, outputGradient, at, inGradient, out.stride());
    }
  }

  private void placeTaps(int position) {
    int top = position / out.width() * layer.stride().height();
    int left = position % out.width() * layer.stride().width();
    int t = 0;
    for (int row = 0; row < layer.kernel().height(); row++) {
      for (int column = 0; column < layer.kernel().width(); column++) {
        taps[t++] = ((top + row) * in.width() + left + column) * in.stride();
      }
    }
  }
}
