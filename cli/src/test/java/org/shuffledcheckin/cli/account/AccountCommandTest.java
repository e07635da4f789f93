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
import org.junit.jupiter.params.provider.ValueSource;
import org.shuffledcheckin.cli.ExitCode;
import org.shuffledcheckin.cli.main.Checkin;

class AccountCommandTest {
  private static final String RUN =
      "--clients 10000 --check-in-rate 0.01 --rounds 100 --delta 1e-4 ";

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
  void epsilon_json_hasValueAndKind() throws Exception {
    assertThat(account("epsilon --epsilon0 2 --json " + RUN)).isEqualTo(ExitCode.OK);
    assertThat(json().get("epsilon").asDouble()).isBetween(0.07352, 0.0739);
    assertThat(json().get("delta").asDouble()).isEqualTo(1e-4);
    assertThat(json().get("kind").asText()).isEqualTo("UPPER_BOUND");
    assertThat(json().get("method").asText()).isEqualTo("clones23-pld");
    assertThat(json().get("check_in_law").asText()).isEqualTo("bernoulli");
  }

  @Test
  void epsilon_gaussian_drawsPoissonByDefault() throws Exception {
    assertThat(
            account(
                "epsilon --clients 60000 --check-in-rate 0.05 --rounds 60 --noise-multiplier 1"
                    + " --json"))
        .isEqualTo(ExitCode.OK);
    assertThat(json().get("check_in_law").asText()).isEqualTo("poisson");
    assertThat(json().get("epsilon").asDouble()).isBetween(0.4163, 0.4192);
    assertThat(json().get("delta").asDouble()).isEqualTo(1.0 / 60_000);
  }

  @Test
  void epsilon_text_namesTheKind() {
    assertThat(account("epsilon --epsilon0 2 " + RUN)).isEqualTo(ExitCode.OK);
    assertThat(out.toString()).contains("UPPER_BOUND", "clones23-pld", "10000 honest clients");
  }

  /** The values of the privacy analysis. */
  @ParameterizedTest
  @CsvSource({
    "k-ary --categories 100, bernoulli, 0.003238, k-ary-response-clones23-pld",
    "k-ary --categories 2, bernoulli, 0.02558, clones23-pld",
    "laplace, poisson, 0.02210, poisson-laplace-pld",
    "laplace, bernoulli, 0.02325, laplace-clones23-pld",
    "ldp-sgd, poisson, 0.02151, poisson-binary-response-third-order"
  })
  void epsilon_namedRandomizer_isChargedByItsLaw(
      String randomizer, String law, double expected, String method) throws Exception {
    assertThat(
            account(
                "epsilon --json --epsilon0 1 --check-in-law %s --randomizer %s "
                        .formatted(law, randomizer)
                    + RUN))
        .isEqualTo(ExitCode.OK);
    assertThat(json().get("epsilon").asDouble()).isBetween(0.998 * expected, 1.002 * expected);
    assertThat(json().get("method").asText()).isEqualTo(method);
    assertThat(json().get("epsilon0").asDouble()).isEqualTo(1);
    assertThat(json().get("guarantee").asText()).contains(":1.0");
  }

  @ParameterizedTest
  @CsvSource({
    "--randomizer k-ary --epsilon0 1, needs --categories",
    "--categories 3 --epsilon0 1, goes with --randomizer k-ary",
    "--randomizer laplace --categories 3 --epsilon0 1, goes with --randomizer k-ary",
    "--randomizer k-ary --categories 1 --epsilon0 1, at least 2 but is 1",
    "--randomizer laplace --noise-multiplier 1, laplace needs --epsilon0",
    "--randomizer gaussian --epsilon0 1, needs --noise-multiplier",
    "--randomizer dice --epsilon0 1, 'one of gaussian, ldp-sgd, laplace, k-ary'"
  })
  void epsilon_randomizerAndNumbersThatDoNotFit_isSaidInOneSentence(String flags, String said) {
    assertThat(account("epsilon " + RUN + flags)).isEqualTo(ExitCode.USAGE);
    assertThat(err.toString()).contains(said).doesNotContain("\tat ");
  }

