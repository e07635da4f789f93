package org.shuffledcheckin.accountant.pld;

import org.shuffledcheckin.accountant.numeric.LogSpace;
import org.shuffledcheckin.accountant.numeric.RealFft;

/**
 * The logarithm of a block's characteristic function at the frequencies of a window.
 *
 * <p>The mass at loss 0 never enters the Fourier transform: with F the transform of the rest, the
 * function is 1 + (F - F(0)), or exp(F - F(0)) for jumps. So rounding errors are relative to the
 * mass that moves, not to one.
 *
 * @param logModulus log of the absolute value, one entry per frequency from 0 to n/2
 * @param argument the angle
 * @param logBound log of a bound on the true absolute value, rounding included
 * @param error bounds the error of 1 + (F - F(0)), or of F - F(0) for jumps
 */
@SuppressWarnings("ArrayRecordComponent") // never compared; a list would box a million doubles
record LogTransform(double[] logModulus, double[] argument, double[] logBound, double error) {
  static LogTransform of(TiltedLosses losses, boolean compound, int length) {
    double[] values = new double[length];
    double moving = 0;
    double lost = 0;
    double[] mass = losses.mass();
    for (int j = 0; j < mass.length; j++) {
      long index = losses.low() + j;
      if (index != 0) {
        values[(int) Math.floorMod(index, (long) length)] += mass[j];
        // Compensated: a plain sum of 10^5 masses is off by more than the transform.
        double next = moving + mass[j];
        lost += Math.abs(moving) >= mass[j] ? (moving - next) + mass[j] : (mass[j] - next) + moving;
        moving = next;
      }
    }
    moving += lost;
    RealFft fft = Fourier.ofLength(length);
    double[] re = new double[length / 2 + 1];
    double[] im = new double[length / 2 + 1];
    fft.forward(values, re, im);
    for (int k = 0; k < re.length; k++) {
      double x = re[k] - moving;
      double y = im[k];
      if (!compound) {
        re[k] = 0.5 * Math.log1p(Math.max(-1, 2 * x + x * x + y * y));
        im[k] = Math.atan2(y, 1 + x);
      } else {
        re[k] = Math.min(0, x);
      }
    }
    double error = 2 * fft.relativeError() * moving;
    return new LogTransform(re, im, bounds(re, error, compound), error);
  }

  private static double[] bounds(double[] logModulus, double error, boolean compound) {
    double[] bounds = new double[logModulus.length];
    for (int k = 0; k < bounds.length; k++) {
      bounds[k] = compound ? logModulus[k] + error : LogSpace.add(logModulus[k], Math.log(error));
    }
    return bounds;
  }
}
