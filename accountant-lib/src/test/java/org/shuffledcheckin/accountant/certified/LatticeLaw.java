package org.shuffledcheckin.accountant.certified;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import org.shuffledcheckin.accountant.testing.Decimals;

/**
 * The law of a privacy loss under P on multiples of a step, bounded from one side. Masses are
 * integers in units of 2^-80. Products are exact, by multiplying two huge integers whose digits are
 * the masses, and then rounded.
 *
 * <p>Above a window mass goes to infinite loss or to its end, below it to its end or away,
 * whichever errs to the law's side.
 */
final class LatticeLaw {
  private static final int BITS = 80;
  private static final int SLOT = 22;

  private final Side side;
  private final Lattice lattice;
  private final BigInteger[] mass;
  private BigInteger infinite = BigInteger.ZERO;

  private LatticeLaw(Side side, Lattice lattice) {
    this.side = side;
    this.lattice = lattice;
    this.mass = new BigInteger[lattice.size()];
    Arrays.fill(mass, BigInteger.ZERO);
  }

  /** The law of these outcomes, which may be in any order. */
  static LatticeLaw of(Side side, Lattice lattice, List<Outcome> outcomes) {
    LatticeLaw law = new LatticeLaw(side, lattice);
    if (side == Side.ABOVE) {
      outcomes.forEach(law::spread);
    } else {
      law.merge(outcomes);
    }
    return law;
  }

  private static LatticeLaw nothing(Side side, Lattice lattice) {
    LatticeLaw law = new LatticeLaw(side, lattice);
    law.put(0, BigInteger.ONE.shiftLeft(BITS));
    return law;
  }

  /** Splits an outcome on the two multiples around its loss so that both masses stay. */
  private void spread(Outcome outcome) {
    BigDecimal ratio = outcome.ratio();
    int index = lattice.below(ratio);
    if (index >= lattice.highest() || index < lattice.lowest()) {
      put(index + 1, side.units(outcome.p(), BITS));
      return;
    }
    BigDecimal gap = lattice.power(index).subtract(lattice.power(index + 1));
    BigDecimal share = lattice.power(index).subtract(ratio).divide(gap, Decimals.DIGITS);
    BigDecimal upper = outcome.p().multiply(share);
    put(index, side.units(outcome.p().subtract(upper), BITS));
    put(index + 1, side.units(upper, BITS));
  }

  /**
   * Merges outcomes, from large losses to small ones, until what was merged has a loss that is a
   * multiple, where the last one may go in part. To merge is to see less.
   */
  private void merge(List<Outcome> outcomes) {
    List<Outcome> falling = outcomes.stream().sorted(Comparator.comparing(Outcome::ratio)).toList();
    BigDecimal p = BigDecimal.ZERO;
    BigDecimal q = BigDecimal.ZERO;
    int index = 0;
    for (Outcome outcome : falling) {
      BigDecimal left = BigDecimal.ONE;
      if (p.signum() == 0) {
        index = lattice.below(outcome.ratio());
      }
      while (left.signum() > 0 && index >= lattice.lowest()) {
        BigDecimal target = lattice.power(index);
        // The part f of the outcome at which (q + f oq)/(p + f op) is e^-multiple.
        BigDecimal missing = target.multiply(p).subtract(q);
        BigDecimal gain = outcome.q().subtract(target.multiply(outcome.p()));
        if (gain.signum() <= 0 || missing.compareTo(gain.multiply(left)) > 0) {
          break;
        }
        BigDecimal part = missing.divide(gain, Decimals.DIGITS);
        put(index, side.units(p.add(part.multiply(outcome.p())), BITS));
        left = left.subtract(part);
        p = BigDecimal.ZERO;
        q = BigDecimal.ZERO;
        index = lattice.below(outcome.ratio());
        if (part.signum() == 0) {
          break;
        }
      }
      p = p.add(left.multiply(outcome.p()), Decimals.DIGITS);
      q = q.add(left.multiply(outcome.q()), Decimals.DIGITS);
    }
    if (p.signum() > 0) {
      put(lattice.below(q.divide(p, Decimals.DIGITS)), side.units(p, BITS));
    }
  }

  /** Adds mass at infinite loss, or from below nothing. */
  void addInfinite(BigDecimal p) {
    if (side == Side.ABOVE) {
      infinite = infinite.add(side.units(p, BITS));
    }
  }

  /** This law with all masses multiplied by a number. */
  private LatticeLaw scaled(BigDecimal factor) {
    LatticeLaw law = new LatticeLaw(side, lattice);
    BigInteger units = side.units(factor, BITS);
    for (int i = 0; i < mass.length; i++) {
      law.mass[i] = side.unitsOfProduct(mass[i].multiply(units), BITS);
    }
    law.infinite = side.unitsOfProduct(infinite.multiply(units), BITS);
    return law;
  }

