package org.shuffledcheckin.accountant.pld;

/**
 * Splits the mass of N(0, 1) in a cell of width w on the cell's two ends so that the mean of the
 * likelihood ratio r = exp(mu y - mu^2/2) stays: the chord of every convex function of r.
 *
 * <p>The parts are integrals of positive functions, by Gauss and Legendre's rule of six points,
 * which is exact to 1e-19 on cells so narrow that (|y| + mu) w is at most 1/2; as power series in
 * y, so that a cell costs one exponential. Differences of normal probabilities would lose the
 * digits that tell both ends apart. Relative errors are below 32 units of rounding.
 */
final class GaussianChords {
  private static final double UNIT = 0x1p-53;

  /** Gauss and Legendre's nodes in the lower half of [0, 1], and their weights. */
  private static final double[] NODES = {
    0.03376524289842399, 0.16939530676686773, 0.38069040695840156
  };

  private static final double[] WEIGHTS = {
    0.08566224618958518, 0.1803807865240693, 0.23395696728634552
  };

  /** The next term is below 1e-18 where |y| w is at most 1/2. */
  private static final int TERMS = 16;

  private final double mu;
  private final double[] below = new double[TERMS];
  private final double[] above = new double[TERMS];

  /** Prepares cells of this width. */
  GaussianChords(double mu, double width) {
    this.mu = mu;
    for (int i = 0; i < NODES.length; i++) {
      addNode(width * NODES[i], width, width * WEIGHTS[i]);
      addNode(width * (1 - NODES[i]), width, width * WEIGHTS[i]);
    }
  }

  /** Adds the shares of the point y + t times exp(-t^2/2) exp(-yt), the latter as a series. */
  private void addNode(double t, double width, double weight) {
    double factor = weight * Math.exp(-t * t / 2) / Math.expm1(mu * width);
    double up = factor * Math.expm1(mu * t);
    double down = factor * Math.exp(mu * t) * Math.expm1(mu * (width - t));
    for (int j = 0; j < TERMS; j++) {
      above[j] += up;
      below[j] += down;
      up *= -t / (j + 1);
      down *= -t / (j + 1);
    }
  }

  /** What goes to the lower end of the cell from y on, relative to the density at y. */
  double lower(double y) {
    return series(below, y);
  }

  /** What goes to the upper end, relative to the density at y. */
  double upper(double y) {
    return series(above, y);
  }

  /** log(1 + (r - 1)/n) at y, or a little more. */
  double loss(double y, long clients) {
    double exponent = mu * (y - mu / 2);
    double excess = Math.expm1(exponent);
    double loss = Math.log1p(excess / clients);
    // An error of the exponent changes the loss by as much times r/(n + r - 1).
    double share = (1 + excess) / (clients + excess);
    double doubt = 4 * (mu * (Math.abs(y) + mu) + 1) * share + 8 * Math.abs(loss);
    return loss + UNIT * doubt;
  }

  private static double series(double[] coefficients, double y) {
    double sum = 0;
    for (int j = TERMS - 1; j >= 0; j--) {
      sum = sum * y + coefficients[j];
    }
    return sum;
  }
}
