package org.shuffledcheckin.learning.gradient;

import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.VectorMask;
import jdk.incubator.vector.VectorOperators;
import jdk.incubator.vector.VectorSpecies;

/**
 * Kernels with the Vector API. Accumulators start from {@code FloatVector.zero} or a load, never
 * from a constant field: the compiler keeps the latter on the heap.
 */
final class VectorKernels implements Kernels {
  // Wider vectors than 256 bits gain nothing at these sizes and cost padding.
  static final VectorSpecies<Float> SPECIES =
      FloatVector.SPECIES_PREFERRED.length() > 8
          ? FloatVector.SPECIES_256
          : FloatVector.SPECIES_PREFERRED;

  static final int LANES = SPECIES.length();
  static final int PANEL = 2 * LANES;

  VectorKernels() {}

  @Override
  public int panel() {
    return PANEL;
  }

  @Override
  public void multiply(
      float[] x,
      int[] rowsAt,
      int rows,
      int inner,
      float[] w,
      int width,
      float[] bias,
      float[] out) {
    VectorProducts.multiply(x, rowsAt, rows, inner, w, width, bias, out);
  }

  @Override
  public void combine(
      float[] values, int[] offsets, int count, float[] rows, float[] out, int outAt, int width) {
    VectorProducts.combine(values, offsets, count, rows, out, outAt, width);
  }

  @Override
  public void rowDots(float[] w, int at, int rows, int width, float[] x, float[] out) {
    VectorProducts.rowDots(w, at, rows, width, x, out);
  }

  @Override
  public void outer(float[] d, int rows, float[] x, int width, float[] out, int at) {
    VectorProducts.outer(d, rows, x, width, out, at);
  }

  @Override
  public void add(float[] sums, int at, float[] addend, int addendAt, int width) {
    int i = 0;
    for (; i + LANES <= width; i += LANES) {
      FloatVector.fromArray(SPECIES, sums, at + i)
          .add(FloatVector.fromArray(SPECIES, addend, addendAt + i))
          .intoArray(sums, at + i);
    }
    for (; i < width; i++) {
      sums[at + i] += addend[addendAt + i];
    }
  }

  @Override
  public void rectify(float[] values, int length) {
    int i = 0;
    for (; i + LANES <= length; i += LANES) {
      FloatVector.fromArray(SPECIES, values, i).max(FloatVector.zero(SPECIES)).intoArray(values, i);
    }
    for (; i < length; i++) {
      values[i] = Math.max(values[i], 0f);
    }
  }

  @Override
  public void maskByPositive(float[] gradient, float[] output, int length) {
    int i = 0;
    for (; i + LANES <= length; i += LANES) {
      FloatVector zero = FloatVector.zero(SPECIES);
      VectorMask<Float> positive =
          FloatVector.fromArray(SPECIES, output, i).compare(VectorOperators.GT, zero);
      zero.blend(FloatVector.fromArray(SPECIES, gradient, i), positive).intoArray(gradient, i);
    }
    for (; i < length; i++) {
      gradient[i] = output[i] > 0 ? gradient[i] : 0f;
    }
  }

  @Override
  public void gather(float[] source, int pitch, int[] corners, int run, int runs, float[] target) {
    VectorImages.gather(source, pitch, corners, run, runs, target);
  }

  @Override
  public void maxPool(float[] in, int[] taps, int window, float[] out, int stride) {
    VectorImages.maxPool(in, taps, window, out, stride);
  }

  @Override
  public void routeToMax(
      float[] in,
      int[] taps,
      int window,
      float[] out,
      float[] outGradient,
      float[] inGradient,
      int stride) {
    VectorImages.routeToMax(in, taps, window, out, outGradient, inGradient, stride);
  }
}
