package org.shuffledcheckin.learning.model;

/**
 * Gives the two sides of a window or the two steps of a stride.
 *
 * @param height rows
 * @param width columns
 */
public record Extent(int height, int width) {
  static final int MAX = 1024;

  /** Validates the sides. */
  public Extent {
    if (height < 1 || height > MAX || width < 1 || width > MAX) {
      throw new IllegalArgumentException(
          "sides of a window must be in [1, %d], got %dx%d".formatted(MAX, height, width));
    }
  }

  /** Returns a square extent. */
  public static Extent square(int side) {
    return new Extent(side, side);
  }

  /** Returns height times width. */
  public int area() {
    return height * width;
  }
}
