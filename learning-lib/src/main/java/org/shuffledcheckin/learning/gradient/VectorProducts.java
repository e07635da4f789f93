package org.shuffledcheckin.learning.gradient;

import static org.shuffledcheckin.learning.gradient.VectorKernels.LANES;
import static org.shuffledcheckin.learning.gradient.VectorKernels.PANEL;
import static org.shuffledcheckin.learning.gradient.VectorKernels.SPECIES;

import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.VectorOperators;

/** Products of matrices and vectors with the Vector API. */
final class VectorProducts {
  private VectorProducts() {}

  static void multiply(
      float[] x,
      int[] rowsAt,
      int rows,
      int inner,
      float[] w,
      int width,
      float[] bias,
      float[] out) {
    for (int c = 0; c < width; c += PANEL) {
      int r = 0;
      for (; r + 4 <= rows; r += 4) {
        multiplyFourRows(x, rowsAt, r, inner, w, c * inner, bias, c, out, r * width + c, width);
      }
      for (; r < rows; r++) {
        multiplyRow(x, rowsAt[r], inner, w, c * inner, bias, c, out, r * width + c);
      }
    }
  }

  // Two vectors of four rows: eight sums hide the latency of a multiply-add. Two inputs per turn
  // and no more rows or vectors than these: the compiler runs out of registers with more, and is a
  // seventh slower with one input.
  private static void multiplyFourRows(
      float[] x,
      int[] rowsAt,
      int r,
      int inner,
      float[] w,
      int at,
      float[] bias,
      int c,
      float[] out,
      int o,
      int width) {
    int x0 = rowsAt[r];
    int x1 = rowsAt[r + 1];
    int x2 = rowsAt[r + 2];
    int x3 = rowsAt[r + 3];
    FloatVector a00 = FloatVector.fromArray(SPECIES, bias, c);
    FloatVector a01 = FloatVector.fromArray(SPECIES, bias, c + LANES);
    FloatVector a10 = a00;
    FloatVector a11 = a01;
    FloatVector a20 = a00;
    FloatVector a21 = a01;
    FloatVector a30 = a00;
    FloatVector a31 = a01;
    for (int k = 0; k < inner; k += 2) {
      FloatVector w0 = FloatVector.fromArray(SPECIES, w, at + k * PANEL);
      FloatVector w1 = FloatVector.fromArray(SPECIES, w, at + k * PANEL + LANES);
      FloatVector v = FloatVector.broadcast(SPECIES, x[x0 + k]);
      a00 = v.fma(w0, a00);
      a01 = v.fma(w1, a01);
      v = FloatVector.broadcast(SPECIES, x[x1 + k]);
      a10 = v.fma(w0, a10);
      a11 = v.fma(w1, a11);
      v = FloatVector.broadcast(SPECIES, x[x2 + k]);
      a20 = v.fma(w0, a20);
      a21 = v.fma(w1, a21);
      v = FloatVector.broadcast(SPECIES, x[x3 + k]);
      a30 = v.fma(w0, a30);
      a31 = v.fma(w1, a31);
      w0 = FloatVector.fromArray(SPECIES, w, at + k * PANEL + PANEL);
      w1 = FloatVector.fromArray(SPECIES, w, at + k * PANEL + PANEL + LANES);
      v = FloatVector.broadcast(SPECIES, x[x0 + k + 1]);
      a00 = v.fma(w0, a00);
      a01 = v.fma(w1, a01);
      v = FloatVector.broadcast(SPECIES, x[x1 + k + 1]);
      a10 = v.fma(w0, a10);
      a11 = v.fma(w1, a11);
      v = FloatVector.broadcast(SPECIES, x[x2 + k + 1]);
      a20 = v.fma(w0, a20);
      a21 = v.fma(w1, a21);
      v = FloatVector.broadcast(SPECIES, x[x3 + k + 1]);
      a30 = v.fma(w0, a30);
      a31 = v.fma(w1, a31);
    }
    a00.intoArray(out, o);
    a01.intoArray(out, o + LANES);
    a10.intoArray(out, o + width);
    a11.intoArray(out, o + width + LANES);
    a20.intoArray(out, o + 2 * width);
    a21.intoArray(out, o + 2 * width + LANES);
    a30.intoArray(out, o + 3 * width);
    a31.intoArray(out, o + 3 * width + LANES);
  }

