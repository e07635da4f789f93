package org.shuffledcheckin.accountant.numeric;

import java.math.BigDecimal;
import java.math.MathContext;
import org.shuffledcheckin.accountant.testing.Decimals;

/** The Fourier transform of few values in 34-digit arithmetic, recursively: a reference. */
final class DecimalFft {
  private static final MathContext DIGITS = MathContext.DECIMAL128;

  private final BigDecimal[] cosines;
  private final BigDecimal[] sines;

  DecimalFft(int length) {
    cosines = new BigDecimal[length];
    sines = new BigDecimal[length];
    BigDecimal angle =
        Decimals.pi().multiply(BigDecimal.valueOf(2)).divide(BigDecimal.valueOf(length), DIGITS);
    BigDecimal[] turn = cosineAndSine(angle);
    cosines[0] = BigDecimal.ONE;
    sines[0] = BigDecimal.ZERO;
    for (int k = 1; k < length; k++) {
      BigDecimal c = cosines[k - 1];
      BigDecimal s = sines[k - 1];
      cosines[k] = c.multiply(turn[0]).subtract(s.multiply(turn[1]), DIGITS);
      sines[k] = s.multiply(turn[0]).add(c.multiply(turn[1]), DIGITS);
    }
  }

  /** Real parts and imaginary parts of all n frequencies of n complex values. */
  BigDecimal[][] transform(BigDecimal[] re, BigDecimal[] im) {
    int n = re.length;
    if (n == 1) {
      return new BigDecimal[][] {re, im};
    }
    BigDecimal[][] even = transform(every(re, 0), every(im, 0));
    BigDecimal[][] odd = transform(every(re, 1), every(im, 1));
    BigDecimal[][] result = new BigDecimal[2][n];
    int stride = cosines.length / n;
    for (int k = 0; k < n / 2; k++) {
      BigDecimal c = cosines[k * stride];
      BigDecimal s = sines[k * stride];
      BigDecimal x = odd[0][k].multiply(c).add(odd[1][k].multiply(s), DIGITS);
      BigDecimal y = odd[1][k].multiply(c).subtract(odd[0][k].multiply(s), DIGITS);
      result[0][k] = even[0][k].add(x, DIGITS);
      result[1][k] = even[1][k].add(y, DIGITS);
      result[0][k + n / 2] = even[0][k].subtract(x, DIGITS);
      result[1][k + n / 2] = even[1][k].subtract(y, DIGITS);
    }
    return result;
  }

  private static BigDecimal[] every(BigDecimal[] values, int from) {
    BigDecimal[] half = new BigDecimal[values.length / 2];
    for (int j = 0; j < half.length; j++) {
      half[j] = values[2 * j + from];
    }
    return half;
  }

  private static BigDecimal[] cosineAndSine(BigDecimal angle) {
    BigDecimal[] sums = {BigDecimal.ONE, BigDecimal.ZERO};
    BigDecimal term = BigDecimal.ONE;
    for (int i = 1; i < 60; i++) {
      term = term.multiply(angle, DIGITS).divide(BigDecimal.valueOf(i), DIGITS);
      sums[i % 2] = i % 4 < 2 ? sums[i % 2].add(term, DIGITS) : sums[i % 2].subtract(term, DIGITS);
    }
    return sums;
  }
}
