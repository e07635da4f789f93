package org.shuffledcheckin.learning.gradient;

import static org.shuffledcheckin.learning.gradient.VectorKernels.LANES;
import static org.shuffledcheckin.learning.gradient.VectorKernels.SPECIES;

import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.VectorMask;
import jdk.incubator.vector.VectorOperators;

/** Windows over images with the Vector API: copying them and taking their maximum. */
final class VectorImages {
  private VectorImages() {}

  static void gather(float[] source, int pitch, int[] corners, int run, int runs, float[] target) {
    for (int c = 0; c < corners.length; c++) {
      if (run == LANES) {
        gatherVectors(source, corners[c], pitch, runs, target, c * run * runs);
      } else {
        gatherRuns(source, corners[c], pitch, run, runs, target, c * run * runs);
      }
    }
  }

  private static void gatherVectors(
      float[] source, int from, int pitch, int runs, float[] target, int to) {
    for (int r = 0; r < runs; r++) {
      FloatVector.fromArray(SPECIES, source, from + r * pitch).intoArray(target, to + r * LANES);
    }
  }

  private static void gatherRuns(
      float[] source, int from, int pitch, int run, int runs, float[] target, int to) {
    for (int r = 0; r < runs; r++) {
      int start = from + r * pitch;
      int end = to + r * run;
      int i = 0;
      for (; i + LANES <= run; i += LANES) {
        FloatVector.fromArray(SPECIES, source, start + i).intoArray(target, end + i);
      }
      for (; i < run; i++) {
        target[end + i] = source[start + i];
      }
    }
  }

  static void maxPool(float[] in, int[] taps, int window, float[] out, int stride) {
    if (window == 4 && stride % LANES == 0) {
      maxOfFour(in, taps, out, stride);
      return;
    }
    int at = 0;
    for (int first = 0; first < taps.length; first += window) {
      int i = 0;
      for (; i + LANES <= stride; i += LANES) {
        FloatVector max = FloatVector.fromArray(SPECIES, in, taps[first] + i);
        for (int t = 1; t < window; t++) {
          max = max.max(FloatVector.fromArray(SPECIES, in, taps[first + t] + i));
        }
        max.intoArray(out, at + i);
      }
      for (; i < stride; i++) {
        float max = in[taps[first] + i];
        for (int t = 1; t < window; t++) {
          max = Math.max(max, in[taps[first + t] + i]);
        }
        out[at + i] = max;
      }
      at += stride;
    }
  }

  /** The common window of 2x2, without a loop over its cells. */
  private static void maxOfFour(float[] in, int[] taps, float[] out, int stride) {
    int at = 0;
    for (int first = 0; first < taps.length; first += 4) {
      int t0 = taps[first];
      int t1 = taps[first + 1];
      int t2 = taps[first + 2];
      int t3 = taps[first + 3];
      for (int i = 0; i < stride; i += LANES) {
        FloatVector top =
            FloatVector.fromArray(SPECIES, in, t0 + i)
                .max(FloatVector.fromArray(SPECIES, in, t1 + i));
        FloatVector bottom =
            FloatVector.fromArray(SPECIES, in, t2 + i)
                .max(FloatVector.fromArray(SPECIES, in, t3 + i));
        top.max(bottom).intoArray(out, at + i);
      }
      at += stride;
    }
  }

  static void routeToMax(
      float[] in,
      int[] taps,
      int window,
      float[] out,
      float[] outGradient,
      float[] inGradient,
      int stride) {
    int at = 0;
    for (int first = 0; first < taps.length; first += window) {
      int i = 0;
      for (; i + LANES <= stride; i += LANES) {
        FloatVector max = FloatVector.fromArray(SPECIES, out, at + i);
        FloatVector left = FloatVector.fromArray(SPECIES, outGradient, at + i);
        for (int t = first; t < first + window; t++) {
          FloatVector zero = FloatVector.zero(SPECIES);
          int tap = taps[t] + i;
          VectorMask<Float> isMax =
              FloatVector.fromArray(SPECIES, in, tap).compare(VectorOperators.EQ, max);
          FloatVector.fromArray(SPECIES, inGradient, tap)
              .add(zero.blend(left, isMax))
              .intoArray(inGradient, tap);
          left = left.blend(zero, isMax);
        }
      }
      for (; i < stride; i++) {
        int t = first;
        while (t < first + window - 1 && in[taps[t] + i] != out[at + i]) {
          t++;
        }
        inGradient[taps[t] + i] += outGradient[at + i];
      }
      at += stride;
    }
  }
}
