package org.shuffledcheckin.learning.model;

import static org.shuffledcheckin.accountant.Arguments.requireBetween;

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
    requireBetween("height of a window", height, 1, MAX);
    requireBetween("width of a window", width, 1, MAX);
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