  @Test
  void explain_demo_namesTheoremAssumptionsAndWhatIsReal() {
    assertThat(
            account(
                "explain --clients 60000 --check-in-rate 0.05 --rounds 200 --noise-multiplier 1"
                    + " --loss-limit 0"))
        .isEqualTo(ExitCode.OK);
    assertThat(out.toString())
        .contains("0.65852", "UPPER_BOUND", "poisson-gaussian-pld", "poisson-gaussian-rdp")
        .contains("LOWER_BOUND", "section 7, Theorem 2", "clients pledge before they work")
        .contains("1/1.05");
  }

  @Test
  void compare_lossLimit_saysWhatIsNotProvenAgainstTheShuffler() {
    assertThat(account("compare --noise-multiplier 2 --loss-limit 0 " + RUN))
        .isEqualTo(ExitCode.OK);
    assertThat(out.toString())
        .contains("UPPER_BOUND", "what the shuffler learns is proven where no report may be lost")
        .doesNotContain("against the shuffler");
  }

  @Test
  void explain_json_listsRunnerUpAndLowerBound() throws Exception {
    assertThat(account("explain --epsilon0 2 --json " + RUN)).isEqualTo(ExitCode.OK);
    assertThat(json().get("theorems").get(0).get("theorem").asText()).isEqualTo("CLONES23");
    assertThat(json().get("neighbors").asText()).isEqualTo("REPLACE_RECORD");
    double bound = json().get("epsilon").asDouble();
    double last = bound;
    for (JsonNode other : json().get("others")) {
      assertThat(other.get("kind").asText()).isEqualTo("UPPER_BOUND");
      assertThat(other.get("epsilon").asDouble()).isGreaterThanOrEqualTo(last);
      last = other.get("epsilon").asDouble();
    }
    assertThat(json().get("others")).hasSizeGreaterThan(1);
    assertThat(json().get("lower").get("kind").asText()).isEqualTo("LOWER_BOUND");
    assertThat(json().get("lower").get("epsilon").asDouble()).isBetween(0.06, bound);
  }

  @Test
  void epsilon_clones21_saysThatItIsLooser() throws Exception {
    assertThat(account("epsilon --epsilon0 2 --clones clones21 " + RUN)).isEqualTo(ExitCode.OK);
    assertThat(out.toString()).contains("clones21", "looser than clones23");
  }

  @Test
  void epsilon_fewerHonestClientsAndDropouts_moveTheBound() throws Exception {
    double all = epsilonOf("");
    assertThat(epsilonOf("--honest-fraction 0.5")).isGreaterThan(all);
    assertThat(epsilonOf("--dropout 0.5")).isLessThan(all);
  }

  /** With coins and visible losses a smaller rate has no proof, and no deployed run has it. */
  @Test
  void epsilon_dropoutWithPledges_getsNoCredit() throws Exception {
    double strict = epsilonOf("--loss-limit 0");
    assertThat(epsilonOf("--loss-limit 0 --dropout 0.5")).isEqualTo(strict);
    assertThat(strict).isGreaterThan(epsilonOf(""));
  }

