package org.shuffledcheckin.accountant.certified;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;

/** From which side a law is bounded, and hence how it is rounded. */
enum Side {
  /** Not less mass, and not at smaller losses, than there is. */
  ABOVE(RoundingMode.CEILING),
  /** Not more mass, and not at larger losses. */
  BELOW(RoundingMode.FLOOR);

  private final RoundingMode rounding;

  Side(RoundingMode rounding) {
    this.rounding = rounding;
  }

  /** A mass in units of 2^-bits; decimals are right to far more digits than a unit has. */
  BigInteger units(BigDecimal mass, int bits) {
    BigInteger rounded =
        mass.multiply(new BigDecimal(BigInteger.ONE.shiftLeft(bits)))
            .setScale(0, rounding)
            .toBigIntegerExact();
    return this == ABOVE ? rounded.add(BigInteger.ONE) : lower(rounded);
  }

  /** A product of two masses in the unit of each. */
  BigInteger unitsOfProduct(BigInteger product, int bits) {
    BigInteger cut = product.shiftRight(bits);
    return this == ABOVE && product.signum() > 0 ? cut.add(BigInteger.ONE) : cut;
  }

  private static BigInteger lower(BigInteger value) {
    return value.signum() > 0 ? value.subtract(BigInteger.ONE) : BigInteger.ZERO;
  }
}
