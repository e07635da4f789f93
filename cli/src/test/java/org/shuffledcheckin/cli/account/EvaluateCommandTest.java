package org.shuffledcheckin.cli.account;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.shuffledcheckin.cli.ExitCode;
import org.shuffledcheckin.cli.main.Checkin;

/** The words and exit codes; the values themselves are {@code ReferenceFileTest}'s. */
class EvaluateCommandTest {
  private static final String RIGHT =
      oneCase("pure_dp_to_rdp", "{\"lam\": 2, \"eps\": \"1\"}", "\"0.73532566405551922\"");

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

  private static String oneCase(String function, String inputs, String output) {
    return "{\"cases\": [{\"id\": \"x-1\", \"function\": \"%s\", \"inputs\": %s, \"output\": %s}]}"
        .formatted(function, inputs, output);
  }

  @Test
  void rightValue_agrees() throws Exception {
    assertThat(evaluate(RIGHT)).as(out.toString()).isEqualTo(ExitCode.OK);
    assertThat(out.toString()).contains("1 cases, 1 values: all agree").doesNotContain("OFF");
  }

  @Test
  void wrongValue_isOff() throws Exception {
    assertThat(evaluate(RIGHT.replace("0.735325", "0.735326"))).isEqualTo(ExitCode.FAILED);
    assertThat(out.toString()).contains("x-1", "OFF", "1 off");
  }

  @Test
  void json_listsEveryValue() throws Exception {
    assertThat(evaluate(RIGHT, "--json")).isEqualTo(ExitCode.OK);
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

  @Test
  void badInput_isNamedWithItsCase() throws Exception {
    assertThat(evaluate(oneCase("pure_dp_to_rdp", "{\"lam\": 2}", "\"1\"")))
        .isEqualTo(ExitCode.USAGE);
    assertThat(err.toString()).contains("x-1", "'eps'").doesNotContain("\tat ");
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
