package org.shuffledcheckin.learning.gradient;

import com.sun.management.HotSpotDiagnosticMXBean;
import java.lang.management.ManagementFactory;
import java.util.Arrays;

/** Kernels in plain Java, written so that the just-in-time compiler can vectorise what it may. */
final class PlainKernels implements Kernels {
  private static final int PANEL = 4;

  /**
   * Whether the processor fuses; where it does not, {@link Math#fma} is a thousand times slower.
   */
  private static final boolean FUSES = fuses();

  private static boolean fuses() {
    HotSpotDiagnosticMXBean machine =
        ManagementFactory.getPlatformMXBean(HotSpotDiagnosticMXBean.class);
    try {
      return machine != null && Boolean.parseBoolean(machine.getVMOption("UseFMA").getValue());
    } catch (IllegalArgumentException e) {
      // Another virtual machine, which does not tell.
      return false;
    }
  }

  private static float fused(float a, float b, float sum) {
    return FUSES ? Math.fma(a, b, sum) : a * b + sum;
  }

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
    for (int c = 0; c < width; c += PANEL) {
      int r = 0;
      for (; r + 2 <= rows; r += 2) {
        multiplyTwoRows(x, rowsAt, r, inner, w, c * inner, bias, c, out, r * width + c, width);
      }
      if (r < rows) {
        multiplyRow(x, rowsAt[r], inner, w, c * inner, bias, c, out, r * width + c);
      }
    }
  }

  // Eight sums in registers: the loop is bound by arithmetic, not by memory or latency.
  private static void multiplyTwoRows(
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
    float a00 = bias[c];
    float a01 = bias[c + 1];
    float a02 = bias[c + 2];
    float a03 = bias[c + 3];
    float a10 = a00;
    float a11 = a01;
    float a12 = a02;
    float a13 = a03;
    int x0 = rowsAt[r];
    int x1 = rowsAt[r + 1];
    for (int k = 0; k < inner; k++) {
      float v0 = x[x0 + k];
      float v1 = x[x1 + k];
      float weight = w[at + k * PANEL];
      a00 = fused(v0, weight, a00);
      a10 = fused(v1, weight, a10);
      weight = w[at + k * PANEL + 1];
      a01 = fused(v0, weight, a01);
      a11 = fused(v1, weight, a11);
      weight = w[at + k * PANEL + 2];
      a02 = fused(v0, weight, a02);
      a12 = fused(v1, weight, a12);
      weight = w[at + k * PANEL + 3];
      a03 = fused(v0, weight, a03);
      a13 = fused(v1, weight, a13);
    }
    out[o] = a00;
    out[o + 1] = a01;
    out[o + 2] = a02;
    out[o + 3] = a03;
    out[o + width] = a10;
    out[o + width + 1] = a11;
    out[o + width + 2] = a12;
    out[o + width + 3] = a13;
  }

  private static void multiplyRow(
      float[] x, int x0, int inner, float[] w, int at, float[] bias, int c, float[] out, int o) {
    for (int i = 0; i < PANEL; i++) {
      float sum = bias[c + i];
      for (int k = 0; k < inner; k++) {
        sum = fused(x[x0 + k], w[at + k * PANEL + i], sum);
      }
      out[o + i] = sum;
    }
  }

  @Override
  public void combine(
      float[] values, int[] offsets, int count, float[] rows, float[] out, int outAt, int width) {
    int i = 0;
    for (; i + 8 <= width; i += 8) {
      combineEight(values, offsets, count, rows, i, out, outAt + i);
    }
    for (; i < width; i++) {
      float sum = 0;
      for (int j = 0; j < count; j++) {
        sum = fused(values[j], rows[offsets[j] + i], sum);
      }
      out[outAt + i] = sum;
    }
  }

  private static void combineEight(
      float[] values, int[] offsets, int count, float[] rows, int i, float[] out, int o) {
    float a0 = 0;
    float a1 = 0;
    float a2 = 0;
    float a3 = 0;
    float a4 = 0;
    float a5 = 0;
    float a6 = 0;
    float a7 = 0;
    for (int j = 0; j < count; j++) {
      float value = values[j];
      int row = offsets[j] + i;
      a0 = fused(value, rows[row], a0);
      a1 = fused(value, rows[row + 1], a1);
      a2 = fused(value, rows[row + 2], a2);
      a3 = fused(value, rows[row + 3], a3);
      a4 = fused(value, rows[row + 4], a4);
      a5 = fused(value, rows[row + 5], a5);
      a6 = fused(value, rows[row + 6], a6);
      a7 = fused(value, rows[row + 7], a7);
    }
    out[o] = a0;
    out[o + 1] = a1;
    out[o + 2] = a2;
    out[o + 3] = a3;
    out[o + 4] = a4;
    out[o + 5] = a5;
    out[o + 6] = a6;
    out[o + 7] = a7;
  }

  @Override
  public void rowDots(float[] w, int at, int rows, int width, float[] x, float[] out) {
    int r = 0;
    for (; r + 4 <= rows; r += 4) {
      fourDots(w, at + r * width, width, x, out, r);
    }
    for (; r < rows; r++) {
      float sum = 0;
      for (int i = 0; i < width; i++) {
        sum = fused(w[at + r * width + i], x[i], sum);
      }
      out[r] = sum;
    }
  }

  private static void fourDots(float[] w, int w0, int width, float[] x, float[] out, int r) {
    int w1 = w0 + width;
    int w2 = w1 + width;
    int w3 = w2 + width;
    float a0 = 0;
    float a1 = 0;
    float a2 = 0;
    float a3 = 0;
    for (int i = 0; i < width; i++) {
      float value = x[i];
      a0 = fused(w[w0 + i], value, a0);
      a1 = fused(w[w1 + i], value, a1);
      a2 = fused(w[w2 + i], value, a2);
      a3 = fused(w[w3 + i], value, a3);
    }
    out[r] = a0;
    out[r + 1] = a1;
    out[r + 2] = a2;
    out[r + 3] = a3;
  }

  @Override
  public void outer(float[] d, int rows, float[] x, int width, float[] out, int at) {
    for (int r = 0; r < rows; r++) {
      float value = d[r];
      int row = at + r * width;
      if (value == 0) {
        Arrays.fill(out, row, row + width, 0f);
        continue;
      }
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
  public void gather(float[] source, int pitch, int[] corners, int run, int runs, float[] target) {
    for (int c = 0; c < corners.length; c++) {
      for (int r = 0; r < runs; r++) {
        System.arraycopy(source, corners[c] + r * pitch, target, (c * runs + r) * run, run);
      }
    }
  }

  @Override
  public void maxPool(float[] in, int[] taps, int window, float[] out, int stride) {
    int at = 0;
    for (int first = 0; first < taps.length; first += window) {
      System.arraycopy(in, taps[first], out, at, stride);
      for (int t = first + 1; t < first + window; t++) {
        int tap = taps[t];
        for (int i = 0; i < stride; i++) {
          out[at + i] = Math.max(out[at + i], in[tap + i]);
        }
      }
      at += stride;
    }
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
    for (int position = 0; position * window < taps.length; position++) {
      int at = position * stride;
      int first = position * window;
      for (int i = 0; i < stride; i++) {
        float gradient = outGradient[at + i];
        if (gradient != 0) {
          int t = first;
          while (t < first + window - 1 && in[taps[t] + i] != out[at + i]) {
            t++;
          }
          inGradient[taps[t] + i] += gradient;
        }
      }
    }
  }
}
