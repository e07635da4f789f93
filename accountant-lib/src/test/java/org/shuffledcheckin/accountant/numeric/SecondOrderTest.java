package org.shuffledcheckin.accountant.numeric;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.data.Percentage.withPercentage;

import org.junit.jupiter.api.Test;

class SecondOrderTest {
  @Test
  void allForms_largeArguments_matchTheDirectForms() {
    for (double x : new double[] {-0.3, -0.2, 0.2, 0.3, 2}) {
      assertThat(SecondOrder.log1pMinus(x)).isCloseTo(Math.log1p(x) - x, within(1e-15));
      assertThat(SecondOrder.expm1Plus(x)).isCloseTo(Math.expm1(-x) + x, within(1e-15));
      assertThat(SecondOrder.powerExcess(3, x))
          .isCloseTo(Math.expm1(3 * x) - 3 * Math.expm1(x), withPercentage(1e-10));
    }
    assertThat(SecondOrder.powerExcess(2.5, 1e-9)).isCloseTo(1.875e-18, withPercentage(1e-6));
  }
}
