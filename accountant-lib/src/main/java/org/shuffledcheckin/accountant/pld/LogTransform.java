package org.shuffledcheckin.accountant.pld;

import org.shuffledcheckin.accountant.numeric.CompensatedSum;
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
  /**
   * Units of rounding, relative to the mass that moves, beside those of the transform: 2 for the
   * sum of that mass, 2 for F - F(0), and 15 for the modulus of 1 + (F - F(0)).
   */
  private static final double ROUNDING = 32 * 0x1p-53;

  static LogTransform of(TiltedLosses losses, boolean compound, int length) {
    double[] values = new double[length];
    // A plain sum of 10^5 masses is off by more than the transform.
    CompensatedSum sum = new CompensatedSum();
    double[] mass = losses.mass();
    for (int j = 0; j < mass.length; j++) {
      long index = losses.low() + j;
      if (index != 0) {
        values[(int) Math.floorMod(index, (long) length)] += mass[j];
        sum.add(mass[j]);
      }
    }
    double moving = sum.value();
    RealFft fft = Fourier.ofLength(length);
    double[] re = new double[length / 2 + 1];
    double[] im = new double[length / 2 + 1];
    fft.forward(values, re, im);
    for (int k = 0; k < re.length; k++) {
      double x = re[k] - moving;
      if (compound) {
        re[k] = Math.min(0, x);
      } else {
        re[k] = logModulus(x, im[k]);
        im[k] = Math.atan2(im[k], 1 + x);
      }
    }
    double error = (fft.relativeError() + ROUNDING) * moving;
    return new LogTransform(re, im, bounds(re, error, compound), error);
  }

  /** log |1 + x + iy|; near 1 its square less 1 has the digits, near 0 the square itself has. */
  private static double logModulus(double x, double y) {
    double above = 2 * x + x * x + y * y;
    if (above > -0.5) {
      return 0.5 * Math.log1p(above);
    }
    double square = (1 + x) * (1 + x) + y * y;
    return 0.5 * Math.log(Math.max(Double.MIN_NORMAL, square));
  }

  private static double[] bounds(double[] logModulus, double error, boolean compound) {
    double[] bounds = new double[logModulus.length];
    for (int k = 0; k < bounds.length; k++) {
      bounds[k] = compound ? logModulus[k] + error : LogSpace.add(logModulus[k], Math.log(error));
    }
    return bounds;
  }
}
