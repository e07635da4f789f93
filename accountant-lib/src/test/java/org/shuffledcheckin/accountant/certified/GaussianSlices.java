package org.shuffledcheckin.accountant.certified;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.List;
import org.shuffledcheckin.accountant.testing.Decimals;

/**
 * Cuts the line into slices of 1/64 and gives their probabilities under N(0, 1) and N(mu, 1), to 50
 * digits. From below a slice is one outcome: seeing less. From above its mass is put on its two
 * ends, whose likelihood ratios are r = exp(mu y - mu^2/2), so that both probabilities stay.
 */
final class GaussianSlices {
  private static final MathContext DIGITS = Decimals.DIGITS;
  private static final BigDecimal WIDTH = BigDecimal.ONE.divide(BigDecimal.valueOf(64));

  private final BigDecimal mu;
  private final BigDecimal start;
  private final int count;

  GaussianSlices(double mu, double from, double to) {
    this.mu = Decimals.of(mu);
    this.start = Decimals.of(from);
    this.count = (int) Math.ceil((to - from) / WIDTH.doubleValue());
  }

  /** All outcomes between the ends. */
  List<Outcome> from(Side side) {
    List<Outcome> slices = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      BigDecimal y = edge(i);
      BigDecimal q = mass(y);
      BigDecimal p = mass(y.subtract(mu));
      if (side == Side.BELOW) {
        slices.add(new Outcome(p, q));
      } else {
        BigDecimal low = ratio(y);
        BigDecimal high = ratio(edge(i + 1));
        BigDecimal upper = p.subtract(low.multiply(q)).divide(high.subtract(low), DIGITS);
        BigDecimal lower = q.subtract(upper);
        slices.add(new Outcome(lower.multiply(low, DIGITS), lower));
        slices.add(new Outcome(upper.multiply(high, DIGITS), upper));
      }
    }
    return slices;
  }

  BigDecimal beyondQ() {
    return Decimals.normalSurvival(edge(count));
  }

  BigDecimal beyondP() {
    return Decimals.normalSurvival(edge(count).subtract(mu));
  }

  BigDecimal edge(int i) {
    return start.add(WIDTH.multiply(BigDecimal.valueOf(i)));
  }

  private BigDecimal ratio(BigDecimal y) {
    BigDecimal half = mu.divide(BigDecimal.valueOf(2));
    return Decimals.exp(mu.multiply(y.subtract(half)));
  }

  /** The integral of the density over a slice: its Taylor series, whose terms fall fast. */
  private static BigDecimal mass(BigDecimal y) {
    BigDecimal before = BigDecimal.ZERO;
    BigDecimal hermite = BigDecimal.ONE;
    BigDecimal factor = WIDTH;
    BigDecimal sum = BigDecimal.ZERO;
    for (int k = 0; k < 60; k++) {
      BigDecimal term = hermite.multiply(factor, DIGITS);
      sum = k % 2 == 0 ? sum.add(term, DIGITS) : sum.subtract(term, DIGITS);
      BigDecimal next =
          y.multiply(hermite).subtract(BigDecimal.valueOf(k).multiply(before), DIGITS);
      before = hermite;
      hermite = next;
      factor = factor.multiply(WIDTH).divide(BigDecimal.valueOf(k + 2L), DIGITS);
    }
    return sum.multiply(Decimals.normalDensity(y), DIGITS);
  }
}