  // Even and odd inputs apart: four sums instead of two hide more of the latency.
  private static void multiplyRow(
      float[] x, int x0, int inner, float[] w, int at, float[] bias, int c, float[] out, int o) {
    FloatVector a0 = FloatVector.fromArray(SPECIES, bias, c);
    FloatVector a1 = FloatVector.fromArray(SPECIES, bias, c + LANES);
    FloatVector b0 = FloatVector.zero(SPECIES);
    FloatVector b1 = FloatVector.zero(SPECIES);
    for (int k = 0; k < inner; k += 2) {
      FloatVector v = FloatVector.broadcast(SPECIES, x[x0 + k]);
      a0 = v.fma(FloatVector.fromArray(SPECIES, w, at + k * PANEL), a0);
      a1 = v.fma(FloatVector.fromArray(SPECIES, w, at + k * PANEL + LANES), a1);
      v = FloatVector.broadcast(SPECIES, x[x0 + k + 1]);
      b0 = v.fma(FloatVector.fromArray(SPECIES, w, at + k * PANEL + PANEL), b0);
      b1 = v.fma(FloatVector.fromArray(SPECIES, w, at + k * PANEL + PANEL + LANES), b1);
    }
    a0.add(b0).intoArray(out, o);
    a1.add(b1).intoArray(out, o + LANES);
  }

  static void combine(
      float[] values, int[] offsets, int count, float[] rows, float[] out, int outAt, int width) {
    int i = 0;
    for (; i + 8 * LANES <= width; i += 8 * LANES) {
      combineEight(values, offsets, count, rows, out, outAt, i);
    }
    for (; i + LANES <= width; i += LANES) {
      FloatVector sum = FloatVector.zero(SPECIES);
      for (int j = 0; j < count; j++) {
        FloatVector value = FloatVector.broadcast(SPECIES, values[j]);
        sum = FloatVector.fromArray(SPECIES, rows, offsets[j] + i).fma(value, sum);
      }
      sum.intoArray(out, outAt + i);
    }
    for (; i < width; i++) {
      float sum = 0;
      for (int j = 0; j < count; j++) {
        sum += values[j] * rows[offsets[j] + i];
      }
      out[outAt + i] = sum;
    }
  }

  private static void combineEight(
      float[] values, int[] offsets, int count, float[] rows, float[] out, int outAt, int i) {
    FloatVector a0 = FloatVector.zero(SPECIES);
    FloatVector a1 = FloatVector.zero(SPECIES);
    FloatVector a2 = FloatVector.zero(SPECIES);
    FloatVector a3 = FloatVector.zero(SPECIES);
    FloatVector a4 = FloatVector.zero(SPECIES);
    FloatVector a5 = FloatVector.zero(SPECIES);
    FloatVector a6 = FloatVector.zero(SPECIES);
    FloatVector a7 = FloatVector.zero(SPECIES);
    for (int j = 0; j < count; j++) {
      FloatVector v = FloatVector.broadcast(SPECIES, values[j]);
      int row = offsets[j] + i;
      a0 = FloatVector.fromArray(SPECIES, rows, row).fma(v, a0);
      a1 = FloatVector.fromArray(SPECIES, rows, row + LANES).fma(v, a1);
      a2 = FloatVector.fromArray(SPECIES, rows, row + 2 * LANES).fma(v, a2);
      a3 = FloatVector.fromArray(SPECIES, rows, row + 3 * LANES).fma(v, a3);
      a4 = FloatVector.fromArray(SPECIES, rows, row + 4 * LANES).fma(v, a4);
      a5 = FloatVector.fromArray(SPECIES, rows, row + 5 * LANES).fma(v, a5);
      a6 = FloatVector.fromArray(SPECIES, rows, row + 6 * LANES).fma(v, a6);
      a7 = FloatVector.fromArray(SPECIES, rows, row + 7 * LANES).fma(v, a7);
    }
    int to = outAt + i;
    a0.intoArray(out, to);
    a1.intoArray(out, to + LANES);
    a2.intoArray(out, to + 2 * LANES);
    a3.intoArray(out, to + 3 * LANES);
    a4.intoArray(out, to + 4 * LANES);
    a5.intoArray(out, to + 5 * LANES);
    a6.intoArray(out, to + 6 * LANES);
    a7.intoArray(out, to + 7 * LANES);
  }

