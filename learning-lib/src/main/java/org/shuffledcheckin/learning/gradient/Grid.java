package org.shuffledcheckin.learning.gradient;

import org.shuffledcheckin.learning.data.Shape;

/**
 * How an image lies in memory between kernels: position by position, the channels of a position
 * together, padded to {@code stride} numbers that are 0 beyond the channels.
 */
record Grid(int height, int width, int channels, int stride) {
  static Grid unpadded(Shape shape) {
    return new Grid(shape.height(), shape.width(), shape.channels(), shape.channels());
  }

  static Grid padded(Shape shape, int panel) {
    int stride = roundUp(shape.channels(), panel);
    return new Grid(shape.height(), shape.width(), shape.channels(), stride);
  }

  int positions() {
    return height * width;
  }

  int size() {
    return positions() * stride;
  }

  /** Whether this layout is the one of records: channel by channel. */
  boolean isPlanar() {
    return stride == 1 || (positions() == 1 && stride == channels);
  }

  static int roundUp(int value, int panel) {
    return (value + panel - 1) & -panel;
  }
}
