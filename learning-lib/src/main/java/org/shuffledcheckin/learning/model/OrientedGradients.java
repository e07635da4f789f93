package org.shuffledcheckin.learning.model;

import java.util.Arrays;
import org.shuffledcheckin.learning.data.Shape;

/**
 * Describes an image by which way its edges run and where. Each pixel's Sobel gradient is split
 * into its components along the two nearest of eight directions, each component is shared among the
 * four nearest of 6x6 cells, the fourth root of each sum tames strong edges, the mean over the
 * directions of a cell is taken away, and the whole is scaled to norm 4, so that a bias of input 1
 * weighs little. Pixels beyond the border equal the nearest one inside; channels add up. An image
 * without an edge has all features 0.
 *
 * <p>All in IEEE single precision with operations that round the same everywhere, so that every
 * client computes the same features of the same image.
 */
final class OrientedGradients implements FeatureExtractor {
  private static final int DIRECTIONS = 8;
  private static final int CELLS = 6;
  private static final int FEATURES = DIRECTIONS * CELLS * CELLS;
  private static final float NORM = 4;
  private static final float SQRT_2 = 1.4142135f;

  private final Shape input;
  private final int[] cellOfRow;
  private final int[] cellOfColumn;
  private final float[] shareOfRow;
  private final float[] shareOfColumn;
  // One cell more on each side, so that sharing needs no test for the border.
  private final float[] sums = new float[(CELLS + 2) * (CELLS + 2) * DIRECTIONS];

  OrientedGradients(Shape input) {
    this.input = input;
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
    return Shape.flat(FEATURES);
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

  @Override
  public void extract(float[] image, float[] out) {
    Arrays.fill(sums, 0f);
    for (int channel = 0; channel < input.channels(); channel++) {
      addPlane(image, channel * input.height() * input.width());
    }
    centre(out);
    scale(out);
  }

  private void addPlane(float[] image, int plane) {
    int width = input.width();
    int last = input.height() - 1;
    for (int row = 0; row <= last; row++) {
      int above = plane + Math.max(row - 1, 0) * width;
      int here = plane + row * width;
      int below = plane + Math.min(row + 1, last) * width;
      for (int column = 0; column < width; column++) {
        int left = Math.max(column - 1, 0);
        int right = Math.min(column + 1, width - 1);
        float a = image[above + left];
        float b = image[above + right];
        float c = image[below + left];
        float d = image[below + right];
        float across = (b - a) + (d - c) + 2 * (image[here + right] - image[here + left]);
        float down = (c - a) + (d - b) + 2 * (image[below + column] - image[above + column]);
        if (across != 0 || down != 0) {
          split(across * 0.25f, down * 0.25f, row, column);
        }
      }
    }
  }

  /** Splits a gradient into multiples of the two unit vectors nearest to it. */
  private void split(float across, float down, int row, int column) {
    float x = Math.abs(across);
    float y = Math.abs(down);
    int axis = x >= y ? (across > 0 ? 0 : 4) : (down > 0 ? 2 : 6);
    int diagonal = across > 0 ? (down > 0 ? 1 : 7) : (down > 0 ? 3 : 5);
    share(Math.abs(x - y), axis, row, column);
    share(SQRT_2 * Math.min(x, y), diagonal, row, column);
  }

  private void share(float amount, int direction, int row, int column) {
    int cell = (cellOfRow[row] + 1) * (CELLS + 2) + cellOfColumn[column] + 1;
    int at = cell * DIRECTIONS + direction;
    float lower = amount * shareOfRow[row];
    float upper = amount - lower;
    float right = shareOfColumn[column];
    int down = (CELLS + 2) * DIRECTIONS;
    sums[at] += upper - upper * right;
    sums[at + DIRECTIONS] += upper * right;
    sums[at + down] += lower - lower * right;
    sums[at + down + DIRECTIONS] += lower * right;
  }

  private void centre(float[] out) {
    int to = 0;
    for (int row = 1; row <= CELLS; row++) {
      for (int column = 1; column <= CELLS; column++) {
        int at = (row * (CELLS + 2) + column) * DIRECTIONS;
        float mean = 0;
        for (int i = 0; i < DIRECTIONS; i++) {
          out[to + i] = (float) Math.sqrt(Math.sqrt(sums[at + i]));
          mean += out[to + i] / DIRECTIONS;
        }
        for (int i = 0; i < DIRECTIONS; i++) {
          out[to + i] -= mean;
        }
        to += DIRECTIONS;
      }
    }
  }

  private static void scale(float[] out) {
    double square = 0;
    for (int i = 0; i < FEATURES; i++) {
      square += (double) out[i] * out[i];
    }
    float factor = square > 0 ? (float) (NORM / Math.sqrt(square)) : 0f;
    for (int i = 0; i < FEATURES; i++) {
      out[i] *= factor;
    }
  }
}
