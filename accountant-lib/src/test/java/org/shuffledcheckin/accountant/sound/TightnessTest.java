package org.shuffledcheckin.accountant.sound;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.shuffledcheckin.accountant.CheckInLaw;
import org.shuffledcheckin.accountant.CheckInRound;
import org.shuffledcheckin.accountant.LocalGuarantee;
import org.shuffledcheckin.accountant.lowerbound.LowerBounds;

/** Holds the table of section 8a of the privacy analysis to what the accountant computes. */
class TightnessTest {
  private static final Path ANALYSIS = Path.of("..", "docs", "privacy-analysis.md");

  /** Printed numbers are rounded away from what is claimed, by a unit of their fourth digit. */
  private static final double FOUR_DIGITS = 1.0011;

  private static Stream<List<String>> rows() throws IOException {
    String text = Files.readString(ANALYSIS);
    String section = text.substring(text.indexOf("## 8a."), text.indexOf("## 9."));
    return section
        .lines()
        .filter(line -> line.startsWith("| ") && line.matches(".*\\d \\|"))
        .map(line -> Stream.of(line.split("\\|", -1)).map(String::strip).toList());
  }

  @Test
  void table_isThere() throws IOException {
    assertThat(rows()).hasSizeGreaterThan(30);
  }

  @ParameterizedTest
  @MethodSource("rows")
  void row_ofTheTable_isWhatIsComputed(List<String> row) {
    CheckInLaw law = CheckInLaw.valueOf(row.get(2).toUpperCase(Locale.ROOT));
    LocalGuarantee guarantee = LocalGuarantee.parse(row.get(3));
    CheckInRound round =
        new CheckInRound(
            Long.parseLong(row.get(4)), Double.parseDouble(row.get(5)), law, guarantee);
    long rounds = Long.parseLong(row.get(6));
    double delta = 1.0 / Long.parseLong(row.get(7).substring(2));
    double upper = SoundAccountant.create().compose(round, rounds).epsilon(delta).epsilon();
    double lower = LowerBounds.epsilon(round, rounds, delta).epsilon();
    assertThat(Double.parseDouble(row.get(8))).isBetween(upper, FOUR_DIGITS * upper);
    assertThat(Double.parseDouble(row.get(9))).isBetween(lower / FOUR_DIGITS, lower);
    assertThat(upper / lower).isLessThanOrEqualTo(Double.parseDouble(row.get(10)));
    if (isHeldToATenth(row, law, guarantee)) {
      assertThat(upper / lower).isLessThanOrEqualTo(1.1);
    }
  }

  /** Poisson check-in and k-ary response, but for what the analysis says is not known. */
  private static boolean isHeldToATenth(
      List<String> row, CheckInLaw law, LocalGuarantee guarantee) {
    boolean open = guarantee instanceof LocalGuarantee.Laplace || row.get(3).equals("gaussian:1.1");
    return guarantee instanceof LocalGuarantee.KAryResponse || (law == CheckInLaw.POISSON && !open);
  }
}