  @Test
  void losses_dropouts_showsTheLimitAndItsPrice() throws Exception {
    String run =
        "losses --clients 60000 --check-in-rate 0.05 --rounds 200 --noise-multiplier 1"
            + " --dropout 0.01";
    assertThat(account(run + " --json")).isEqualTo(ExitCode.OK);
    JsonNode plan = json();
    assertThat(plan.get("loss_limit").asLong()).isBetween(40L, 46L);
    assertThat(plan.get("discarded").asDouble()).isBetween(0.005, 0.01);
    assertThat(plan.get("charged_clients").asLong()).isBetween(59_000L, 59_500L);
    assertThat(plan.get("strict").get("charged_clients").asLong()).isEqualTo(60_000);
    assertThat(plan.get("strict").get("discarded").asDouble()).isGreaterThan(0.999);
    double lossless = plan.get("lossless").get("epsilon").asDouble();
    assertThat(plan.get("strict").get("epsilon").asDouble()).isBetween(lossless, 1.001 * lossless);
    assertThat(plan.get("epsilon").asDouble()).isBetween(1.003 * lossless, 1.02 * lossless);
    out.getBuffer().setLength(0);
    assertThat(account(run)).isEqualTo(ExitCode.OK);
    assertThat(out.toString()).contains("rounds discarded", "60000 clients", "UPPER_BOUND");
  }

  private double epsilonOf(String extra) throws Exception {
    out.getBuffer().setLength(0);
    assertThat(account("epsilon --epsilon0 2 --json " + extra + " " + RUN)).isEqualTo(ExitCode.OK);
    return json().get("epsilon").asDouble();
  }

  @Test
  void delta_invertsEpsilon() throws Exception {
    double epsilon = epsilonOf("");
    out.getBuffer().setLength(0);
    assertThat(
            account(
                "delta --epsilon0 2 --json --clients 10000 --check-in-rate 0.01 --rounds 100"
                    + " --epsilon "
                    + epsilon))
        .isEqualTo(ExitCode.OK);
    assertThat(json().get("delta").asDouble()).isBetween(0.99e-4, 1.0001e-4);
  }

  @Test
  void compare_showsEveryKindAndOrdersTheBounds() throws Exception {
    assertThat(account("compare --epsilon0 2 --baseline-count 169 --json " + RUN))
        .isEqualTo(ExitCode.OK);
    JsonNode values = json().get("values");
    assertThat(values.findValuesAsText("kind"))
        .containsExactly("PAPER", "PAPER", "PAPER", "UPPER_BOUND", "LOWER_BOUND", "UPPER_BOUND");
    assertThat(values.get(0).get("epsilon").asDouble()).isBetween(0.096, 0.097);
    assertThat(values.get(1).get("epsilon").asDouble()).isBetween(0.17, 0.18);
    assertThat(values.get(2).get("epsilon").asDouble()).isBetween(0.049, 0.05);
    double lower = values.get(4).get("epsilon").asDouble();
    assertThat(values.get(3).get("epsilon").asDouble()).isGreaterThan(lower);
    assertThat(lower).isGreaterThan(values.get(2).get("epsilon").asDouble());
  }

  @Test
  void compare_text_isOneAlignedTable() {
    assertThat(account("compare --noise-multiplier 4 " + RUN)).isEqualTo(ExitCode.OK);
    List<String> lines = out.toString().lines().filter(line -> line.contains("_BOUND")).toList();
    assertThat(lines).hasSize(3);
    assertThat(lines.stream().map(line -> line.replace("LOWER", "UPPER").indexOf("UPPER_BOUND")))
        .allMatch(column -> column == lines.get(0).indexOf("UPPER_BOUND"));
  }

  @ParameterizedTest
  @CsvSource({
    "--check-in-rate 0.01 --epsilon0 2, rounds",
    "--rounds 100 --epsilon0 2, check-in-rate",
    "--check-in-rate 0.01 --rounds 100 --find epsilon0, epsilon0",
    "--check-in-rate 0.01 --rounds 100 --find epsilon0 --randomizer laplace, epsilon0",
    "--check-in-rate 0.01 --rounds 100 --find noise-multiplier, noise-multiplier",
    "--check-in-rate 0.01 --rounds 100 --find noise-multiplier --loss-limit 2, noise-multiplier",
    "--check-in-rate 0.01 --rounds 100 --find epsilon0 --loss-limit 2, epsilon0",
    "--rounds 100 --epsilon0 2 --loss-limit 2, check-in-rate",
  })
  void plan_findsWhatWasLeftOut(String given, String found) throws Exception {
    assertThat(account("plan --json --clients 10000 --delta 1e-4 --epsilon 0.5 " + given))
        .isEqualTo(ExitCode.OK);
    assertThat(json().get("find").asText()).isEqualTo(found);
    assertThat(json().get("value").asDouble()).isPositive();
    assertThat(json().get("epsilon").asDouble()).isBetween(0.48, 0.5);
    assertThat(json().get("kind").asText()).isEqualTo("UPPER_BOUND");
  }

