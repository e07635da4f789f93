package org.shuffledcheckin.experiments.reference;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class FormulaTest {
  private static final Map<String, Double> VALUES = Map.of("eps0", 2.0, "j", 3.0);

  @ParameterizedTest
  @CsvSource({
    "e^{-eps0}, 0.1353352832366127",
    "2/(e^{eps0}+1), 0.23840584404423515",
    "j/(2*4), 0.375",
    "2*j/(1e-2*3), 200",
    "1.5e-3 + 2E+2, 200.0015",
    "-2^2, -4",
    "2^-1, 0.5",
    "8/2/2, 2",
    "exp(log(5)) - sqrt(16), 1",
  })
  void evaluate_followsTheUsualRules(String text, double expected) {
    assertThat(ExpressionParser.evaluate(text, VALUES)).isCloseTo(expected, within(1e-12));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "1+", "(1", "{1)", "x", "1,2", "sin(1)", "2*/3"})
  void evaluate_notArithmetic_isRefused(String text) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> ExpressionParser.evaluate(text, VALUES))
        .withMessageContaining("formula");
  }
}
