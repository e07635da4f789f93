package org.shuffledcheckin.cli.account;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Scanner;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.shuffledcheckin.cli.ExitCode;
import org.shuffledcheckin.cli.main.Checkin;

class DistributedAccountTest {
  private static final String RUN =
      " --form distributed --clients 60000 --check-in-rate 0.05 --rounds 60 ";

  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  private int account(String arguments) {
    List<String> words = new ArrayList<>(List.of("account"));
    words.addAll(new Scanner(arguments).tokens().toList());
    return Checkin.commandLine()
        .setOut(new PrintWriter(out))
        .setErr(new PrintWriter(err))
        .execute(words.toArray(String[]::new));
  }

  private JsonNode json() throws Exception {
    return new ObjectMapper().readTree(out.toString());
  }

  @Test
  void epsilon_json_hasBothObserversWithTheirKinds() throws Exception {
    assertThat(account("epsilon --client-noise 0.0674 --json" + RUN)).isEqualTo(ExitCode.OK);
    assertThat(json().get("kind").asText()).isEqualTo("UPPER_BOUND");
    assertThat(json().get("method").asText()).isEqualTo("subsampled-gaussian-sum-pld");
    assertThat(json().get("guarantee").asText()).startsWith("gaussian-sum:3.");
    assertThat(json().get("least_honest_reports").asLong()).isBetween(2_700L, 3_000L);
    JsonNode values = json().get("values");
    double aggregator = values.get(0).get("epsilon").asDouble();
    double arrived = values.get(2).get("epsilon").asDouble();
    assertThat(json().get("epsilon").asDouble()).isEqualTo(aggregator);
    assertThat(arrived).isBetween(0.99, 1.0);
    assertThat(aggregator).isBetween(arrived, 1.1 * arrived);
    assertThat(values.get(1).get("name").asText()).startsWith("shuffler");
    assertThat(values.get(1).get("epsilon").asDouble()).isBetween(5.6, 6.2);
  }

  @Test
  void epsilon_text_namesBothObserversAndWhatNothingProtects() {
    assertThat(account("epsilon --client-noise 0.0674 --least-reports 2700" + RUN))
        .isEqualTo(ExitCode.OK);
    assertThat(out.toString())
        .contains("aggregator  ", "shuffler, if it can read the models", "UPPER_BOUND")
        .contains("a sum needs 2700 reports, 2700 of them honest")
        .contains("shuffler and aggregator together see every report");
  }

  @Test
  void epsilon_gridNoise_isTheSameAsClientNoise() throws Exception {
    assertThat(account("epsilon --json --client-noise 0.0625" + RUN)).isEqualTo(ExitCode.OK);
    final double expected = json().get("epsilon").asDouble();
    out.getBuffer().setLength(0);
    assertThat(account("epsilon --json --grid-noise 64 --grid-bound 1024" + RUN))
        .isEqualTo(ExitCode.OK);
    assertThat(json().get("epsilon").asDouble() / expected).isBetween(0.9999, 1.0001);
  }

  @Test
  void epsilon_dishonestAndDropouts_costMore() throws Exception {
    assertThat(account("epsilon --json --client-noise 0.1" + RUN)).isEqualTo(ExitCode.OK);
    final double before = json().get("epsilon").asDouble();
    out.getBuffer().setLength(0);
    assertThat(account("epsilon --json --client-noise 0.1 --dropout 0.02" + RUN))
        .isEqualTo(ExitCode.OK);
    final double dropouts = json().get("epsilon").asDouble();
    out.getBuffer().setLength(0);
    assertThat(account("epsilon --json --client-noise 0.1 --honest-fraction 0.95" + RUN))
        .isEqualTo(ExitCode.OK);
    assertThat(json().get("dishonest_clients").asLong()).isEqualTo(3_000);
    assertThat(dropouts).isGreaterThan(before);
    assertThat(json().get("epsilon").asDouble()).isGreaterThan(before);
  }

