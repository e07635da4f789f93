package org.shuffledcheckin.accountant.sound;

/**
 * The probability that some round of a run tells everything.
 *
 * <p>A round that is below (1 - b) psi + b, psi the profile of its pair, is dominated by "with
 * probability b everything, otherwise the pair". Over rounds the chances of telling nothing
 * multiply, and the rest composes as if it were alone: delta is at most (1 - b) delta' + b with 1 -
 * b the product over all rounds.
 *
 * @param logSurvival the logarithm of a lower bound on that product
 */
record LossMass(double logSurvival) {
  /** No round tells everything. */
  static final LossMass NONE = new LossMass(0);

  /** Covers the rounding of logarithms, sums and exponentials, with much to spare. */
  private static final double ROUNDING = 1e-12;

  /** The mass after so many more rounds with this mass each. */
  LossMass plus(double mass, long times) {
    return mass == 0 || times == 0
        ? this
        : new LossMass(logSurvival + times * Math.log1p(-mass) * (1 + ROUNDING));
  }

  /** The delta of a run whose finite losses have this delta. */
  double withFinite(double delta) {
    return Math.min(1, delta + (1 - delta) * total());
  }

  /** How large the delta of the finite losses may be; negative if there is nothing left. */
  double finiteRoom(double delta) {
    double total = total();
    return total == 0 ? delta : (delta - total) / (1 - total) * (1 - ROUNDING);
  }

  private double total() {
    return logSurvival == 0 ? 0 : Math.min(1, -Math.expm1(logSurvival) * (1 + ROUNDING));
  }
}
