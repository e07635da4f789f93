package org.shuffledcheckin.accountant.certified;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.List;
import org.shuffledcheckin.accountant.testing.Decimals;

/** The laws of the losses of pairs, outcome by outcome, from either side. */
final class CertifiedPairs {
  private static final MathContext DIGITS = Decimals.DIGITS;
  private static final BigDecimal ONE = BigDecimal.ONE;

  /** Outcomes rarer than this count as infinite losses, or not at all. */
  private static final BigDecimal RARE = new BigDecimal("1e-22");

  private final Lattice lattice;

  CertifiedPairs(Lattice lattice) {
    this.lattice = lattice;
  }

  /** One round of the pair clones23: a, b and c reports of three kinds, the rest absent. */
  LatticeLaw clones(Side side, int clients, double rate, double epsilon0) {
    BigDecimal e0 = Decimals.exp(Decimals.of(epsilon0));
    BigDecimal telling = Decimals.of(rate).divide(e0.add(ONE), DIGITS);
    BigDecimal leftover = Decimals.of(rate).subtract(telling.multiply(BigDecimal.valueOf(2)));
    return counted(side, clients, telling, leftover, e0);
  }

  /** The same for k-ary response, where a client that sends a third symbol is as good as absent. */
  LatticeLaw kAryResponse(Side side, int clients, double rate, double epsilon0, int values) {
    BigDecimal e0 = Decimals.exp(Decimals.of(epsilon0));
    BigDecimal telling = Decimals.of(rate).divide(e0.add(BigDecimal.valueOf(values - 1)), DIGITS);
    BigDecimal leftover = telling.multiply(e0.subtract(ONE));
    return counted(side, clients, telling, leftover, e0);
  }

  /**
   * P = M ((n - a - b - c) + e0 a + b)/n and Q with a and b exchanged, M multinomial; a sum over c
   * for every s = a + b, each started from the multinomial's recurrences.
   */
  private LatticeLaw counted(
      Side side, int clients, BigDecimal telling, BigDecimal leftover, BigDecimal e0) {
    List<Outcome> outcomes = new ArrayList<>();
    BigDecimal absent = ONE.subtract(telling.multiply(BigDecimal.valueOf(2))).subtract(leftover);
    BigDecimal first = absent.pow(clients, DIGITS);
    for (int s = 0; s <= clients; s++) {
      int before = outcomes.size();
      BigDecimal weight = first;
      // Weights rise and then fall for good.
      for (int c = 0; c + s <= clients && !(isRare(weight) && outcomes.size() > before); c++) {
        if (!isRare(weight)) {
          addSplit(outcomes, clients, s, c, weight, e0);
        }
        // From c to c + 1 leftovers.
        weight =
            weight
                .multiply(BigDecimal.valueOf(clients - s - c))
                .multiply(leftover)
                .divide(BigDecimal.valueOf(c + 1L).multiply(absent), DIGITS);
      }
      if (outcomes.size() == before && before > 0) {
        break;
      }
      // From s to s + 1 telling reports, of both kinds together.
      first =
          first
              .multiply(BigDecimal.valueOf(2L * (clients - s)))
              .multiply(telling)
              .divide(BigDecimal.valueOf(s + 1L).multiply(absent), DIGITS);
    }
    LatticeLaw law = LatticeLaw.of(side, lattice, outcomes);
    BigDecimal seen =
        outcomes.stream().map(Outcome::p).reduce(BigDecimal.ZERO, (a, b) -> a.add(b, DIGITS));
    law.addInfinite(ONE.subtract(seen).max(BigDecimal.ZERO));
    return law;
  }

  private static boolean isRare(BigDecimal weight) {
    return weight.compareTo(RARE) < 0;
  }

  /** Adds all ways in which s telling reports are a of one kind and b of the other. */
  private static void addSplit(
      List<Outcome> outcomes, int clients, int s, int c, BigDecimal weight, BigDecimal e0) {
    BigDecimal coins = weight.divide(BigDecimal.valueOf(2).pow(s), DIGITS);
    BigDecimal n = BigDecimal.valueOf(clients);
    for (int a = 0; a <= s; a++) {
      BigDecimal others = BigDecimal.valueOf(clients - s - c);
      BigDecimal own = e0.multiply(BigDecimal.valueOf(a)).add(BigDecimal.valueOf(s - a));
      BigDecimal other = e0.multiply(BigDecimal.valueOf(s - a)).add(BigDecimal.valueOf(a));
      BigDecimal p = coins.multiply(others.add(own)).divide(n, DIGITS);
      BigDecimal q = coins.multiply(others.add(other)).divide(n, DIGITS);
      if (p.signum() > 0) {
        outcomes.add(new Outcome(p, q));
      }
      coins = coins.multiply(BigDecimal.valueOf(s - a)).divide(BigDecimal.valueOf(a + 1L), DIGITS);
    }
  }

  /**
   * A whole process of the pair of Poisson check-ins with Gaussian noise: on r > 1 jumps up by
   * log(1 + (r - 1)/n) at rate g((n - 1) phi(y) + phi(y - mu)) dy and down at rate g n phi(y) dy.
   *
   * @param total g, the sum of the rates of all rounds
   */
  LatticeLaw poissonGaussian(Side side, int clients, double total, double mu) {
    GaussianSlices slices = new GaussianSlices(mu, mu / 2, mu + 9);
    BigDecimal rate = Decimals.of(total);
    BigDecimal n = BigDecimal.valueOf(clients);
    BigDecimal sum = BigDecimal.ZERO;
    List<Outcome> points = new ArrayList<>();
    for (Outcome slice : slices.from(side)) {
      BigDecimal up = rate.multiply(n.subtract(ONE).multiply(slice.q()).add(slice.p()));
      BigDecimal down = rate.multiply(n).multiply(slice.q());
      points.add(new Outcome(up, down));
      points.add(new Outcome(down, up));
      sum = sum.add(up, DIGITS).add(down, DIGITS);
    }
    LatticeLaw jumps = LatticeLaw.of(side, lattice, points);
    BigDecimal beyond = rate.multiply(n.multiply(slices.beyondQ()).add(slices.beyondP()));
    jumps.addInfinite(beyond);
    return jumps.process(side == Side.ABOVE ? sum.add(beyond) : sum);
  }
}