  static void rowDots(float[] w, int at, int rows, int width, float[] x, float[] out) {
    int r = 0;
    for (; r + 4 <= rows; r += 4) {
      fourDots(w, at + r * width, width, x, out, r);
    }
    for (; r < rows; r++) {
      out[r] = dot(w, at + r * width, width, x);
    }
  }

  private static void fourDots(float[] w, int w0, int width, float[] x, float[] out, int r) {
    int w1 = w0 + width;
    int w2 = w1 + width;
    int w3 = w2 + width;
    FloatVector a0 = FloatVector.zero(SPECIES);
    FloatVector a1 = FloatVector.zero(SPECIES);
    FloatVector a2 = FloatVector.zero(SPECIES);
    FloatVector a3 = FloatVector.zero(SPECIES);
    int i = 0;
    for (; i + LANES <= width; i += LANES) {
      FloatVector v = FloatVector.fromArray(SPECIES, x, i);
      a0 = FloatVector.fromArray(SPECIES, w, w0 + i).fma(v, a0);
      a1 = FloatVector.fromArray(SPECIES, w, w1 + i).fma(v, a1);
      a2 = FloatVector.fromArray(SPECIES, w, w2 + i).fma(v, a2);
      a3 = FloatVector.fromArray(SPECIES, w, w3 + i).fma(v, a3);
    }
    float s0 = a0.reduceLanes(VectorOperators.ADD);
    float s1 = a1.reduceLanes(VectorOperators.ADD);
    float s2 = a2.reduceLanes(VectorOperators.ADD);
    float s3 = a3.reduceLanes(VectorOperators.ADD);
    for (; i < width; i++) {
      s0 += w[w0 + i] * x[i];
      s1 += w[w1 + i] * x[i];
      s2 += w[w2 + i] * x[i];
      s3 += w[w3 + i] * x[i];
    }
    out[r] = s0;
    out[r + 1] = s1;
    out[r + 2] = s2;
    out[r + 3] = s3;
  }

  private static float dot(float[] w, int at, int width, float[] x) {
    FloatVector sum = FloatVector.zero(SPECIES);
    int i = 0;
    for (; i + LANES <= width; i += LANES) {
      sum =
          FloatVector.fromArray(SPECIES, w, at + i).fma(FloatVector.fromArray(SPECIES, x, i), sum);
    }
    float total = sum.reduceLanes(VectorOperators.ADD);
    for (; i < width; i++) {
      total += w[at + i] * x[i];
    }
    return total;
  }

  static void outer(float[] d, int rows, float[] x, int width, float[] out, int at) {
    for (int r = 0; r < rows; r++) {
      FloatVector v = FloatVector.broadcast(SPECIES, d[r]);
      int row = at + r * width;
      int i = 0;
      for (; i + LANES <= width; i += LANES) {
        FloatVector.fromArray(SPECIES, x, i).mul(v).intoArray(out, row + i);
      }
      for (; i < width; i++) {
        out[row + i] = d[r] * x[i];
      }
    }
  }
}
