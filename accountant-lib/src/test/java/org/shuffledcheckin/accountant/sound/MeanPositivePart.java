package org.shuffledcheckin.accountant.sound;

import org.shuffledcheckin.accountant.numeric.RealFft;

/**
 * E[X_1 + ... + X_n]_+ / n for independent copies of a discrete variable, by one transform. Values
 * are split on their neighbours of a grid, which only makes it larger.
 *
 * @param x values
 * @param p their probabilities
 */
@SuppressWarnings("ArrayRecordComponent") // a test's fixture, never compared
record MeanPositivePart(double[] x, double[] p, long n, int points) {
  double value() {
    double mean = 0;
    double square = 0;
    double least = 0;
    double most = 0;
    for (int i = 0; i < x.length; i++) {
      mean += p[i] * x[i];
      square += p[i] * x[i] * x[i];
      least = Math.min(least, x[i]);
      most = Math.max(most, x[i]);
    }
    double deviation = Math.sqrt(n * (square - mean * mean));
    double step = Math.max(40 * deviation, 2.2 * (most - least)) / points;
    double[] sum = selfConvolved(onGrid(mean, step));
    double positive = 0;
    for (int j = 0; j < points; j++) {
      double value = (j > points / 2 ? j - points : j) * step + n * mean;
      positive += Math.max(0, value) * Math.max(0, sum[j]);
    }
    return positive / n;
  }

  private double[] onGrid(double mean, double step) {
    double[] grid = new double[points];
    for (int i = 0; i < x.length; i++) {
      double place = (x[i] - mean) / step;
      double below = Math.floor(place);
      int j = Math.floorMod((int) below, points);
      grid[j] += p[i] * (1 - (place - below));
      grid[(j + 1) % points] += p[i] * (place - below);
    }
    return grid;
  }

  private double[] selfConvolved(double[] grid) {
    RealFft fft = new RealFft(points);
    double[] re = new double[points / 2 + 1];
    double[] im = new double[points / 2 + 1];
    fft.forward(grid, re, im);
    for (int k = 0; k < re.length; k++) {
      double size = Math.pow(Math.hypot(re[k], im[k]), (double) n);
      double angle = n * Math.atan2(im[k], re[k]);
      re[k] = size * Math.cos(angle);
      im[k] = size * Math.sin(angle);
    }
    double[] sum = new double[points];
    fft.inverse(re, im, sum);
    return sum;
  }
}
