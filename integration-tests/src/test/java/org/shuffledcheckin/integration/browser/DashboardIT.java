package org.shuffledcheckin.integration.browser;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestReporter;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.openqa.selenium.Keys;
import org.openqa.selenium.WebElement;
import org.shuffledcheckin.cli.main.Checkin;
import picocli.CommandLine;

/** The dashboard as people see it: in a browser, while a real run goes on. */
class DashboardIT {
  private static final List<String> TABS = List.of("run", "explorer");

  @TempDir private static Path folder;

  private static WatchedRun run;
  private static Browser browser;

  @BeforeAll
  static void open() throws Exception {
    run = WatchedRun.start(folder);
    browser = Browser.start(folder.resolve("profile"));
  }

  @AfterAll
  static void close() throws Exception {
    if (browser != null) {
      browser.close();
    }
    run.close();
  }

  @Test
  void page_whileARunGoesOn_updatesWithoutAWordOnTheConsole() throws Exception {
    show("run");
    int before = rounds(browser.awaitText("#fact-rounds", text -> text.contains("/")));
    browser.awaitText("#fact-rounds", text -> rounds(text) > before + 2);
    browser.awaitText("#fact-accuracy", text -> text.endsWith("%"));
    browser.awaitText("#fact-rounds-note", text -> text.contains("the budget allows"));
    assertThat(browser.shows("#chart-checkins svg circle")).isTrue();
    show("explorer");
    assertThat(browser.console()).isEmpty();
  }

  @Test
  void ledger_ofTheRun_isCheckedInTheBrowser() throws Exception {
    show("run");
    browser.awaitText("#fact-rounds", text -> rounds(text) > 2);
    browser.awaitText("#ledger-verdict", text -> text.contains("unbroken"));
    browser.element("#verify").click();
    browser.awaitText("#ledger-verdict", text -> text.contains("unbroken"));
    assertThat(browser.script("tampered.js")).isEqualTo(2L);
  }

  @ParameterizedTest
  @CsvSource({
    "60000, 0.05, 200, 1e-5, noiseMultiplier, 1, poisson",
    "12000, 0.02, 500, 1e-6, noiseMultiplier, 3, bernoulli",
    "10000, 0.01, 100, 1e-4, epsilon0, 2, bernoulli",
    "1000000, 0.001, 1000, 1e-8, epsilon0, 4, poisson",
    "10000, 0.01, 100, 1e-4, randomizer=laplace&epsilon0, 1, bernoulli",
    "10000, 0.01, 100, 1e-4, randomizer=k-ary&categories=100&epsilon0, 1, poisson"
  })
  void explorer_anySetting_showsWhatTheCommandLineSays(
      String clients,
      String rate,
      String rounds,
      String delta,
      String randomizer,
      String strength,
      String law)
      throws Exception {
    String query =
        "law=%s&clients=%s&checkInRate=%s&rounds=%s&delta=%s&%s=%s"
            .formatted(law, clients, rate, rounds, delta, randomizer, strength);
    browser.open(run.address() + "#explorer?" + query);
    String shown = browser.awaitText("#answer-epsilon", text -> text.startsWith("ε ≤ "));
    String said =
        checkin(
            "account epsilon --clients %s --check-in-rate %s --rounds %s --delta %s"
                .formatted(clients, rate, rounds, delta),
            " --loss-limit 0 --check-in-law %s --%s %s"
                .formatted(
                    law,
                    randomizer
                        .replace("noiseMultiplier", "noise-multiplier")
                        .replace("=", " ")
                        .replace("&", " --"),
                    strength));
    assertThat(said).contains("epsilon  " + shown.substring("ε ≤ ".length()) + "\n");
  }

  @Test
  void explorer_everyMethod_comesWithItsKind() throws Exception {
    show("explorer");
    String rows = browser.awaitText("#methods tbody", text -> text.contains("paper: Approach 2"));
    assertThat(rows).contains("proven upper bound").doesNotContain("null", "NaN");
    browser.awaitText("#methods tbody", text -> text.contains("proven lower bound"));
  }

  @Test
  void explorer_warm_answersSoon(TestReporter reporter) throws Exception {
    show("run");
    order("pause");
    browser.awaitText("#state", text -> text.toLowerCase(Locale.ROOT).contains("pause"));
    double median = ((Number) browser.script("timing.js")).doubleValue();
    order("resume");
    reporter.publishEntry("explorer, median milliseconds", Double.toString(median));
    // The aim is 300; a busy machine may take its time, a broken one takes for ever.
    assertThat(median).isLessThan(3000);
  }

