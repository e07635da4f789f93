package org.shuffledcheckin.benchmarks.tuning;

import java.util.Arrays;
import org.shuffledcheckin.learning.data.Dataset;
import org.shuffledcheckin.learning.data.Shape;

/**
 * Oriented-gradient features with everything about them open, to compare designs. With 6 cells, a
 * root of 0.25, centred and norm 4 these are the features of the product.
 *
 * @param cells cells per side
 * @param root exponent applied to every sum
 * @param centred whether the mean over the eight directions of a cell is taken away
 * @param norm length of the feature vector
 */
record TrialFeatures(int cells, double root, boolean centred, double norm) {
  private static final int DIRECTIONS = 8;

  Dataset of(Dataset images) {
    int width = DIRECTIONS * cells * cells;
    float[] all = new float[images.size() * width];
    int[] labels = new int[images.size()];
    float[] image = new float[images.shape().size()];
    for (int i = 0; i < images.size(); i++) {
      images.copyInput(i, image);
      double[] features = features(image, images.shape());
      for (int j = 0; j < width; j++) {
        all[i * width + j] = (float) features[j];
      }
      labels[i] = images.label(i);
    }
    return Dataset.ofFloats(toString(), Shape.flat(width), images.classes(), all, labels);
  }

  private double[] features(float[] image, Shape shape) {
    double[] sums = new double[DIRECTIONS * cells * cells];
    for (int row = 0; row < shape.height(); row++) {
      for (int column = 0; column < shape.width(); column++) {
        double across = sobel(image, shape, row, column, 0, 1);
        double down = sobel(image, shape, row, column, 1, 0);
        double angle = Math.atan2(down, across);
        int nearest = (int) Math.floor(angle / (Math.PI / 4));
        // Components along the two neighbouring unit vectors, 45 degrees apart.
        double beyond = angle - nearest * Math.PI / 4;
        double length = Math.hypot(across, down);
        double second = length * Math.sin(beyond) * Math.sqrt(2);
        double first = length * Math.cos(beyond) - second / Math.sqrt(2);
        share(sums, shape, row, column, nearest, first);
        share(sums, shape, row, column, nearest + 1, second);
      }
    }
    return finish(sums);
  }

  private double[] finish(double[] sums) {
    double square = 0;
    for (int cell = 0; cell < sums.length; cell += DIRECTIONS) {
      double mean = 0;
      for (int i = cell; i < cell + DIRECTIONS; i++) {
        sums[i] = Math.pow(sums[i], root);
        mean += sums[i] / DIRECTIONS;
      }
      for (int i = cell; i < cell + DIRECTIONS; i++) {
        sums[i] -= centred ? mean : 0;
        square += sums[i] * sums[i];
      }
    }
    double factor = square > 0 ? norm / Math.sqrt(square) : 0;
    return Arrays.stream(sums).map(value -> value * factor).toArray();
  }

  private void share(
      double[] sums, Shape shape, int row, int column, int direction, double amount) {
    double y = (row + 0.5) / shape.height() * cells - 0.5;
    double x = (column + 0.5) / shape.width() * cells - 0.5;
    for (int cellRow = (int) Math.floor(y); cellRow <= Math.floor(y) + 1; cellRow++) {
      for (int cell = (int) Math.floor(x); cell <= Math.floor(x) + 1; cell++) {
        if (cellRow >= 0 && cellRow < cells && cell >= 0 && cell < cells) {
          double part = (1 - Math.abs(y - cellRow)) * (1 - Math.abs(x - cell));
          int at = (cellRow * cells + cell) * DIRECTIONS + Math.floorMod(direction, DIRECTIONS);
          sums[at] += Math.max(0, amount) * part;
        }
      }
    }
  }

  private static double sobel(
      float[] image, Shape shape, int row, int column, int stepRow, int stepColumn) {
    double sum = 0;
    for (int side = -1; side <= 1; side++) {
      int weight = side == 0 ? 2 : 1;
      int r = row + side * stepColumn;
      int c = column + side * stepRow;
      sum +=
          weight
              * (pixel(image, shape, r + stepRow, c + stepColumn)
                  - pixel(image, shape, r - stepRow, c - stepColumn));
    }
    return sum / 4;
  }

  private static double pixel(float[] image, Shape shape, int row, int column) {
    int r = Math.max(0, Math.min(shape.height() - 1, row));
    int c = Math.max(0, Math.min(shape.width() - 1, column));
    return image[r * shape.width() + c];
  }
}
