package org.shuffledcheckin.accountant.pld;

import java.util.Arrays;
import org.shuffledcheckin.accountant.numeric.RealFft;

/**
 * Composes tilted laws by Fourier transform and bounds what rounding can have done.
 *
 * <p>If every frequency of the result is off by at most e_k, the result is off by at most sqrt(sum
 * of e_k squared) in total: Cauchy and Schwarz, then Parseval. Aliasing only adds mass inside the
 * window; the mass that it took from outside is in the slack. The bounds themselves are rounded:
 * {@link Tail} has a share for that.
 */
final class Convolution {
  private static final double UNIT = 0x1p-53;

  /** Frequencies certainly below this log modulus are taken as zero, and that as an error. */
  private static final double SILENT = -60;

  private Convolution() {}

  /**
   * The law of {@code start} followed by {@code times} copies of the block; for jumps also a
   * fraction of a copy.
   */
  static TiltedLosses power(TiltedLosses start, Block block, double times) {
    if (times == 0) {
      return start;
    }
    long low = start.low() + block.reachBelow(times);
    long high = start.high() + block.reachAbove(times);
    long support = Math.max(block.losses().mass().length, start.mass().length);
    double logScale = start.logScale() + times * block.losses().logScale();
    long needed = Math.max(high - low + 1, support);
    if (!start.isKnown() || !block.losses().isKnown() || !Fourier.fits(needed)) {
      return TiltedLosses.unknown(start.tilt(), start.step(), logScale);
    }
    int length = Fourier.lengthFor(needed);
    Spectrum spectrum = Spectrum.of(start, length);
    double error = multiply(spectrum, block.transform(length), times, block.compound());
    double slack = start.slack() + times * block.slack() + Block.missed() + error;
    return invert(spectrum, start, low, logScale, slack);
  }

  /** The law of the sum of two independent losses on the same grid. */
  static TiltedLosses sum(TiltedLosses a, TiltedLosses b) {
    long needed = (long) a.mass().length + b.mass().length;
    if (!a.isKnown() || !b.isKnown() || !Fourier.fits(needed)) {
      return TiltedLosses.unknown(a.tilt(), a.step(), a.logScale() + b.logScale());
    }
    int length = Fourier.lengthFor(needed);
    Spectrum first = Spectrum.of(a, length);
    Spectrum second = Spectrum.of(b, length);
    double squares = 0;
    for (int k = 0; k < first.re.length; k++) {
      double re = first.re[k] * second.re[k] - first.im[k] * second.im[k];
      double im = first.re[k] * second.im[k] + first.im[k] * second.re[k];
      double error =
          first.error * second.modulus(k)
              + second.error * (first.modulus(k) + first.error)
              + 4 * UNIT * Math.sqrt(re * re + im * im);
      squares += 2 * error * error;
      first.re[k] = re;
      first.im[k] = im;
    }
    double slack = a.slack() + b.slack() + Math.sqrt(squares);
    return invert(first, a, a.low() + b.low(), a.logScale() + b.logScale(), slack);
  }

  /** Multiplies by the power of a transform; returns a bound on the error in total. */
  private static double multiply(
      Spectrum spectrum, LogTransform transform, double times, boolean compound) {
    double silent = 1.001 * Math.exp(SILENT) * spectrum.total;
    double squares = 0;
    for (int k = 0; k < spectrum.re.length; k++) {
      double re = spectrum.re[k];
      double im = spectrum.im[k];
      double total;
      if (times * transform.logBound()[k] < SILENT) {
        spectrum.re[k] = 0;
        spectrum.im[k] = 0;
        total = silent;
      } else {
        double logModulus = times * transform.logModulus()[k];
        double modulus = Math.exp(logModulus);
        double angle = times * transform.argument()[k];
        double c = modulus * Math.cos(angle);
        double s = modulus * Math.sin(angle);
        spectrum.re[k] = re * c - im * s;
        spectrum.im[k] = re * s + im * c;
        double error = powerError(transform, k, times, compound) * modulus;
        double rounding = modulus * roundingError(logModulus, angle);
        double before = Math.sqrt(re * re + im * im);
        total = (before + spectrum.error) * (error + rounding) + spectrum.error * modulus;
      }
      squares += 2 * total * total;
    }
    return Math.sqrt(squares);
  }

  /**
   * The relative error of a power and its product, from what Java promises: a logarithm, an
   * exponential, sine and cosine to one unit in the last place, an angle to two.
   */
  private static double roundingError(double logModulus, double angle) {
    return UNIT * (8 + 4 * Math.abs(logModulus) + 7 * Math.abs(angle));
  }

  /** Bounds how far the power of a transform value can be off, relatively, because the value is. */
  private static double powerError(LogTransform transform, int k, double times, boolean compound) {
    double error = transform.error();
    if (compound) {
      return Math.expm1(times * error);
    }
    double logModulus = transform.logModulus()[k];
    double relative = error * Math.exp(-logModulus);
    if (times * relative < 0.05) {
      return 1.06 * times * relative;
    }
    return times * relative * Math.exp((times - 1) * Math.log1p(relative));
  }

  private static TiltedLosses invert(
      Spectrum spectrum, TiltedLosses like, long low, double logScale, double slack) {
    int length = 2 * (spectrum.re.length - 1);
    RealFft fft = Fourier.ofLength(length);
    double error = fft.relativeError() * spectrum.norm();
    double[] values = new double[length];
    fft.inverse(spectrum.re, spectrum.im, values);
    double[] mass = new double[length];
    int shift = (int) Math.floorMod(low, (long) length);
    for (int j = 0; j < length; j++) {
      mass[j] = Math.max(0, values[(shift + j) & (length - 1)]);
    }
    // Ends that are lighter than the transform's own noise are nothing but that noise.
    double noise = Math.max(TiltedLosses.CROP, 0.1 * error);
    return new TiltedLosses(like.tilt(), like.step(), low, mass, logScale, slack + error)
        .cropped(noise);
  }

  /** The transform of a law with bounds on the error of each value and on the values. */
  private static final class Spectrum {
    private final double[] re;
    private final double[] im;
    private final double error;
    private final double total;

    private Spectrum(double[] re, double[] im, double error, double total) {
      this.re = re;
      this.im = im;
      this.error = error;
      this.total = total;
    }

    static Spectrum of(TiltedLosses losses, int length) {
      double[] re = new double[length / 2 + 1];
      double[] im = new double[length / 2 + 1];
      if (losses.mass().length == 1 && losses.low() == 0) {
        Arrays.fill(re, losses.mass()[0]);
        return new Spectrum(re, im, 0, losses.mass()[0]);
      }
      double[] values = new double[length];
      for (int j = 0; j < losses.mass().length; j++) {
        values[(int) Math.floorMod(losses.low() + j, (long) length)] += losses.mass()[j];
      }
      RealFft fft = Fourier.ofLength(length);
      fft.forward(values, re, im);
      double total = losses.total();
      return new Spectrum(re, im, fft.relativeError() * total, total);
    }

    double modulus(int k) {
      return Math.sqrt(re[k] * re[k] + im[k] * im[k]);
    }

    double norm() {
      double squares = 0;
      for (int k = 0; k < re.length; k++) {
        squares += 2 * (re[k] * re[k] + im[k] * im[k]);
      }
      return Math.sqrt(squares);
    }
  }
}