  /** A plan is for the clients that are left once reports may be missing. */
  @Test
  void plan_lossLimit_isPlannedFor() throws Exception {
    String run =
        "plan --json --clients 10000 --delta 1e-4 --epsilon 0.5 --check-in-rate 0.01 --rounds 100"
            + " --find noise-multiplier";
    assertThat(account(run)).isEqualTo(ExitCode.OK);
    double lossless = json().get("value").asDouble();
    out.getBuffer().setLength(0);
    assertThat(account(run + " --loss-limit 10")).isEqualTo(ExitCode.OK);
    assertThat(json().get("honest_clients").asLong()).isLessThan(9_600);
    assertThat(json().get("value").asDouble()).isGreaterThan(1.005 * lossless);
  }

  @Test
  void plan_nothingFits_saysSo() {
    assertThat(
            account(
                "plan --clients 10 --delta 1e-9 --epsilon 1e-6 --check-in-rate 0.5 --epsilon0 4"))
        .isEqualTo(ExitCode.FAILED);
    assertThat(err.toString()).contains("no rounds stays within");
    assertThat(out.toString()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "--check-in-rate 1.5, [0; 1] but is 1.5",
    "--check-in-rate NaN, NaN",
    "--clients 0, at least 1 but is 0",
    "--clients 2.5, whole number but is '2.5'",
    "--rounds -1, at least 0 but is -1",
    "--epsilon0 0, positive and finite but is 0.0",
    "--epsilon0 NaN, NaN",
    "--noise-multiplier -1, both are",
    "--delta 0, (0; 1) but is 0.0",
    "--delta 1, (0; 1) but is 1.0",
    "--honest-fraction 0, (0; 1] but is 0.0",
    "--dropout 1, [0; 1) but is 1.0",
    "--clones 22, --clones",
  })
  void badValue_isOneSentenceAndNothingElse(String flag, String said) {
    String name = flag.substring(0, flag.indexOf(' '));
    String run = "--clients 100 --check-in-rate 0.1 --rounds 10 --epsilon0 1 --delta 1e-4 ";
    String without = run.replaceAll(name + " \\S+ ", "");
    for (String command : new String[] {"epsilon ", "compare "}) {
      assertThat(account(command + without + flag)).isEqualTo(ExitCode.USAGE);
    }
    assertThat(out.toString()).isEmpty();
    assertThat(err.toString()).contains(said.replace(';', ',')).doesNotContain("\tat ");
  }

  @ParameterizedTest
  @ValueSource(strings = {"--clients", "--check-in-rate", "--rounds", "--epsilon0"})
  void missingValue_isNamed(String flag) {
    String run = "--clients 100 --check-in-rate 0.1 --rounds 10 --epsilon0 1 ";
    assertThat(account("epsilon " + run.replaceAll(flag + " \\S+ ", ""))).isEqualTo(ExitCode.USAGE);
    assertThat(err.toString()).contains(flag);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "epsilon", "delta", "plan", "compare", "evaluate"})
  void help_teachesByExample(String command) {
    assertThat(account(command + " --help")).isEqualTo(ExitCode.OK);
    assertThat(out.toString()).contains("  checkin account ");
    assertThat(out.toString().lines()).allMatch(line -> line.length() <= 80);
  }
}
