package org.shuffledcheckin.learning.gradient;

import java.util.Arrays;
import org.shuffledcheckin.learning.model.Extent;
import org.shuffledcheckin.learning.model.Layer;
import org.shuffledcheckin.learning.model.Padding;

/**
 * Moves between an image and the windows of a convolution over it. Where the convolution pads, both
 * the image and its gradient go through a copy with the zeros around it.
 */
final class Windows {
  private final Extent kernel;
  private final Extent stride;
  private final Grid in;
  private final Grid out;
  private final Grid frame;
  private final int top;
  private final int left;
  private final boolean framed;
  private final float[] framedImage;
  private final float[] framedGradient;
  private float[] gradientTarget;

  Windows(Layer.Convolution layer, Grid in, Grid out) {
    this.kernel = layer.kernel();
    this.stride = layer.stride();
    this.in = in;
    this.out = out;
    Padding padding = layer.padding();
    this.top = padding.before(in.height(), kernel.height(), stride.height());
    this.left = padding.before(in.width(), kernel.width(), stride.width());
    int height = Math.max(top + in.height(), (out.height() - 1) * stride.height() + kernel.height());
    int width = Math.max(left + in.width(), (out.width() - 1) * stride.width() + kernel.width());
    this.frame = new Grid(height, width, in.channels(), in.stride());
    this.framed = height != in.height() || width != in.width();
    this.framedImage = new float[framed ? frame.size() : 0];
    this.framedGradient = new float[framed ? frame.size() : 0];
    this.gradientTarget = framedGradient;
  }

  int channelStride() {
    return in.stride();
  }

  int patchSize() {
    return kernel.area() * in.stride();
  }

  /** Writes the window of each output position as a row of {@code pitch} numbers. */
  void gather(float[] image, float[] patches, int pitch) {
    float[] source = image;
    if (framed) {
      intoFrame(image);
      source = framedImage;
    }
    int run = kernel.width() * in.stride();
    for (int position = 0; position < out.positions(); position++) {
      int from = corner(position);
      int to = position * pitch;
      for (int row = 0; row < kernel.height(); row++) {
        copy(source, from, patches, to, run);
        from += frame.width() * in.stride();
        to += run;
      }
    }
  }

  /** Clears where {@link #scatter} adds to. */
  void clear(float[] inGradient) {
    gradientTarget = framed ? framedGradient : inGradient;
    Arrays.fill(gradientTarget, 0f);
  }

  /** Adds the gradient of one window to that of the image. */
  void scatter(Kernels kernels, float[] patchGradient, int position) {
    int run = kernel.width() * in.stride();
    int to = corner(position);
    int from = 0;
    for (int row = 0; row < kernel.height(); row++) {
      kernels.add(gradientTarget, to, patchGradient, from, run);
      to += frame.width() * in.stride();
      from += run;
    }
  }

  /** Completes the gradient of the image. */
  void copyGradient(float[] inGradient) {
    if (!framed) {
      return;
    }
    int run = in.width() * in.stride();
    for (int row = 0; row < in.height(); row++) {
      System.arraycopy(framedGradient, frameRow(row), inGradient, row * run, run);
    }
  }

  private void intoFrame(float[] image) {
    int run = in.width() * in.stride();
    for (int row = 0; row < in.height(); row++) {
      System.arraycopy(image, row * run, framedImage, frameRow(row), run);
    }
  }

  private int frameRow(int row) {
    return ((top + row) * frame.width() + left) * in.stride();
  }

  private int corner(int position) {
    int row = position / out.width() * stride.height();
    int column = position % out.width() * stride.width();
    return (row * frame.width() + column) * in.stride();
  }

  /** Short runs are common here, and a loop beats the call for them. */
  private static void copy(float[] source, int from, float[] target, int to, int length) {
    if (length >= 32) {
      System.arraycopy(source, from, target, to, length);
      return;
    }
    for (int i = 0; i < length; i++) {
      target[to + i] = source[from + i];
    }
  }
}
