package org.shuffledcheckin.experiments.reference;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ReferenceFileTest {
  @TempDir private Path directory;

  private List<ComparedValue> evaluate(String content) throws IOException {
    Path file = directory.resolve("cases.json");
    Files.writeString(file, content);
    return ReferenceFile.read(file).stream().flatMap(one -> one.evaluate().stream()).toList();
  }

  private static String resource(String name) throws IOException {
    try (InputStream in = ReferenceFileTest.class.getResourceAsStream(name)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  private static String oneCase(String function, String inputs, String output) {
    return "{\"cases\": [{\"id\": \"x-1\", \"function\": \"%s\", \"inputs\": %s, \"output\": %s}]}"
        .formatted(function, inputs, output);
  }

  /** High-precision values, and intervals of composed ones, computed independently. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "accountant.json",
        "random-parameters.json",
        "randomizers.json",
        "filters.json",
        "distributed.json",
        "losses.json"
      })
  void evaluate_referenceValues_allAgree(String name) throws IOException {
    assertThat(evaluate(resource(name))).isNotEmpty().allMatch(value -> value.verdict().agrees());
  }

  /** Sums over cells approach the integral of the change of measure from above. */
  @ParameterizedTest
  @CsvSource({
    "60000, 0.001, 2, 0, 6000, 10, 5.9189477e-19",
    "59595, 0.05, 1, 30, 900, 21, 1.0843473e-25"
  })
  void evaluate_freeMass_isApproachedFromAbove(
      long accounted, double rate, double noise, long limit, long lost, double theta, double beta)
      throws IOException {
    String inputs =
        "{\"n\": 60000, \"n_prime\": %d, \"gamma\": %s, \"sigma\": %s, \"m\": %d, \"x\": %d, \"y_cut\": 11.5, \"theta\": %s}"
            .formatted(accounted, rate, noise, limit, lost, theta);
    String output = "{\"beta\": [%s, %s]}".formatted(beta * (1 - 1e-6), beta * 1.02);
    assertThat(evaluate(oneCase("pledge_free_mass", inputs, output)))
        .allMatch(value -> value.verdict().agrees());
  }

  @Test
  void evaluate_wrongValue_isOff() throws IOException {
    String right = resource("accountant.json");
    String wrong = right.replace("0.73532566405551922", "0.73532576405551922");
    assertThat(evaluate(wrong).stream().filter(value -> !value.verdict().agrees()))
        .extracting(ComparedValue::id)
        .containsExactly("pub-18");
  }

  /** pure_dp_to_rdp at order 2 and epsilon 1 is 0.735325664... */
  @ParameterizedTest
  @CsvSource({
    "'\"0.73532566405551922\"', true",
    "'\"0.7353257\"', true",
    "'\"0.735326\"', true",
    "'\"0.735327\"', false",
    "'\"0.7\"', true",
    "'\"7.0e-1\"', false",
    "'0.7353256640555', true",
    "'[0.7353, 0.7354]', true",
    "'[0.735, 0.7353]', true",
    "'[0.7354, 0.74]', false",
    "'[0.6, 0.7]', false",
    "'true', false",
    "'1', false",
  })
  void evaluate_tolerance_followsThePrintedDigits(String output, boolean agrees)
      throws IOException {
    assertThat(evaluate(oneCase("pure_dp_to_rdp", "{\"lam\": \"2\", \"eps\": 1}", output)))
        .singleElement()
        .extracting(value -> value.verdict().agrees())
        .isEqualTo(agrees);
  }

  /** A lower bound must not be above its interval, an upper bound not below. */
  @ParameterizedTest
  @CsvSource({
    "krr_lower_eps, 'eps_interval', '[0.02, 0.0221]', false",
    "krr_lower_eps, 'eps_interval', '[0.0222, 0.023]', true",
    "krr_lower_eps, 'eps_interval', '[0.0225, 0.023]', false",
    "krr_eps, 'eps_interval', '[0.02, 0.0221]', true",
    "krr_eps, 'eps_interval', '[0.0223, 0.023]', false",
  })
  void evaluate_interval_isOneSidedForBounds(
      String function, String output, String expected, boolean agrees) throws IOException {
    String inputs =
        "{\"n\": 10000, \"gamma\": 0.01, \"T\": 100, \"delta\": 1e-4, \"eps0\": 1, \"k\": 3,"
            + " \"law\": \"bernoulli\"}";
    String wanted = "{\"" + output + "\": " + expected + "}";
    assertThat(evaluate(oneCase(function, inputs, wanted)))
        .singleElement()
        .extracting(value -> value.verdict().agrees())
        .isEqualTo(agrees);
  }

  @Test
  void read_unknownFunction_isNamedBeforeAnythingIsComputed() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> evaluate(oneCase("frobnicate", "{}", "1")))
        .withMessageContainingAll("frobnicate", "x-1");
  }

  @ParameterizedTest
  @ValueSource(strings = {"hello", "", "{", "[]", "{\"cases\": 3}", "{\"cases\": [{}]}"})
  void read_notOfThisForm_isRefused(String content) {
    assertThatIllegalArgumentException().isThrownBy(() -> evaluate(content));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "pure_dp_to_rdp | {\"lam\": 1, \"eps\": 1} | order",
        "pure_dp_to_rdp | {\"lam\": 2, \"eps\": \"NaN\"} | NaN",
        "pure_dp_to_rdp | {\"lam\": 2} | 'eps'",
        "pure_dp_to_rdp | {\"lam\": \"two\", \"eps\": 1} | two",
        "choose_l | {\"n\": 10, \"gamma\": 2, \"beta\": 0.1} | check-in rate",
        "choose_l | {\"n\": 1.5, \"gamma\": 0.2, \"beta\": 0.1} | whole number",
        "checkin_pair | {\"n\":5,\"gamma\":0.2,\"eps0\":1,\"kind\":\"x\",\"eps\":1} | clones21",
        "gauss_delta_analytic | {\"eps\": 1, \"mu\": 0} | mu",
      })
  void evaluate_badInput_isNamedWithItsCase(String function, String inputs, String said) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> evaluate(oneCase(function, inputs, "\"1\"")))
        .withMessageContainingAll("x-1", said);
  }

  @Test
  void evaluate_unknownOutput_isNamedWithItsCase() {
    assertThatIllegalArgumentException()
        .isThrownBy(
            () -> evaluate(oneCase("pure_dp_to_rdp", "{\"lam\": 2, \"eps\": 1}", "{\"x\": 1}")))
        .withMessageContainingAll("x-1", "'x'");
  }

  @Test
  void read_missingFile_isNamed() {
    assertThatThrownBy(() -> ReferenceFile.read(directory.resolve("none")))
        .isInstanceOf(UncheckedIOException.class)
        .hasMessageContaining("no such file");
  }
}