  private LatticeLaw plus(LatticeLaw other) {
    LatticeLaw law = new LatticeLaw(side, lattice);
    Arrays.setAll(law.mass, i -> mass[i].add(other.mass[i]));
    law.infinite = infinite.add(other.infinite);
    return law;
  }

  /** The law of the sum of two independent losses. */
  private LatticeLaw times(LatticeLaw other) {
    byte[] digits = packed(mass).multiply(packed(other.mass)).toByteArray();
    LatticeLaw law = new LatticeLaw(side, lattice);
    for (int i = 0; i < 2 * mass.length - 1; i++) {
      int end = digits.length - i * SLOT;
      if (end <= 0) {
        break;
      }
      BigInteger both = new BigInteger(1, digits, Math.max(0, end - SLOT), Math.min(SLOT, end));
      law.put(i + 2 * lattice.lowest(), side.unitsOfProduct(both, BITS));
    }
    BigInteger all = total().multiply(other.infinite).add(infinite.multiply(other.total()));
    law.infinite = law.infinite.add(side.unitsOfProduct(all, BITS));
    return law;
  }

  /** The law of the sum of so many independent losses. */
  LatticeLaw power(long times) {
    LatticeLaw result = nothing(side, lattice);
    LatticeLaw square = this;
    for (long left = times; left > 0; left >>= 1) {
      result = (left & 1) == 1 ? result.times(square) : result;
      square = left > 1 ? square.times(square) : square;
    }
    return result;
  }

  /**
   * The law of the sum of a Poisson number of losses, where the masses of this law are rates that
   * add up to the given rate: the exponential series of a small part of the process, to the power
   * of all parts.
   */
  LatticeLaw process(BigDecimal rate) {
    int halvings = Math.max(0, Math.getExponent(rate.doubleValue()) + 7);
    BigDecimal part = BigDecimal.ONE.divide(BigDecimal.valueOf(1L << halvings), Decimals.DIGITS);
    LatticeLaw jumps = scaled(part);
    LatticeLaw term = nothing(side, lattice);
    LatticeLaw sum = term;
    BigDecimal small = rate.multiply(part, Decimals.DIGITS);
    BigDecimal left = BigDecimal.ONE;
    for (int j = 1; j <= 7; j++) {
      BigDecimal inverse = BigDecimal.ONE.divide(BigDecimal.valueOf(j), Decimals.DIGITS);
      term = term.times(jumps).scaled(inverse);
      sum = sum.plus(term);
      left = left.multiply(small).multiply(inverse, Decimals.DIGITS);
    }
    // What follows in the series has less than the last term.
    sum.addInfinite(left);
    sum = sum.scaled(Decimals.exp(small.negate()));
    for (int i = 0; i < halvings; i++) {
      sum = sum.times(sum);
    }
    return sum;
  }

  /** The epsilon at which delta is reached, from this law's side. */
  BigDecimal epsilon(BigDecimal delta) {
    BigDecimal above = decimal(infinite);
    BigDecimal returned = BigDecimal.ZERO;
    for (int i = lattice.highest(); i >= 1; i--) {
      above = above.add(massAt(i), Decimals.DIGITS);
      returned = returned.add(massAt(i).multiply(lattice.power(i)), Decimals.DIGITS);
      // Delta at the next smaller multiple is what is above less e^loss times what returns.
      BigDecimal back = returned.divide(lattice.power(i - 1), Decimals.DIGITS);
      if (above.subtract(back).compareTo(delta) > 0) {
        return Decimals.log(above.subtract(delta).divide(returned, Decimals.DIGITS));
      }
    }
    return BigDecimal.ZERO;
  }

  /** The mass at a multiple. */
  BigDecimal massAt(int index) {
    return decimal(mass[index - lattice.lowest()]);
  }

  private static BigDecimal decimal(BigInteger units) {
    return new BigDecimal(units)
        .divide(new BigDecimal(BigInteger.ONE.shiftLeft(BITS)), Decimals.DIGITS);
  }

  private BigInteger total() {
    return Arrays.stream(mass).reduce(infinite, BigInteger::add);
  }

  private void put(int index, BigInteger units) {
    if (index > lattice.highest() && side == Side.ABOVE) {
      infinite = infinite.add(units);
    } else if (index >= lattice.lowest() || side == Side.ABOVE) {
      int inside = Math.max(lattice.lowest(), Math.min(lattice.highest(), index));
      mass[inside - lattice.lowest()] = mass[inside - lattice.lowest()].add(units);
    }
  }

  private static BigInteger packed(BigInteger[] masses) {
    byte[] digits = new byte[masses.length * SLOT + 1];
    for (int i = 0; i < masses.length; i++) {
      byte[] value = masses[i].toByteArray();
      System.arraycopy(value, 0, digits, digits.length - i * SLOT - value.length, value.length);
    }
    return new BigInteger(digits);
  }
}