  @ParameterizedTest
  @ValueSource(strings = {"light", "dark"})
  @SuppressWarnings("unchecked") // What the script returns.
  void text_inBothThemes_hasSufficientContrast(String theme) throws Exception {
    browser.theme(theme);
    for (String tab : TABS) {
      show(tab);
      Map<String, Object> found = (Map<String, Object>) browser.script("contrast.js");
      assertThat((Long) found.get("seen")).as(tab).isGreaterThan(20);
      assertThat((List<String>) found.get("weak")).as(tab).isEmpty();
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {360, 768, 1440})
  @SuppressWarnings("unchecked") // What the script returns.
  void layout_fromPhoneToDesk_staysInTheWindow(int width) throws Exception {
    browser.width(width);
    for (String tab : TABS) {
      show(tab);
      assertThat((List<String>) browser.script("overflow.js")).as(tab).isEmpty();
    }
  }

  @Test
  void keyboard_alone_reachesEverythingVisiblyAndByName() throws Exception {
    for (String tab : TABS) {
      show(tab);
      long controls = (Long) browser.script("controls.js");
      Set<String> reached = new HashSet<>();
      for (int i = 0; i < controls; i++) {
        browser.press(Keys.TAB);
        WebElement at = browser.focused();
        reached.add(at.getDomAttribute("data-control"));
        assertThat(at.getAccessibleName()).as(at.getDomProperty("outerHTML")).isNotBlank();
        assertThat(at.getCssValue("outline-style")).as(at.getAccessibleName()).isNotEqualTo("none");
      }
      assertThat(reached).as(tab).hasSize((int) controls).doesNotContainNull();
    }
    browser.element("#tab-explorer").sendKeys(Keys.ARROW_LEFT);
    assertThat(browser.focused().getDomAttribute("id")).isEqualTo("tab-run");
    assertThat(browser.element("#view-run").isDisplayed()).isTrue();
  }

  @Test
  void orders_overPlainHttp_haveNoWayIn() throws Exception {
    show("run");
    assertThat(browser.script("order.js", "pause", run.token())).isEqualTo(404L);
    assertThat(browser.element("#control").isDisplayed()).isFalse();
    assertThat(browser.element("#control-off").getText()).contains("checkin control pause");
    assertThat(browser.element("#state").getText()).startsWith("Training");
  }

  @Test
  void orders_throughTheOperatorsPort_areSeenOnThePage() throws Exception {
    show("run");
    order("pause");
    browser.awaitText("#state", text -> text.startsWith("Paused"));
    String paused = browser.element("#fact-rounds").getText();
    order("resume");
    browser.awaitText("#fact-rounds", text -> rounds(text) > rounds(paused) + 1);
  }

  @Test
  void status_ofTheRunningAggregator_saysWhatThePageSays() throws Exception {
    show("run");
    browser.awaitText("#fact-rounds", text -> rounds(text) > 0);
    JsonNode said =
        new ObjectMapper().readTree(checkin("status " + run.address() + " --json")).get(0);
    assertThat(said.get("service").asText()).isEqualTo("aggregator");
    assertThat(said.get("ready").asBoolean()).isTrue();
    assertThat(said.get("kind").asText()).isEqualTo("UPPER_BOUND");
    assertThat(said.get("epsilonLeft").asDouble())
        .isEqualTo(said.get("epsilonLimit").asDouble() - said.get("epsilon").asDouble());
    assertThat(said.get("roundsCommitted").asInt()).isGreaterThan(0);
  }

  private static void order(String what) {
    checkin("control " + what + " " + run.operators());
  }

  /** Opens a tab and waits until it shows something. */
  private static void show(String tab) throws Exception {
    browser.open(run.address() + "#" + tab);
    browser.awaitText(
        tab.equals("run") ? "#fact-rounds" : "#answer-epsilon", text -> text.length() > 1);
  }

  private static int rounds(String text) {
    return text.contains("/")
        ? Integer.parseInt(text.substring(0, text.indexOf(' ')).replace(",", ""))
        : -1;
  }

  private static String checkin(String... words) {
    StringWriter out = new StringWriter();
    CommandLine commandLine = Checkin.commandLine().setOut(new PrintWriter(out));
    int code = commandLine.execute(String.join("", words).split(" ", -1));
    assertThat(code).isZero();
    return out.toString();
  }
}
