package org.shuffledcheckin.accountant.numeric;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Golden values from 60-digit arithmetic. */
class NormalTest {
  @ParameterizedTest
  @CsvSource({
    "0.1, 0.460172162722971016",
    "0.62, 0.267628893468983031",
    "1.13, 0.129238112240017843",
    "2.37, 0.00889404263033677483",
    "5.88, 2.05133241077259728e-9",
    "8.125, 2.23681206444410505e-16",
    "10.9, 5.76286441383559295e-28",
    "11.2, 2.03866750354489181e-29",
    "20.3, 6.42924446769834634e-92",
    "37.4, 1.95368156164899225e-306"
  })
  void survival_farTail_keepsRelativeAccuracy(double x, double expected) {
    assertThat(Normal.survival(x) / expected).isCloseTo(1, within(3e-15));
    assertThat(Normal.cdf(-x)).isEqualTo(Normal.survival(x));
    assertThat(Normal.cdf(x)).isCloseTo(1 - expected, within(2e-16));
  }

  @ParameterizedTest
  @CsvSource({
    "-1.5, -2.70594440082388981",
    "-40, -804.608442013753788",
    "-200, -20006.2172808981904",
    "3, -0.0013508099647481938"
  })
  void logCdf_anywhere_keepsRelativeAccuracy(double x, double expected) {
    assertThat(Normal.logCdf(x) / expected).isCloseTo(1, within(3e-15));
    assertThat(Normal.logSurvival(-x)).isEqualTo(Normal.logCdf(x));
  }

  @ParameterizedTest
  @CsvSource({
    "-0.3, 1e-7, 3.81387821181340723e-8",
    "5.5, 1e-3, 1.07401956378176356e-10",
    "3.0, 0.5, 0.00111726895259456949",
    "-2.0, 5.0, 0.975899970020190698"
  })
  void mass_narrowAndWide_keepsRelativeAccuracy(double start, double width, double expected) {
    assertThat(Normal.mass(start, width) / expected).isCloseTo(1, within(3e-15));
  }

  @Test
  void mass_infiniteWidth_isTheTail() {
    assertThat(Normal.mass(4, Double.POSITIVE_INFINITY)).isEqualTo(Normal.survival(4));
    assertThat(Normal.mass(1, 0)).isZero();
  }

  @Test
  void survival_infinities_areZeroAndOne() {
    assertThat(Normal.survival(Double.POSITIVE_INFINITY)).isZero();
    assertThat(Normal.survival(Double.NEGATIVE_INFINITY)).isOne();
  }
}
