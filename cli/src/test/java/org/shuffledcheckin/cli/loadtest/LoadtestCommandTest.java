package org.shuffledcheckin.cli.loadtest;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.shuffledcheckin.cli.ExitCode;
import org.shuffledcheckin.cli.main.Checkin;

class LoadtestCommandTest {
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();
  @TempDir private Path folder;

  /** The whole of it: every attack against real services, and books that balance. */
  @Test
  void loadtest_smallSystem_everyAttackIsMetAndTheBooksBalance() throws IOException {
    JsonNode found = loadtestOf300("--check-in-rate", "0.2");
    requireEveryAttackMet(found);
    JsonNode rejected = found.path("reports").path("rejected");
    assertThat(rejected.path("malformed").asLong()).isPositive();
    assertThat(rejected.path("out_of_range").asLong()).isPositive();
    assertThat(bytes(found, "bytesToAggregator")).isEqualTo(bytes(found, "bytesToShuffler"));
    assertThat(found.path("latency").path("pledgeMillisSinceAnnouncement").path("p99").asDouble())
        .isPositive();
    for (String file : List.of("loadtest.json", "rounds.csv", "latency.csv", "report.html")) {
      assertThat(folder.resolve("run").resolve(file)).isNotEmptyFile();
    }
  }

  @Test
  void loadtest_onlySumsSeen_verdictsStrikeWhatDoesNotOpenAndTheBooksBalance() throws IOException {
    JsonNode found = loadtestOf300("--form", "distributed", "--check-in-rate", "0.5");
    requireEveryAttackMet(found);
    // Seeds and one sum, instead of reports.
    assertThat(bytes(found, "bytesToAggregator")).isLessThan(bytes(found, "bytesToShuffler") / 20);
  }

  private static long bytes(JsonNode found, String where) {
    return found.path("traffic").path(where).asLong();
  }

  /** 45 clients misbehave, all others deliver. */
  private JsonNode loadtestOf300(String... flags) throws IOException {
    List<String> all = new ArrayList<>(List.of(flags));
    String run = folder.resolve("run").toString();
    all.addAll(List.of("--clients", "300", "--misbehaving", "0.15", "--dropout-rate", "0"));
    all.addAll(List.of("--rounds", "2", "--round-seconds", "60", "--out", run, "--json"));
    int code = loadtest(all.toArray(String[]::new));
    JsonNode found = new ObjectMapper().readTree(out.toString());
    assertThat(found.path("violations")).isEmpty();
    assertThat(code).isEqualTo(ExitCode.OK);
    assertThat(found.path("passed").asBoolean()).isTrue();
    assertThat(found.path("rounds").path("released").asInt()).isEqualTo(2);
    return found;
  }

