package org.shuffledcheckin.learning.gradient;

import java.util.Arrays;
import org.shuffledcheckin.learning.model.Layer;

/** The largest value of each window, channel by channel. */
final class MaxPoolLayer implements KernelLayer {
  private final Kernels kernels;
  private final Grid in;
  private final int window;
  private final int[] taps;
  private final float[] output;
  private final float[] outputGradient;

  MaxPoolLayer(Kernels kernels, Layer.MaxPool layer, Grid in, Grid out) {
    this.kernels = kernels;
    this.in = in;
    this.window = layer.kernel().area();
    this.taps = taps(layer, in, out);
    this.output = new float[out.size()];
    this.outputGradient = new float[out.size()];
  }

  private static int[] taps(Layer.MaxPool layer, Grid in, Grid out) {
    int[] taps = new int[out.positions() * layer.kernel().area()];
    int t = 0;
    for (int position = 0; position < out.positions(); position++) {
      int top = position / out.width() * layer.stride().height();
      int left = position % out.width() * layer.stride().width();
      for (int row = 0; row < layer.kernel().height(); row++) {
        for (int column = 0; column < layer.kernel().width(); column++) {
          taps[t++] = ((top + row) * in.width() + left + column) * in.stride();
        }
      }
    }
    return taps;
  }

  @Override
  public float[] forward(float[] image) {
    kernels.maxPool(image, taps, window, output, in.stride());
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
    kernels.routeToMax(image, taps, window, output, outputGradient, inGradient, in.stride());
  }
}
