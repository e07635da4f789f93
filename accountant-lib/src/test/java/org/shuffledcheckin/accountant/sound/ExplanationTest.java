package org.shuffledcheckin.accountant.sound;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.shuffledcheckin.accountant.CheckInLaw;
import org.shuffledcheckin.accountant.CheckInRound;
import org.shuffledcheckin.accountant.LocalGuarantee;
import org.shuffledcheckin.accountant.UpperBound;
import org.shuffledcheckin.accountant.losses.PledgedRound;

class ExplanationTest {
  private static Stream<CheckInRound> rounds() {
    return Stream.of(CheckInLaw.values())
        .flatMap(
            law ->
                Stream.of(
                        new LocalGuarantee.PureLdp(2),
                        new LocalGuarantee.BinaryResponse(2),
                        new LocalGuarantee.KAryResponse(2, 10),
                        new LocalGuarantee.Laplace(2, 65_536),
                        new LocalGuarantee.Gaussian(2))
                    .map(guarantee -> new CheckInRound(10_000, 0.01, law, guarantee)));
  }

  @ParameterizedTest
  @MethodSource("rounds")
  void of_everyRandomiserAndLaw_namesATheoremAndOrdersTheRest(CheckInRound round) {
    Explanation explanation = Explanation.of(round, 100, 1e-4);
    assertThat(explanation.theorems()).hasSize(1);
    assertThat(explanation.bound().epsilon())
        .isBetween(explanation.lower().epsilon(), explanation.runnerUp().orElseThrow().epsilon());
    assertThat(explanation.others())
        .isSortedAccordingTo((a, b) -> Double.compare(a.epsilon(), b.epsilon()))
        .extracting(UpperBound::method)
        .doesNotContain(explanation.bound().method())
        .doesNotHaveDuplicates();
    assertThat(explanation.assumptions()).anyMatch(text -> text.contains("10000 honest clients"));
  }

  @Test
  void of_pledgedRound_assumesBlindLosses() {
    CheckInRound round =
        new PledgedRound(60_000, 0, 0.05, CheckInLaw.POISSON, new LocalGuarantee.Gaussian(1))
            .accounted();
    assertThat(Explanation.of(round, 10, 1e-5).assumptions())
        .anyMatch(text -> text.contains("which pledged reports get lost does not depend"));
  }

  @ParameterizedTest
  @EnumSource
  void section_everyTheorem_isOneOfTheAnalysis(Theorem theorem) {
    assertThat(theorem.section()).matches("\\d+[ab]?(, Theorem \\d+a?)?");
    assertThat(theorem.statement()).isNotBlank();
  }
}
