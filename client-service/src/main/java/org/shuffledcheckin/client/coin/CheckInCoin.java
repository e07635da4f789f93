package org.shuffledcheckin.client.coin;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.MathContext;
import java.math.RoundingMode;
import java.nio.ByteOrder;
import java.util.BitSet;
import java.util.random.RandomGenerator;
import org.shuffledcheckin.accountant.CheckInLaw;
import org.shuffledcheckin.kit.round.WireLimits;

/**
 * Draws how many reports a client sends in a round, by inversion of a uniform 64-bit word.
 *
 * <p>Guarantees that a draw's law is within total variation 17/2^64 of Poisson(rate), or of
 * Bernoulli(rate), if the word is uniform: thresholds come from 60-digit arithmetic. A Poisson draw
 * above 16 counts as 16; the chance of one is the accountant's to charge. Client i is given the
 * i-th word of the round's stream, so its draw depends on the stream and its place alone, and a
 * client's draws are independent of everyone else's.
 */
public final class CheckInCoin {
  private static final MathContext DIGITS = new MathContext(60, RoundingMode.HALF_EVEN);
  private static final BigDecimal TWO_TO_64 = new BigDecimal(BigInteger.ONE.shiftLeft(64));
  private static final int TAYLOR_TERMS = 60;
  private static final VarHandle WORDS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
  private static final int BLOCK_BYTES = 8192;

  // Shifted by 2^63, so that a signed comparison orders them as unsigned numbers.
  private final long[] thresholds;

  private CheckInCoin(BigDecimal[] cumulative) {
    thresholds = new long[cumulative.length];
    for (int i = 0; i < cumulative.length; i++) {
      BigInteger scaled = cumulative[i].multiply(TWO_TO_64).toBigInteger();
      thresholds[i] = scaled.longValue() ^ Long.MIN_VALUE;
    }
  }

  /** The coin of a round with this law and rate, in (0, 1]. */
  public static CheckInCoin of(CheckInLaw law, double rate) {
    if (!(rate > 0 && rate <= 1)) {
      throw new IllegalArgumentException("check-in rate must be in (0, 1] but is " + rate);
    }
    BigDecimal exact = new BigDecimal(rate);
    return new CheckInCoin(
        switch (law) {
          case POISSON -> poisson(exact);
          case BERNOULLI -> new BigDecimal[] {BigDecimal.ONE.subtract(exact)};
        });
  }

  /** How many reports a uniform word stands for. */
  public int draw(long word) {
    long shifted = word ^ Long.MIN_VALUE;
    int reports = 0;
    while (reports < thresholds.length && shifted >= thresholds[reports]) {
      reports++;
    }
    return reports;
  }

  /**
   * Draws for each of the participants. A client that does not take part uses up its word too, so
   * that nobody's draw depends on who else is there.
   *
   * @param stream fresh for this round and used for nothing else
   */
  public Draws draw(BitSet participants, RandomGenerator stream) {
    Draws.Builder draws = new Draws.Builder();
    byte[] block = new byte[BLOCK_BYTES];
    int clients = participants.length();
    for (int first = 0; first < clients; first += BLOCK_BYTES / Long.BYTES) {
      stream.nextBytes(block);
      int end = Math.min(clients - first, BLOCK_BYTES / Long.BYTES);
      for (int i = 0; i < end; i++) {
        int reports = draw((long) WORDS.get(block, i * Long.BYTES));
        if (reports > 0 && participants.get(first + i)) {
          draws.add(first + i, reports);
        }
      }
    }
    return draws.build();
  }

  private static BigDecimal[] poisson(BigDecimal rate) {
    BigDecimal[] cumulative = new BigDecimal[WireLimits.REPORTS_PER_CLIENT];
    BigDecimal mass = expOfMinus(rate);
    BigDecimal sum = mass;
    for (int k = 0; k < cumulative.length; k++) {
      cumulative[k] = sum;
      mass = mass.multiply(rate, DIGITS).divide(BigDecimal.valueOf(k + 1L), DIGITS);
      // Rounding in the last digit must not lift a probability above one.
      sum = sum.add(mass, DIGITS).min(BigDecimal.ONE.subtract(BigDecimal.ONE.movePointLeft(40)));
    }
    return cumulative;
  }

  /** Taylor's series, alternating and falling since the rate is at most 1. */
  private static BigDecimal expOfMinus(BigDecimal rate) {
    BigDecimal term = BigDecimal.ONE;
    BigDecimal sum = BigDecimal.ONE;
    for (int k = 1; k <= TAYLOR_TERMS; k++) {
      term = term.multiply(rate, DIGITS).negate().divide(BigDecimal.valueOf(k), DIGITS);
      sum = sum.add(term, DIGITS);
    }
    return sum;
  }
}
