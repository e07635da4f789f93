package org.shuffledcheckin.accountant.filter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.shuffledcheckin.accountant.Budget;
import org.shuffledcheckin.accountant.CheckInLaw;
import org.shuffledcheckin.accountant.CheckInRound;
import org.shuffledcheckin.accountant.LocalGuarantee;

class FilterMenuTest {
  private static final Budget LIMIT = new Budget(2, 1e-5);
  private static final CheckInRound ROUND =
      new CheckInRound(1000, 0.05, CheckInLaw.POISSON, new LocalGuarantee.Gaussian(2), 1e-13);

  @Test
  void parse_itsText_isAMenuOfTheSameFilters() {
    for (FilterMenu menu :
        List.of(
            FilterMenu.recommended(LIMIT),
            FilterMenu.recommended(new Budget(1.0 / 3, 1.0 / 60_000)),
            FilterMenu.recommended(new Budget(100, 1e-9)),
            FilterMenu.firstKind(LIMIT),
            FilterMenu.slices(LIMIT, List.of(new Budget(1, 5e-6), new Budget(0.3, 1e-6))),
            FilterMenu.renyi(LIMIT, 8.5),
            FilterMenu.unlimited())) {
      FilterMenu parsed = FilterMenu.parse(menu.text());
      assertThat(parsed.text()).isEqualTo(menu.text());
      assertThat(parsed.budget()).isEqualTo(menu.budget());
      assertThat(parsed.filters()).isEqualTo(menu.filters());
      PrivacyFilter filter = PrivacyFilter.open(menu);
      for (int i = 0; i < 3; i++) {
        PrivacyFilter same = PrivacyFilter.parse(parsed, filter.text());
        assertThat(same.next(ROUND).map(PrivacyFilter::text))
            .isEqualTo(filter.next(ROUND).map(PrivacyFilter::text));
        filter = filter.next(ROUND).orElse(filter);
      }
    }
  }

  @Test
  void recommended_defaultBudget_sharesDeltaAsItSays() {
    FilterMenu menu = FilterMenu.recommended(LIMIT);
    assertThat(menu.filters())
        .containsExactly("first-kind", "slices", "renyi-9", "renyi-17", "renyi-33");
    assertThat(menu.text())
        .startsWith("1 2.0 1.0E-5 slices 1 2.0 9.0E-6 slices 16 1.0 2.5")
        .contains(" renyi 9.0 2.0 1.66666666666666");
  }

  /** Java wrote 2^-44 in two ways: 5.6843418860808015E-14 up to version 18. */
  @Test
  void parse_digitsOfAnotherRunTime_meanTheSameNumbers() {
    FilterMenu menu =
        FilterMenu.parse("1 2 5.6843418860808015E-14 slices 1 2.00 5.684341886080802E-14");
    assertThat(menu.budget()).isEqualTo(new Budget(2, Math.scalb(1.0, -44)));
    assertThat(
            PrivacyFilter.parse(
                menu, "slices 1 POISSON 9 gaussian:1.50 0 true 5.6843418860808015E-14 0 0"))
        .isEqualTo(
            PrivacyFilter.parse(
                menu, "slices 1 POISSON 9 gaussian:1.5 0.0 true 5.684341886080802E-14 0.0 0.0"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "1",
        "1 2.0 1.0E-5",
        "2 2.0 1.0E-5 slices 1 2.0 1.0E-5",
        "1 2.0 1.0E-5 slices 1 2.0 1.1E-5",
        "1 2.0 1.0E-5 slices 1 2.1 1.0E-5",
        "1 2.0 1.0E-5 slices 2 1.0 5.0E-6 1.0 6.0E-6",
        "1 2.0 1.0E-5 slices 1 2.0 9.0E-6 renyi 8.0 2.0 2.0E-6",
        "1 2.0 1.0E-5 slices 2 2.0 1.0E-5",
        "1 2.0 1.0E-5 renyi 8.0",
        "1 2.0 1.0E-5 unlimited",
        "1 2.0 1.0E-5 everything",
        "1 NaN 1.0E-5 slices 1 2.0 1.0E-5",
        "1 2.0 1.0E-5 slices 1 2.0 1.0E-5 "
      })
  void parse_anythingElse_isRefused(String text) {
    assertThatThrownBy(() -> FilterMenu.parse(text)).isInstanceOf(IllegalArgumentException.class);
  }

  /** Where e^epsilon times what differs would leave room for nothing. */
  @ParameterizedTest
  @CsvSource({"16", "40", "1000", "1000000"})
  void recommended_hugeEpsilon_allowsWhatSixteenAllows(double epsilon) {
    CheckInRound often =
        new CheckInRound(40, 0.5, CheckInLaw.POISSON, new LocalGuarantee.Gaussian(20), 1e-13);
    FilterMenu menu = FilterMenu.recommended(new Budget(epsilon, 1.6e-4));
    PrivacyFilter filter = PrivacyFilter.open(menu);
    for (int i = 0; i < 500; i++) {
      filter = filter.charge(often);
    }
    assertThat(menu.budget().epsilon()).isEqualTo(epsilon);
    assertThat(filter.reading().epsilon()).isLessThan(16);
  }

  @Test
  void unlimited_anyRounds_areCountedAndNothingPromised() {
    FilterMenu menu = FilterMenu.unlimited();
    PrivacyFilter filter = PrivacyFilter.open(menu);
    assertThat(filter.reading()).isEqualTo(new FilterReading("unlimited", 0, 0.5));
    CheckInRound loud =
        new CheckInRound(1, 1, CheckInLaw.BERNOULLI, new LocalGuarantee.PureLdp(32));
    for (int i = 0; i < 3; i++) {
      filter = filter.charge(loud);
    }
    assertThat(filter.text()).isEqualTo("counted 3");
    assertThat(filter.reading().epsilon()).isInfinite();
    assertThat(filter.allows(ROUND)).isTrue();
    CheckInRound unproven =
        new CheckInRound(1_000_000, 1, CheckInLaw.POISSON, new LocalGuarantee.Gaussian(1));
    assertThat(menu.supports(unproven)).isFalse();
    assertThat(filter.allows(unproven)).isFalse();
  }
}