  private static void requireEveryAttackMet(JsonNode found) {
    JsonNode reports = found.path("reports");
    assertThat(reports.path("counted").asLong()).isPositive();
    assertThat(reports.path("rejected").path("not_for_this_round").asLong()).isPositive();
    assertThat(reports.path("rejected").path("duplicate").asLong()).isPositive();
    JsonNode attacks = found.path("misdeeds");
    assertThat(attacks.path("TAMPERED").path("ACCEPTED").asLong()).isPositive();
    assertThat(attacks.path("REPLAY_AGAIN").path("ALREADY_DELIVERED").asLong()).isPositive();
    assertThat(attacks.path("TOO_MANY").path("MALFORMED").asLong()).isPositive();
    assertThat(attacks.path("LONG_PLEDGE").path("MALFORMED").asLong()).isPositive();
    assertThat(attacks.path("UNPLEDGED").path("NOT_AS_PLEDGED").asLong()).isPositive();
    assertThat(attacks.path("MORE_THAN_PLEDGED").path("NOT_AS_PLEDGED").asLong()).isPositive();
    assertThat(attacks.path("WRONG_LENGTH").path("WRONG_LENGTH").asLong()).isPositive();
    assertThat(attacks.path("UNKNOWN_TOKEN").path("NOT_AUTHORISED").asLong()).isPositive();
    assertThat(attacks.path("LATE").path("ROUND_NOT_OPEN").asLong()).isPositive();
    assertThat(attacks.path("FLOOD_AGAIN").path("BUSY").asLong()).isPositive();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          --misbehaving 1       | --misbehaving must be in [0, 1) but is 1.0
          --misbehaving NaN     | --misbehaving must be in [0, 1) but is NaN
          --dropout-rate -0.1   | --dropout-rate must be in [0, 1) but is -0.1
          --clients 5           | --clients must be in [20, 1000000] but is 5
          --check-in-rate 0     | --check-in-rate must be in (0, 1] but is 0.0
          --rounds 0            | --rounds must be in [1, 1000000] but is 0
          --max-seconds 0       | --max-seconds must be in [1, 86400] but is 0
          --model gpt           | --model must be one of
          --form distributed --misbehaving 0.1 | --misbehaving must leave fewer such clients than a round has honest reports
          --sole                | go with --shuffler, which is missing
          --shuffler 127.0.0.1:7443 | --shuffler needs --trust, --bundle and --token-file
          """)
  void loadtest_badValue_isOneSentenceAndNothingIsWritten(String flags, String sentence)
      throws IOException {
    Path run = folder.resolve("run");
    assertThat(loadtest((flags + " --out " + run).split(" "))).isEqualTo(ExitCode.USAGE);
    assertThat(err.toString()).contains(sentence).doesNotContain("\tat ");
    assertThat(run).doesNotExist();
  }

  @Test
  void loadtest_publicAddress_isRefused() {
    assertThat(target("192.0.2.7:7443", "ca.crt", "tokens")).isEqualTo(ExitCode.USAGE);
    assertThat(err.toString())
        .contains("--shuffler must be a loopback or private address", "192.0.2.7");
  }

  @Test
  void loadtest_missingTokenFile_isNamed() throws IOException {
    Path trust = Files.writeString(folder.resolve("ca.crt"), "none");
    assertThat(target("127.0.0.1:7443", trust.toString(), folder + "/tokens"))
        .isEqualTo(ExitCode.UNAVAILABLE);
    assertThat(err.toString())
        .contains("--token-file names a file that cannot be read: " + folder + "/tokens");
  }

  @Test
  void loadtest_flagOfTheAggregator_isRefusedForARunningSystem() throws IOException {
    Path file = Files.writeString(folder.resolve("tokens"), "00ff".repeat(12) + "\n");
    assertThat(
            loadtest(
                "--shuffler",
                "127.0.0.1:7443",
                "--trust",
                file.toString(),
                "--bundle",
                file.toString(),
                "--token-file",
                file.toString(),
                "--check-in-rate",
                "0.1"))
        .isEqualTo(ExitCode.USAGE);
    assertThat(err.toString()).contains("leave --check-in-rate away");
  }

  @Test
  void loadtest_unwritableFolder_isNamed() throws IOException {
    Path file = Files.writeString(folder.resolve("file"), "in the way");
    assertThat(loadtest("--quick", "--out", file.resolve("run").toString()))
        .isEqualTo(ExitCode.UNAVAILABLE);
    assertThat(err.toString()).contains("--out names a folder that cannot be written", "file/run");
  }

  private int target(String shuffler, String trust, String tokens) {
    return loadtest(
        "--shuffler", shuffler, "--trust", trust, "--bundle", trust, "--token-file", tokens);
  }

  private int loadtest(String... flags) {
    String[] arguments = new String[flags.length + 1];
    arguments[0] = "loadtest";
    System.arraycopy(flags, 0, arguments, 1, flags.length);
    return Checkin.commandLine()
        .setOut(new PrintWriter(out))
        .setErr(new PrintWriter(err))
        .execute(arguments);
  }
}
