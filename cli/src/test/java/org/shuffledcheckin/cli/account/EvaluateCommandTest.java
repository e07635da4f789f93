package org.shuffledcheckin.cli.account;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.shuffledcheckin.cli.ExitCode;
import org.shuffledcheckin.cli.main.Checkin;

class EvaluateCommandTest {
  @TempDir private Path directory;

  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  private int evaluate(String content, String... flags) throws Exception {
    Path file = directory.resolve("cases.json");
    Files.writeString(file, content);
    String[] words = new String[3 + flags.length];
    words[0] = "account";
    words[1] = "evaluate";
    words[2] = file.toString();
    System.arraycopy(flags, 0, words, 3, flags.length);
    return Checkin.commandLine()
        .setOut(new PrintWriter(out))
        .setErr(new PrintWriter(err))
        .execute(words);
  }

  private static String resource(String name) throws Exception {
    try (InputStream in = EvaluateCommandTest.class.getResourceAsStream(name)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  private static String oneCase(String function, String inputs, String output) {
    return "{\"cases\": [{\"id\": \"x-1\", \"function\": \"%s\", \"inputs\": %s, \"output\": %s}]}"
        .formatted(function, inputs, output);
  }

  /** High-precision values, and intervals of composed ones, computed independently. */
  @ParameterizedTest
  @ValueSource(strings = {"accountant.json", "random-parameters.json"})
  void referenceValues_allAgree(String name) throws Exception {
    assertThat(evaluate(resource(name))).as(out.toString()).isEqualTo(ExitCode.OK);
    assertThat(out.toString()).contains("all agree").doesNotContain("OFF");
  }

  @Test
  void wrongValue_isOff() throws Exception {
    String right = resource("accountant.json");
    String wrong = right.replace("0.73532566405551922", "0.73532576405551922");
    assertThat(evaluate(wrong)).isEqualTo(ExitCode.FAILED);
    assertThat(out.toString()).contains("pub-18", "OFF", "1 off");
  }

  /** pure_dp_to_rdp at order 2 and epsilon 1 is 0.735325664... */
  @ParameterizedTest
  @CsvSource({
    "'\"0.73532566405551922\"', 0",
    "'\"0.7353257\"', 0",
    "'\"0.735326\"', 0",
    "'\"0.735327\"', 1",
    "'\"0.7\"', 0",
    "'\"7.0e-1\"', 1",
    "'0.7353256640555', 0",
    "'[0.7353, 0.7354]', 0",
    "'[0.735, 0.7353]', 0",
    "'[0.7354, 0.74]', 1",
    "'[0.6, 0.7]', 1",
    "'true', 1",
    "'1', 1",
  })
  void tolerance_followsThePrintedDigits(String output, int exitCode) throws Exception {
    assertThat(evaluate(oneCase("pure_dp_to_rdp", "{\"lam\": \"2\", \"eps\": 1}", output)))
        .as(out.toString())
        .isEqualTo(exitCode);
  }

  @Test
  void json_listsEveryValue() throws Exception {
    int exitCode =
        evaluate(
            oneCase("pure_dp_to_rdp", "{\"lam\": 2, \"eps\": \"1\"}", "\"0.73532566405551922\""),
            "--json");
    assertThat(exitCode).isEqualTo(ExitCode.OK);
    var tree = new ObjectMapper().readTree(out.toString());
    assertThat(tree.get("agree").asBoolean()).isTrue();
    assertThat(tree.get("values").get(0).get("id").asText()).isEqualTo("x-1");
    assertThat(tree.get("values").get(0).get("relative_error").asDouble()).isLessThan(1e-12);
  }

  @Test
  void unknownFunction_isNamedBeforeAnythingIsComputed() throws Exception {
    assertThat(evaluate(oneCase("frobnicate", "{}", "1"))).isEqualTo(ExitCode.USAGE);
    assertThat(err.toString()).contains("frobnicate", "x-1").doesNotContain("\tat ");
    assertThat(out.toString()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"hello", "", "{", "[]", "{\"cases\": 3}", "{\"cases\": [{}]}"})
  void notOfThisForm_isBadInput(String content) throws Exception {
    assertThat(evaluate(content)).isEqualTo(ExitCode.USAGE);
    assertThat(err.toString()).startsWith("checkin: ").doesNotContain("\tat ");
    assertThat(err.toString().lines()).hasSize(1);
    assertThat(out.toString()).isEmpty();
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
  void badInput_isNamedWithItsCase(String function, String inputs, String said) throws Exception {
    assertThat(evaluate(oneCase(function, inputs, "\"1\""))).isEqualTo(ExitCode.USAGE);
    assertThat(err.toString()).contains("x-1", said).doesNotContain("\tat ");
    assertThat(out.toString()).isEmpty();
  }

  @Test
  void missingFile_isUnavailable() {
    int exitCode =
        Checkin.commandLine()
            .setErr(new PrintWriter(err))
            .execute("account", "evaluate", directory.resolve("none").toString());
    assertThat(exitCode).isEqualTo(ExitCode.UNAVAILABLE);
    assertThat(err.toString()).contains("no such file");
  }
}
