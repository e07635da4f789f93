package org.shuffledcheckin.accountant.lowerbound;

/**
 * Loss atoms rounded to the nearest multiple of a grid width, with what the rounding did on
 * average: the sum of many rounding errors keeps close to its mean, so most of it can be taken
 * back.
 */
final class RoundedLoss {
  private final double width;
  private final double largest;
  private final long first;
  private final double[] masses;
  private double meanError;
  private double squaredError;

  RoundedLoss(LossAtoms atoms, double width) {
    double[] range = atoms.range();
    this.width = width;
    // The product of a cell and the width is rounded.
    double rounding = 0x1p-52 * Math.max(Math.abs(range[0]), Math.abs(range[1]));
    this.largest = 0.5 * width * (1 + 0x1p-40) + rounding;
    this.first = Math.round(range[0] / width);
    this.masses = new double[(int) (Math.round(range[1] / width) - first) + 1];
    for (int i = 0; i < atoms.size(); i++) {
      long cell = Math.round(atoms.loss(i) / width);
      double error = atoms.loss(i) - cell * width - 0x1p-52 * Math.abs(atoms.loss(i));
      masses[(int) (cell - first)] += atoms.mass(i);
      meanError += atoms.mass(i) * error;
      squaredError += atoms.mass(i) * error * error;
    }
  }

  double width() {
    return width;
  }

  int cells() {
    return masses.length;
  }

  long cell(int index) {
    return first + index;
  }

  double loss(int index) {
    return (first + index) * width;
  }

  double mass(int index) {
    return masses[index];
  }

  /**
   * Returns x such that the sum of the losses is at least the sum of the rounded ones plus x,
   * except with probability e^{−exponent}: by Bernstein's inequality, or because no error exceeds
   * half a cell. The count is the number of rounds, or 1 where the masses are rates of a Poisson
   * process.
   */
  double recovered(double count, double exponent, boolean poisson) {
    double spread = largest * exponent / 3;
    double deviation = spread + Math.sqrt(spread * spread + 2 * count * squaredError * exponent);
    double bernstein = count * meanError - deviation;
    return poisson ? bernstein : Math.max(bernstein, -count * largest);
  }
}
