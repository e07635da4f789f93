package org.shuffledcheckin.learning.gradient;

/**
 * The values of a row that are not 0, each with the place of the matrix row it multiplies. After
 * ReLU and max-pool most of a gradient is 0, so that this is less work than a dense product.
 */
final class SparseRow {
  private final float[] values;
  private final int[] offsets;
  private int count;

  SparseRow(int capacity) {
    this.values = new float[capacity + 1];
    this.offsets = new int[capacity + 1];
  }

  /** Takes {@code row[at + i * step]} for each i, paired with {@code places[i]}. */
  void collect(float[] row, int at, int step, int[] places) {
    int found = 0;
    for (int i = 0; i < places.length; i++) {
      float value = row[at + i * step];
      values[found] = value;
      offsets[found] = places[i];
      // Without a branch, which would be mispredicted every other time: zero of either sign has no
      // bit below the sign.
      int bits = Float.floatToRawIntBits(value) << 1;
      found += (bits | -bits) >>> 31;
    }
    count = found;
  }

  void combine(Kernels kernels, float[] rows, float[] out, int outAt, int width) {
    kernels.combine(values, offsets, count, rows, out, outAt, width);
  }

  /** Returns the places of {@code count} rows that lie {@code pitch} apart. */
  static int[] places(int first, int count, int pitch) {
    int[] places = new int[count];
    for (int i = 0; i < count; i++) {
      places[i] = first + i * pitch;
    }
    return places;
  }

  float sum() {
    float sum = 0;
    for (int i = 0; i < count; i++) {
      sum += values[i];
    }
    return sum;
  }
}
