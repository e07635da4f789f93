package org.shuffledcheckin.accountant.certified;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.List;
import org.shuffledcheckin.accountant.testing.Decimals;

/**
 * The third-order bound inf over tau of N(tau)/(4(e^epsilon - tau)), N(tau) = E_P[(e^L - tau)+^2
 * e^-L], where L is the loss of the data set in which all others agree: jumps log(1 + (r - 1)/n) at
 * rate g((n - 1) phi(y) + phi(y - mu)) dy for all y.
 */
final class CertifiedMoments {
  private static final MathContext DIGITS = Decimals.DIGITS;
  private static final BigDecimal ONE = BigDecimal.ONE;

  private final Lattice lattice;
  private final BigDecimal clients;
  private final BigDecimal mu;

  /** Describes rounds whose rates add up to 1. */
  CertifiedMoments(Lattice lattice, int clients, double mu) {
    this.lattice = lattice;
    this.clients = BigDecimal.valueOf(clients);
    this.mu = Decimals.of(mu);
  }

  /** The epsilon at delta, from one side. */
  BigDecimal epsilon(Side side, BigDecimal delta) {
    LatticeLaw law = law(side);
    BigDecimal zeroth = BigDecimal.ZERO;
    BigDecimal first = BigDecimal.ZERO;
    BigDecimal second = side == Side.ABOVE ? tail() : BigDecimal.ZERO;
    BigDecimal four = delta.multiply(BigDecimal.valueOf(4));
    BigDecimal least = null;
    BigDecimal before = ONE.divide(lattice.power(lattice.highest()), DIGITS);
    for (int i = lattice.highest(); i >= lattice.lowest(); i--) {
      BigDecimal tau = ONE.divide(lattice.power(i), DIGITS);
      // From below, every tau between two multiples has at least N of the larger one.
      BigDecimal at = side == Side.ABOVE ? tau : before;
      BigDecimal numerator =
          second
              .subtract(at.multiply(first).multiply(BigDecimal.valueOf(2)))
              .add(at.multiply(at).multiply(zeroth), DIGITS);
      BigDecimal order = tau.add(numerator.divide(four, DIGITS));
      least = least == null ? order : least.min(order);
      before = tau;
      zeroth = zeroth.add(law.massAt(i).multiply(lattice.power(i)), DIGITS);
      first = first.add(law.massAt(i), DIGITS);
      second = second.add(law.massAt(i).multiply(tau), DIGITS);
    }
    return Decimals.log(least);
  }

  private LatticeLaw law(Side side) {
    GaussianSlices slices = new GaussianSlices(mu.doubleValue(), -9, 2 * mu.doubleValue() + 11);
    List<Outcome> points = new ArrayList<>();
    BigDecimal sum = BigDecimal.ZERO;
    for (Outcome slice : slices.from(side)) {
      BigDecimal p = clients.subtract(ONE).multiply(slice.q()).add(slice.p());
      points.add(new Outcome(p, clients.multiply(slice.q())));
      sum = sum.add(p, DIGITS);
    }
    return LatticeLaw.of(side, lattice, points).process(sum);
  }

  /**
   * What losses above the window, and jumps beyond the slices, may add to E_P[e^L]: at most the
   * fourth moment divided by e^(2 top), and far less.
   */
  private BigDecimal tail() {
    BigDecimal moment = BigDecimal.ZERO;
    // E[(1 + (r - 1)/n)^4 - 1] from E[r^k] = e^(k(k - 1) mu^2/2).
    BigDecimal inverse = ONE.divide(clients, DIGITS);
    long[] choose = {1, 4, 6, 4, 1};
    for (int k = 1; k <= 4; k++) {
      BigDecimal exponent = mu.multiply(mu).multiply(BigDecimal.valueOf(k * (k - 1L) / 2));
      BigDecimal rest = ONE.subtract(inverse).pow(4 - k);
      moment =
          moment.add(
              BigDecimal.valueOf(choose[k])
                  .multiply(rest)
                  .multiply(inverse.pow(k))
                  .multiply(Decimals.exp(exponent)),
              DIGITS);
    }
    moment = moment.add(ONE.subtract(inverse).pow(4)).subtract(ONE);
    BigDecimal fourth = Decimals.exp(clients.multiply(moment));
    BigDecimal top = lattice.power(lattice.highest());
    return fourth.multiply(top).multiply(top).multiply(BigDecimal.valueOf(2));
  }
}
