package org.shuffledcheckin.learning.gradient;

import java.util.Arrays;
import org.shuffledcheckin.learning.model.Extent;
import org.shuffledcheckin.learning.model.Layer;
import org.shuffledcheckin.learning.model.Padding;

/**
 * Moves between an image and the windows of a convolution over it. The image is copied to strips,
 * one per column of the output and as wide as the kernel, so that every window is one stretch of a
 * strip and windows of one column share their rows. Where the convolution pads, both the image and
 * its gradient go through a copy with the zeros around it.
 */
final class Windows {
  private final Extent kernel;
  private final Grid in;
  private final Grid frame;
  private final int top;
  private final int left;
  private final int[] corners;
  private final int[] columns;
  private final int[] places;
  private final boolean framed;
  private final float[] framedImage;
  private final float[] framedGradient;
  private float[] gradientTarget;

  Windows(Layer.Convolution layer, Grid in, Grid out) {
    this.kernel = layer.kernel();
    Extent stride = layer.stride();
    this.in = in;
    Padding padding = layer.padding();
    this.top = padding.before(in.height(), kernel.height(), stride.height());
    this.left = padding.before(in.width(), kernel.width(), stride.width());
    int height =
        Math.max(top + in.height(), (out.height() - 1) * stride.height() + kernel.height());
    int width = Math.max(left + in.width(), (out.width() - 1) * stride.width() + kernel.width());
    this.frame = new Grid(height, width, in.channels(), in.stride());
    this.corners = corners(stride, frame, out);
    this.columns = Arrays.copyOf(corners, out.width());
    this.places = places(stride, out);
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

  /** Returns where in the strips the window of each output position begins. */
  int[] places() {
    return places;
  }

  /** Returns memory for the strips, with room to read {@code beyond} numbers more than a window. */
  float[] newStrips(int beyond) {
    return new float[columns.length * frame.height() * run() + beyond];
  }

  /** Copies the image to strips. */
  void gather(Kernels kernels, float[] image, float[] strips) {
    float[] source = image;
    if (framed) {
      intoFrame(image);
      source = framedImage;
    }
    int pitch = frame.width() * in.stride();
    kernels.gather(source, pitch, columns, run(), frame.height(), strips);
  }

  /** Clears where {@link #scatter} adds to. */
  void clear(float[] inGradient) {
    gradientTarget = framed ? framedGradient : inGradient;
    Arrays.fill(gradientTarget, 0f);
  }

  /** Adds the gradient of one window to that of the image. */
  void scatter(Kernels kernels, float[] patchGradient, int position) {
    int to = corners[position];
    int from = 0;
    for (int row = 0; row < kernel.height(); row++) {
      kernels.add(gradientTarget, to, patchGradient, from, run());
      to += frame.width() * in.stride();
      from += run();
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

  private int run() {
    return kernel.width() * in.stride();
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

  private static int[] corners(Extent stride, Grid frame, Grid out) {
    int[] corners = new int[out.positions()];
    for (int position = 0; position < corners.length; position++) {
      int row = position / out.width() * stride.height();
      int column = position % out.width() * stride.width();
      corners[position] = (row * frame.width() + column) * frame.stride();
    }
    return corners;
  }

  private int[] places(Extent stride, Grid out) {
    int[] places = new int[out.positions()];
    for (int position = 0; position < places.length; position++) {
      int row = position / out.width() * stride.height();
      int column = position % out.width();
      places[position] = (column * frame.height() + row) * run();
    }
    return places;
  }
}