  @Test
  void delta_shuffler_comesFirst() throws Exception {
    assertThat(account("delta --epsilon 1 --client-noise 0.1 --observer shuffler --json" + RUN))
        .isEqualTo(ExitCode.OK);
    assertThat(json().get("method").asText()).isEqualTo("shuffler-gaussian-sum-pld");
    assertThat(json().get("delta").asDouble())
        .isGreaterThan(json().get("values").get(1).get("delta").asDouble());
  }

  @Test
  void explain_sum_namesTheSectionAndTheVerdict() {
    assertThat(account("explain --client-noise 0.1" + RUN)).isEqualTo(ExitCode.OK);
    assertThat(out.toString())
        .contains("section 13", "LOWER_BOUND", "sealed seeds alone", "if it can read the models");
  }

  @Test
  void compare_sum_hasThePaperAndTheShuffledForm() {
    assertThat(account("compare --client-noise 2" + RUN)).isEqualTo(ExitCode.OK);
    assertThat(out.toString())
        .contains("theorem-4-printed", "PAPER", "LOWER_BOUND", "shuffled form, same noise, poisson")
        .contains("shuffled form, same noise, bernoulli", "summed-check-in-rdp");
  }

  @Test
  void plan_whatIsLeftOut_isFound() throws Exception {
    assertThat(account("plan --epsilon 1 --json" + RUN)).isEqualTo(ExitCode.OK);
    assertThat(json().get("find").asText()).isEqualTo("client-noise");
    assertThat(json().get("value").asDouble()).isBetween(0.0674, 0.072);
    assertThat(json().get("epsilon").asDouble()).isBetween(0.99, 1.0);
    out.getBuffer().setLength(0);
    assertThat(account("plan --epsilon 1 --client-noise 0.075 --json" + RUN))
        .isEqualTo(ExitCode.OK);
    assertThat(json().get("find").asText()).isEqualTo("least-reports");
    assertThat(json().get("value").asLong()).isBetween(2_000L, 2_700L);
    out.getBuffer().setLength(0);
    assertThat(account("plan --epsilon 1 --client-noise 0.075 --find rounds --json" + RUN))
        .isEqualTo(ExitCode.OK);
    assertThat(json().get("value").asLong()).isBetween(60L, 90L);
  }

  @ParameterizedTest
  @CsvSource({
    "epsilon --noise-multiplier 1, --form distributed has --client-noise",
    "epsilon --client-noise 0.1 --check-in-law poisson, needs --check-in-law bernoulli",
    "epsilon --client-noise 0.1 --grid-noise 400, only one of",
    "epsilon --client-noise 0.0001, must be at least 9.765625E-4 with --grid-bound 4096",
    "epsilon --client-noise 0.1 --own-rate 0.1, --own-rate goes with --form shuffled",
    "epsilon --client-noise 0.1 --strike-share 1, '--strike-share must be in [0, 1)'",
    "epsilon, --client-noise must be given but is missing",
    "plan --epsilon 1 --find check-in-rate, epsilon does not grow with it",
    "plan --epsilon 1 --find epsilon0, 'must be rounds, client-noise or least-reports'",
    "plan --epsilon 1 --find rounds, --client-noise must be given but is missing"
  })
  void distributed_whatDoesNotFit_isSaidInOneSentence(String command, String said) {
    assertThat(account(command + RUN)).isEqualTo(ExitCode.USAGE);
    assertThat(err.toString()).contains(said).doesNotContain("\tat ");
  }

  @Test
  void shuffled_optionsOfSums_areRefused() {
    assertThat(
            account(
                "epsilon --clients 100 --check-in-rate 0.1 --rounds 1 --noise-multiplier 1"
                    + " --least-reports 5"))
        .isEqualTo(ExitCode.USAGE);
    assertThat(err.toString()).contains("go with --form distributed");
  }
}
