package org.shuffledcheckin.accountant.filter;

import org.shuffledcheckin.accountant.numeric.Normal;
import org.shuffledcheckin.accountant.numeric.RealFft;

/** The privacy loss of rounds of Poisson check-in with Gaussian noise, on a fine grid. */
final class ProcessLoss {
  static final double STEP = 1e-5;
  static final int LENGTH = 1 << 21;
  private static final int CELLS = 100_000;
  private static final double LOW = -9;

  private final double[] mass = new double[LENGTH];
  private final double[] rates = new double[LENGTH];

  private ProcessLoss() {}

  /** Of a real pair of data sets: client 1 at the two ends of the ball, all others at one. */
  static ProcessLoss ofWorstData(long clients, double rate, double noise) {
    return new ProcessLoss().add(clients, rate, 2 / noise, LOW).compose();
  }

  /** Of the pair that dominates all data sets: what raises the loss, and its mirror image. */
  static ProcessLoss ofDominatingPair(long clients, double rate, double noise) {
    return new ProcessLoss().add(clients, rate, 2 / noise, 1 / noise).addMirror().compose();
  }

  private ProcessLoss add(long clients, double rate, double mu, double low) {
    double width = (mu + 9 - low) / CELLS;
    for (int i = 0; i < CELLS; i++) {
      double start = low + i * width;
      double q = clients * Normal.mass(start, width);
      double p = q - q / clients + Normal.mass(start - mu, width);
      double loss = Math.log(p / q);
      // Both masses stay: the mean of the ratio, hence every hockey stick, hardly changes.
      int below = (int) Math.floor(loss / STEP);
      double share = Math.expm1(below * STEP - loss) / Math.expm1(-STEP);
      rates[Math.floorMod(below, LENGTH)] += rate * p * (1 - share);
      rates[Math.floorMod(below + 1, LENGTH)] += rate * p * share;
    }
    return this;
  }

  private ProcessLoss addMirror() {
    for (int i = 1; i < LENGTH / 2; i++) {
      rates[LENGTH - i] += rates[i] * Math.exp(-i * STEP);
    }
    return this;
  }

  private ProcessLoss compose() {
    double total = 0;
    for (double rate : rates) {
      total += rate;
    }
    RealFft fft = new RealFft(LENGTH);
    double[] re = new double[LENGTH / 2 + 1];
    double[] im = new double[LENGTH / 2 + 1];
    fft.forward(rates, re, im);
    for (int k = 0; k < re.length; k++) {
      double size = Math.exp(re[k] - total);
      re[k] = size * Math.cos(im[k]);
      im[k] = size * Math.sin(im[k]);
    }
    fft.inverse(re, im, mass);
    return this;
  }

  /** The mass at grid point i, which may be negative. */
  double mass(int i) {
    return mass[Math.floorMod(i, LENGTH)];
  }

  /** The hockey stick at every grid point from -LENGTH/2 on. */
  double[] profile() {
    double[] delta = new double[LENGTH];
    double above = 0;
    double weighted = 0;
    for (int i = LENGTH / 2 - 1; i >= -LENGTH / 2; i--) {
      delta[i + LENGTH / 2] = above - Math.exp(i * STEP) * weighted;
      above += mass(i);
      weighted += mass(i) * Math.exp(-i * STEP);
    }
    return delta;
  }
}
