package org.shuffledcheckin.learning.gradient;

/** Kernels in plain Java, written so that the just-in-time compiler can vectorise what it may. */
final class PlainKernels implements Kernels {
  @Override
  public int lanes() {
    return 4;
  }

  @Override
  public void multiply(
      float[] x, int rows, int inner, float[] w, int width, float[] bias, float[] out) {
    for (int r = 0; r < rows; r++) {
      for (int i = 0; i < width; i += 4) {
        multiplyFour(x, r * inner, inner, w, width, i, bias, out, r * width + i);
      }
    }
  }

  private static void multiplyFour(
      float[] x, int at, int inner, float[] w, int width, int i, float[] b, float[] out, int o) {
    float a0 = b[i];
    float a1 = b[i + 1];
    float a2 = b[i + 2];
    float a3 = b[i + 3];
    int row = i;
    for (int k = 0; k < inner; k++) {
      float value = x[at + k];
      a0 += value * w[row];
      a1 += value * w[row + 1];
      a2 += value * w[row + 2];
      a3 += value * w[row + 3];
      row += width;
    }
    out[o] = a0;
    out[o + 1] = a1;
    out[o + 2] = a2;
    out[o + 3] = a3;
  }

  @Override
  public void combine(
      float[] values, int[] offsets, int count, float[] rows, float[] out, int outAt, int width) {
    for (int i = 0; i < width; i++) {
      out[outAt + i] = 0;
    }
    for (int j = 0; j < count; j++) {
      float value = values[j];
      int row = offsets[j];
      for (int i = 0; i < width; i++) {
        out[outAt + i] += value * rows[row + i];
      }
    }
  }

  @Override
  public void rowDots(float[] w, int at, int rows, int width, float[] x, float[] out) {
    for (int r = 0; r < rows; r++) {
      out[r] = dot(w, at + r * width, width, x);
    }
  }

  private static float dot(float[] w, int at, int width, float[] x) {
    float a0 = 0;
    float a1 = 0;
    float a2 = 0;
    float a3 = 0;
    int i = 0;
    for (; i + 4 <= width; i += 4) {
      a0 += w[at + i] * x[i];
      a1 += w[at + i + 1] * x[i + 1];
      a2 += w[at + i + 2] * x[i + 2];
      a3 += w[at + i + 3] * x[i + 3];
    }
    for (; i < width; i++) {
      a0 += w[at + i] * x[i];
    }
    return (a0 + a1) + (a2 + a3);
  }

  @Override
  public void outer(float[] d, int rows, float[] x, int width, float[] out, int at) {
    for (int r = 0; r < rows; r++) {
      float value = d[r];
      int row = at + r * width;
      for (int i = 0; i < width; i++) {
        out[row + i] = value * x[i];
      }
    }
  }

  @Override
  public void add(float[] sums, int at, float[] addend, int addendAt, int width) {
    for (int i = 0; i < width; i++) {
      sums[at + i] += addend[addendAt + i];
    }
  }

  @Override
  public void rectify(float[] values, int length) {
    for (int i = 0; i < length; i++) {
      values[i] = Math.max(values[i], 0f);
    }
  }

  @Override
  public void maskByPositive(float[] gradient, float[] output, int length) {
    for (int i = 0; i < length; i++) {
      gradient[i] = output[i] > 0 ? gradient[i] : 0f;
    }
  }

  @Override
  public void maxOfTaps(float[] in, int[] taps, float[] out, int outAt, int width) {
    System.arraycopy(in, taps[0], out, outAt, width);
    for (int t = 1; t < taps.length; t++) {
      int tap = taps[t];
      for (int i = 0; i < width; i++) {
        out[outAt + i] = Math.max(out[outAt + i], in[tap + i]);
      }
    }
  }

  @Override
  public void routeToMax(
      float[] in,
      int[] taps,
      float[] out,
      float[] outGradient,
      int outAt,
      float[] inGradient,
      int width) {
    for (int i = 0; i < width; i++) {
      float gradient = outGradient[outAt + i];
      if (gradient == 0) {
        continue;
      }
      int t = 0;
      while (t < taps.length - 1 && in[taps[t] + i] != out[outAt + i]) {
        t++;
      }
      inGradient[taps[t] + i] += gradient;
    }
  }
}
