package org.shuffledcheckin.accountant.numeric;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.util.SplittableRandom;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;
import org.shuffledcheckin.accountant.testing.Decimals;

/**
 * The errors that reserves are made for, on random arguments against 60-digit arithmetic: laws of
 * counts to 2^-38 as long as they are above e^-100, the normal law to 2^-46.
 */
class LawAccuracyTest {
  private static final long SEED = 38_2026;
  private static final int TRIALS = 400;
  private static final double COUNTS = 0x1p-38;
  private static final double NORMAL = 0x1p-46;

  @Test
  void binomialPmf_anyParameters_isWithinItsReserve() {
    SplittableRandom random = new SplittableRandom(SEED);
    for (int trial = 0; trial < TRIALS; trial++) {
      long n = 1 + (long) Math.pow(10, 10 * random.nextDouble());
      double p = Math.pow(10, -8 * random.nextDouble());
      double deviation = Math.sqrt(n * p * (1 - p));
      long k = (long) (n * p + 13 * deviation * (2 * random.nextDouble() - 1));
      k = Math.max(0, Math.min(n, k + random.nextInt(3)));
      Binomial binomial = new Binomial(n, p);
      if (p < 1 && binomial.logPmf(k) > -100) {
        assertClose(binomial.pmf(k), binomial(n, p, k), COUNTS, binomial + " at " + k);
      }
    }
  }

  @Test
  void poissonPmf_anyMean_isWithinItsReserve() {
    SplittableRandom random = new SplittableRandom(SEED);
    for (int trial = 0; trial < TRIALS; trial++) {
      double mean = Math.pow(10, 12 * random.nextDouble() - 4);
      long k = (long) Math.max(0, mean + 13 * Math.sqrt(mean) * (2 * random.nextDouble() - 1));
      k += random.nextInt(4);
      Poisson poisson = new Poisson(mean);
      if (poisson.logPmf(k) > -100) {
        BigDecimal m = Decimals.of(mean);
        BigDecimal log =
            Decimals.log(m)
                .multiply(BigDecimal.valueOf(k))
                .subtract(m)
                .subtract(Decimals.logFactorial(k));
        assertClose(poisson.pmf(k), Decimals.exp(log), COUNTS, poisson + " at " + k);
      }
    }
  }

  @Test
  void survival_manyTerms_isWithinItsReserve() {
    // A tail of 40 000 terms from the mean on, against one minus the others' sum.
    Binomial binomial = new Binomial(10_000_000_000L, 0.5);
    long mean = 5_000_000_000L;
    double below = binomial.cdf(mean - 1);
    assertThat(below + binomial.pmf(mean) + binomial.survival(mean + 1))
        .isEqualTo(1, byUnits(1e-11));
    assertThat(binomial.survival(mean + 1) / below).isEqualTo(1, byUnits(1e-11));
  }

  @Test
  void normalSurvival_bothTails_isWithinItsReserve() {
    SplittableRandom random = new SplittableRandom(SEED);
    for (int trial = 0; trial < TRIALS / 2; trial++) {
      double x = 38 * random.nextDouble() * random.nextDouble() - (trial % 2 == 0 ? 0 : 8);
      BigDecimal exact = Decimals.normalSurvival(Decimals.of(x));
      assertClose(Normal.survival(x), exact, NORMAL, "survival at " + x);
    }
  }

  @Test
  void normalMass_anyWidth_isWithinItsReserve() {
    SplittableRandom random = new SplittableRandom(SEED);
    for (int trial = 0; trial < TRIALS / 2; trial++) {
      double start = 20 * random.nextDouble() - 10;
      double width = Math.pow(10, 5 * random.nextDouble() - 4);
      BigDecimal from = Decimals.of(start);
      BigDecimal exact =
          Decimals.normalSurvival(from)
              .subtract(Decimals.normalSurvival(from.add(Decimals.of(width))));
      // Positions are rounded, which counts the more the farther out they are.
      double allowed = 0x1p-53 * (40 + 4 * start * start);
      assertClose(Normal.mass(start, width), exact, allowed, start + " + " + width);
    }
  }

  private static BigDecimal binomial(long n, double p, long k) {
    BigDecimal success = Decimals.of(p);
    BigDecimal log =
        Decimals.logFactorial(n)
            .subtract(Decimals.logFactorial(k))
            .subtract(Decimals.logFactorial(n - k))
            .add(Decimals.log(success).multiply(BigDecimal.valueOf(k)))
            .add(
                Decimals.log(BigDecimal.ONE.subtract(success)).multiply(BigDecimal.valueOf(n - k)));
    return Decimals.exp(log);
  }

  private static Offset<Double> byUnits(double relative) {
    return Offset.offset(relative);
  }

  private static void assertClose(double value, BigDecimal exact, double allowed, String what) {
    double error =
        new BigDecimal(value).subtract(exact).divide(exact, Decimals.DIGITS).doubleValue();
    assertThat(Math.abs(error)).as("seed %d, %s", SEED, what).isLessThan(allowed);
  }
}
