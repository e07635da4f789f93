package org.shuffledcheckin.accountant.certified;

import java.math.BigDecimal;
import org.shuffledcheckin.accountant.testing.Decimals;

/** The multiples of a step, a power of two, in a window around 0. */
final class Lattice {
  private final double step;
  private final int lowest;
  private final BigDecimal[] powers;

  /** Prepares the multiples from one loss to another. */
  Lattice(double step, double from, double to) {
    this.step = step;
    this.lowest = (int) Math.floor(from / step);
    this.powers = new BigDecimal[(int) Math.ceil(to / step) - lowest + 1];
    BigDecimal factor = Decimals.exp(Decimals.of(-step));
    powers[0] = Decimals.exp(Decimals.of(-step * lowest));
    for (int i = 1; i < powers.length; i++) {
      powers[i] = powers[i - 1].multiply(factor, Decimals.DIGITS);
    }
  }

  int lowest() {
    return lowest;
  }

  int highest() {
    return lowest + powers.length - 1;
  }

  int size() {
    return powers.length;
  }

  double loss(int index) {
    return step * index;
  }

  /** e^-loss at a multiple. */
  BigDecimal power(int index) {
    return powers[index - lowest];
  }

  /** The largest multiple, of those in the window and one below, at most -log(ratio). */
  int below(BigDecimal ratio) {
    int guess = (int) Math.floor(-Math.log(ratio.doubleValue()) / step);
    int index = Math.max(lowest - 1, Math.min(highest(), guess));
    while (index < highest() && power(index + 1).compareTo(ratio) >= 0) {
      index++;
    }
    while (index >= lowest && power(index).compareTo(ratio) < 0) {
      index--;
    }
    return index;
  }
}
