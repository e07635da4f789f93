package org.shuffledcheckin.learning.data;

import static org.shuffledcheckin.accountant.Arguments.requireBetween;

/**
 * Describes how the numbers of one record lie in a flat array: channel by channel, row by row.
 *
 * @param channels planes of an image, 1 for a flat vector
 * @param height rows of a plane, 1 for a flat vector
 * @param width columns of a plane, the length for a flat vector
 */
public record Shape(int channels, int height, int width) {
  /** The longest side a shape may have. */
  public static final int MAX_SIDE = 1 << 20;

  /** The most numbers a shape may hold. */
  public static final int MAX_SIZE = 1 << 24;

  /** Validates the sides. */
  public Shape {
    requireBetween("channels", channels, 1, MAX_SIDE);
    requireBetween("height", height, 1, MAX_SIDE);
    requireBetween("width", width, 1, MAX_SIDE);
    if ((long) channels * height > MAX_SIZE || (long) channels * height * width > MAX_SIZE) {
      throw new IllegalArgumentException(
          "shape must hold at most %d numbers, got %dx%dx%d"
              .formatted(MAX_SIZE, channels, height, width));
    }
  }

  /** Returns the shape of a vector of {@code size} numbers. */
  public static Shape flat(int size) {
    return new Shape(1, 1, size);
  }

  /** Returns how many numbers one record holds. */
  public int size() {
    return channels * height * width;
  }

  /** Tells whether this is a vector rather than an image. */
  public boolean isFlat() {
    return channels == 1 && height == 1;
  }

  @Override
  public String toString() {
    return channels + "x" + height + "x" + width;
  }
}
