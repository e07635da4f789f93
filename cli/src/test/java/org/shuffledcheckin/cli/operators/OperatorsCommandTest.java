package org.shuffledcheckin.cli.operators;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.shuffledcheckin.aggregator.AggregatorService;
import org.shuffledcheckin.cli.ExitCode;
import org.shuffledcheckin.cli.Running;
import org.shuffledcheckin.cli.service.TestSystem;
import org.shuffledcheckin.shuffler.ShufflerService;

class OperatorsCommandTest {
  @TempDir private Path folder;
  private Running running;

  @Test
  void log_ofRunningServices_saysWhoOrderedWhat() throws Exception {
    TestSystem system = new TestSystem(folder);
    try (ShufflerService shuffler = system.shuffler();
        AggregatorService aggregator = system.aggregator("run", shuffler, 80, 1, 1)) {
      String atShuffler = "127.0.0.1:" + shuffler.operatorsPort();
      String atAggregator = "127.0.0.1:" + aggregator.operatorPort().orElseThrow();
      Path tokens = folder.resolve("tokens-out");
      run("clients", "enrol", "--count", 3, "--out", tokens, "--shuffler", atShuffler, keys());
      run("control", "pause", "--aggregator", atAggregator, keys());

      assertThat(run("operators", "log", "--shuffler", atShuffler, keys())).isEqualTo(ExitCode.OK);
      assertThat(running.out())
          .contains("enrol", "3 clients", "urn:checkin:operator:shuffler", "✓ 1 entries, unbroken");
      assertThat(run("operators", "log", "--aggregator", atAggregator, keys()))
          .isEqualTo(ExitCode.OK);
      assertThat(running.out()).contains("pause", "urn:checkin:operator:aggregator");

      assertThat(run("operators", "log", "--shuffler", atShuffler, keys(), "--json")).isZero();
      Path exported = Files.writeString(folder.resolve("exported"), running.out());
      assertThat(exported).hasSameTextualContentAs(folder.resolve("shuffler/operators.jsonl"));
      assertThat(run("operators", "log", exported)).isZero();
      // The other party's operator is let in by neither.
      assertThat(
              run(
                  "operators",
                  "log",
                  "--shuffler",
                  atShuffler,
                  keys(),
                  "--certificate",
                  system.keys().resolve("operator-aggregator.crt"),
                  "--key",
                  system.keys().resolve("operator-aggregator.key")))
          .isEqualTo(ExitCode.FAILED);
    }
  }

  @Test
  void log_alteredOrCutFile_isNoticed() throws IOException {
    Path made = folder.resolve("keys");
    assertThat(run("keys", "--out", made)).isZero();
    Path journal = made.resolve("operators.jsonl");
    assertThat(run("operators", "log", journal)).isZero();
    assertThat(running.out()).contains("issue", "operator-aggregator", "user ");
    String head = running.out().strip().replaceAll("(?s).*head ", "");
    assertThat(run("operators", "log", journal, "--contains", head)).isZero();

    String text = Files.readString(journal);
    int last = text.stripTrailing().lastIndexOf('\n') + 1;
    Path cut = Files.writeString(folder.resolve("cut"), text.substring(0, last));
    assertThat(run("operators", "log", cut)).isZero();
    assertThat(run("operators", "log", cut, "--contains", head)).isEqualTo(ExitCode.FAILED);
    assertThat(running.err()).contains("does not contain the head");
    Path altered = Files.writeString(folder.resolve("altered"), text.replace("issue", "renew"));
    assertThat(run("operators", "log", altered)).isEqualTo(ExitCode.FAILED);
    assertThat(running.err()).contains("entry 1 is not what was written").hasLineCount(1);
  }

  @Test
  void log_nothingOrTooMuchNamed_isBadUsage() {
    assertThat(run("operators", "log")).isEqualTo(ExitCode.USAGE);
    assertThat(run("operators", "log", "file", "--shuffler", "x")).isEqualTo(ExitCode.USAGE);
    assertThat(run("operators", "log", "file", "--contains", "xyz")).isEqualTo(ExitCode.USAGE);
    assertThat(run("operators", "log", folder.resolve("missing"))).isEqualTo(ExitCode.UNAVAILABLE);
  }

  private List<Object> keys() {
    return List.of("--keys", folder.resolve("keys"));
  }

  private int run(Object... words) {
    List<Object> flat = new ArrayList<>();
    for (Object word : words) {
      if (word instanceof List<?> several) {
        flat.addAll(several);
      } else {
        flat.add(word);
      }
    }
    running = new Running();
    return running.checkin(flat.toArray());
  }
}
