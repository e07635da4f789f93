package org.shuffledcheckin.accountant.pld;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.shuffledcheckin.accountant.numeric.Normal;
import org.shuffledcheckin.accountant.testing.Decimals;

class GaussianChordsTest {
  /** Relative to the truth in 60 digits; differences of doubles would keep eleven at best. */
  @ParameterizedTest
  @CsvSource({
    "2, 0x1p-8, 0.5",
    "2, 0x1p-8, -9",
    "2, 0x1p-8, 13",
    "0.002, 0x1p-8, 1.25",
    "0.25, 0x1p-8, 4",
    "12, 0x1p-7, 33",
    "12, 0x1p-7, 6.5"
  })
  void split_anyCell_hasTheDigitsOfBothParts(double mu, String width, double y) {
    double w = Double.parseDouble(width);
    GaussianChords chords = new GaussianChords(mu, w);
    BigDecimal start = Decimals.of(y);
    BigDecimal shift = Decimals.of(mu);
    BigDecimal q = mass(start, w);
    BigDecimal p = mass(start.subtract(shift), w);
    BigDecimal low = ratio(shift, start);
    BigDecimal high = ratio(shift, start.add(Decimals.of(w)));
    BigDecimal upper = p.subtract(low.multiply(q)).divide(high.subtract(low), Decimals.DIGITS);

    assertClose(Normal.density(y) * chords.upper(y), upper);
    assertClose(Normal.density(y) * chords.lower(y), q.subtract(upper));
  }

  @ParameterizedTest
  @CsvSource({"2, -9, 60000", "2, 1, 60000", "2, 1.0078125, 60000", "12, 33, 2", "0.002, 3, 1000"})
  void loss_anyPoint_isAHairAboveTheTruth(double mu, double y, long clients) {
    BigDecimal excess = ratio(Decimals.of(mu), Decimals.of(y)).subtract(BigDecimal.ONE);
    BigDecimal exact =
        Decimals.log(
            BigDecimal.ONE.add(excess.divide(BigDecimal.valueOf(clients), Decimals.DIGITS)));
    double loss = new GaussianChords(mu, 0x1p-8).loss(y, clients);
    double above = Decimals.of(loss).subtract(exact).doubleValue();
    assertThat(above).isBetween(0.0, 1e-13 * (Math.abs(loss) + 1.0 / clients));
  }

  private static BigDecimal mass(BigDecimal from, double width) {
    return Decimals.normalSurvival(from)
        .subtract(Decimals.normalSurvival(from.add(Decimals.of(width))));
  }

  private static BigDecimal ratio(BigDecimal mu, BigDecimal y) {
    return Decimals.exp(mu.multiply(y.subtract(mu.divide(BigDecimal.valueOf(2)))));
  }

  private static void assertClose(double value, BigDecimal exact) {
    double error = Decimals.of(value).subtract(exact).divide(exact, Decimals.DIGITS).doubleValue();
    assertThat(Math.abs(error)).isLessThan(0x1p-48);
  }
}
