package org.shuffledcheckin.accountant.filter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.shuffledcheckin.accountant.Budget;
import org.shuffledcheckin.accountant.CheckInLaw;
import org.shuffledcheckin.accountant.CheckInRound;
import org.shuffledcheckin.accountant.LocalGuarantee;
import org.shuffledcheckin.accountant.planner.Planner;
import org.shuffledcheckin.accountant.sound.SoundAccountant;

class PrivacyFilterTest {
  private static final Budget LIMIT = new Budget(2, 1e-5);
  private static final CheckInRound KIND1 = gaussian(10_000, 0.1, 1.2);
  private static final CheckInRound KIND2 = gaussian(10_000, 0.1, 10);
  private static final CheckInRound KIND3 =
      new CheckInRound(10_000, 0.01, CheckInLaw.BERNOULLI, new LocalGuarantee.PureLdp(2));

  @Test
  void charge_threeKindsInTurn_fillsASliceForEach() {
    FilterMenu menu =
        FilterMenu.slices(
            LIMIT, List.of(new Budget(1, 5e-6), new Budget(0.6, 2.5e-6), new Budget(0.4, 1.25e-6)));
    PrivacyFilter filter = PrivacyFilter.open(menu);
    filter = charge(filter, KIND1, 100);
    filter = charge(filter, KIND2, 50_200);
    filter = charge(filter, KIND3, 500);
    filter = charge(filter, KIND1, 89);
    assertThat(most(filter, KIND1, 10)).isLessThanOrEqualTo(2);
    assertThat(most(filter, KIND3, 600)).isLessThanOrEqualTo(570);
    assertThat(most(filter, KIND2, 700)).isLessThanOrEqualTo(420);
    assertThat(filter.reading().epsilon()).isCloseTo(2, within(1e-12));
  }

  @Test
  void charge_oneKind_allowsNearlyWhatAPlanWould() {
    CheckInRound round = gaussian(10_000, 0.05, 1);
    long planned = new Planner(SoundAccountant.create(), LIMIT).mostRounds(round);
    int tight = most(PrivacyFilter.open(FilterMenu.firstKind(LIMIT)), round, 100_000);
    assertThat(tight).isBetween((int) (0.99 * planned), (int) planned);
    int menu = most(PrivacyFilter.open(FilterMenu.recommended(LIMIT)), round, 100_000);
    assertThat(menu).isBetween((int) (0.85 * planned), tight);
  }

  /** Coins with noise have their bound by coupling alone, which losses leave as it is. */
  @Test
  void charge_noisyCoinsWhoseReportsMayBeLost_allowsNearlyWhatAPlanWould() {
    Budget limit = new Budget(0.3, 1.0 / 60_000);
    CheckInRound round =
        new CheckInRound(59_417, 0.05, CheckInLaw.BERNOULLI, new LocalGuarantee.Gaussian(4), 1e-13);
    long planned = new Planner(SoundAccountant.create(), limit).mostRounds(round);
    int menu = most(PrivacyFilter.open(FilterMenu.recommended(limit)), round, 1000);
    assertThat(menu).isBetween((int) (0.95 * planned), (int) planned);
  }

  @Test
  void charge_coins_countsWholeRounds() {
    CheckInRound one = new CheckInRound(1, 1, CheckInLaw.BERNOULLI, new LocalGuarantee.PureLdp(1));
    PrivacyFilter filter = PrivacyFilter.open(FilterMenu.firstKind(new Budget(3, 1e-9)));
    assertThat(most(filter, one, 10)).isEqualTo(3);
    assertThat(charge(filter, one, 3).text()).endsWith(" 3.0 0.0 0.0");
  }

  @Test
  void charge_changingRatesOfOneKind_countTheirSum() {
    PrivacyFilter filter = PrivacyFilter.open(FilterMenu.firstKind(LIMIT));
    filter = charge(filter, gaussian(10_000, 0.1, 1.2), 10);
    filter = charge(filter, gaussian(20_000, 0.05, 1.5), 10);
    assertThat(filter.text()).startsWith("slices 1 POISSON 10000 gaussian:1.2 0.0 false 1.5");
    assertThat(filter.allows(gaussian(9_999, 0.05, 1.2))).isFalse();
    assertThat(filter.allows(gaussian(10_000, 0.05, 1.1))).isFalse();
  }

  @Test
  void next_refusedRound_leavesEverythingAsItWas() {
    PrivacyFilter filter = charge(PrivacyFilter.open(FilterMenu.recommended(LIMIT)), KIND1, 5);
    CheckInRound loud = gaussian(2, 1, 0.1);
    assertThat(filter.allows(loud)).isFalse();
    assertThat(filter.next(loud)).isEmpty();
    assertThatThrownBy(() -> filter.charge(loud)).isInstanceOf(IllegalStateException.class);
    assertThat(filter.allows(KIND1)).isTrue();
  }

  @Test
  void charge_anotherKind_breaksOnlyTheFilterOfTheFirst() {
    PrivacyFilter filter = charge(PrivacyFilter.open(FilterMenu.recommended(LIMIT)), KIND2, 5);
    assertThat(filter.text()).startsWith("slices 1 ").doesNotContain("broken");
    assertThat(filter.unbroken()).isEqualTo(filter.menu().filters());
    assertThat(filter.reading().filter()).isEqualTo("first-kind");
    PrivacyFilter mixed = filter.charge(KIND3);
    assertThat(mixed.text()).startsWith("broken slices 2 ");
    assertThat(mixed.unbroken()).doesNotContain("first-kind").contains("slices");
    assertThat(mixed.reading().filter()).startsWith("renyi-");
    assertThat(mixed.allows(KIND2)).isTrue();
    assertThat(mixed.reading().epsilon()).isBetween(filter.reading().epsilon(), LIMIT.epsilon());
  }

  @Test
  void parse_itsText_isTheSameFilter() {
    FilterMenu menu = FilterMenu.recommended(LIMIT);
    PrivacyFilter filter = PrivacyFilter.open(menu);
    for (CheckInRound round :
        List.of(KIND1, KIND1, KIND2.withLossMass(1e-13), KIND3, KIND2.withLossMass(1e-16))) {
      assertThat(PrivacyFilter.parse(menu, filter.text()))
          .isEqualTo(filter)
          .hasSameHashCodeAs(filter);
      filter = filter.charge(round);
    }
    assertThat(PrivacyFilter.parse(menu, filter.text())).isEqualTo(filter);
    assertThat(filter).isNotEqualTo(PrivacyFilter.open(menu));
  }

  @ParameterizedTest
  @CsvSource({
    "''",
    "slices 0",
    "slices 0 slices 0 renyi 0.0 0.0 0.0 renyi 0.0 0.0 0.0 renyi 0.0 0.0",
    "slices 0 slices 0 renyi 0.0 0.0 0.0 renyi 0.0 0.0 0.0 renyi 0.0 0.0 0.0 broken",
    "renyi 0.0 0.0 0.0 slices 0 renyi 0.0 0.0 0.0 renyi 0.0 0.0 0.0 renyi 0.0 0.0 0.0",
    "slices 0 slices 0 renyi -1.0 0.0 0.0 renyi 0.0 0.0 0.0 renyi 0.0 0.0 0.0",
    "slices 0 slices 0 renyi x 0.0 0.0 renyi 0.0 0.0 0.0 renyi 0.0 0.0 0.0",
    "slices 1 POISSON 9 gaussian:1.0 0.0 TRUE 1.0 0.0 0.0 broken broken broken broken",
    "broken broken broken broken broken",
    "counted 0 slices 0 renyi 0.0 0.0 0.0 renyi 0.0 0.0 0.0 renyi 0.0 0.0 0.0",
    "slices 0 slices 1 POISSON 0 gaussian:1.0 0.0 false 1.0 0.0 0.0 broken broken broken"
  })
  void parse_anythingElse_isRefused(String text) {
    FilterMenu menu = FilterMenu.recommended(LIMIT);
    assertThatThrownBy(() -> PrivacyFilter.parse(menu, text))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void charge_lossMass_isLimitedOnItsOwn() {
    CheckInRound round = gaussian(10_000, 1e-4, 5).withLossMass(1e-9);
    PrivacyFilter filter = PrivacyFilter.open(FilterMenu.recommended(LIMIT));
    // A hundredth of the first filter's delta, 9e-6, is kept for such masses.
    int rounds = most(filter, round, 1000);
    assertThat(rounds).isBetween(88, 90);
    assertThat(most(filter, gaussian(10_000, 1e-4, 5), 1000)).isEqualTo(1000);
  }

  @Test
  void recommended_budgetTooSmallForAnyRound_allowsNothing() {
    PrivacyFilter filter = PrivacyFilter.open(FilterMenu.recommended(new Budget(1e-6, 1e-12)));
    assertThat(filter.allows(gaussian(10, 0.5, 1))).isFalse();
    assertThat(filter.reading().epsilon()).isZero();
    assertThatThrownBy(
            () ->
                FilterMenu.slices(
                    new Budget(1, 1e-5), List.of(new Budget(1, 1e-6), new Budget(0.1, 1e-6))))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("epsilons of the slices must add up to at most 1.0 but to 1.1");
  }

  /** The largest rate that a slice holds, and the most rounds. */
  @Test
  void fits_referenceSlices_holdNoMoreThanProven() {
    RoundCosts costs = new RoundCosts();
    assertThat(fits(costs, KIND1, new Budget(1, 5e-6), 18.92)).isTrue();
    assertThat(fits(costs, KIND1, new Budget(1, 5e-6), 19.098)).isFalse();
    assertThat(fits(costs, gaussian(10_000, 0.1, 0.8), LIMIT, 0.0321)).isTrue();
    assertThat(fits(costs, gaussian(10_000, 0.1, 0.8), LIMIT, 0.032712)).isFalse();
    assertThat(fits(costs, KIND3, new Budget(0.4, 1.25e-6), 1071)).isFalse();
  }

  @Test
  void limit_referenceOrder_matches() {
    assertThat(RenyiRule.limit(6, 2, 1e-5)).isCloseTo(0.23808835764551994, within(1e-14));
    RoundCosts costs = new RoundCosts();
    assertThat(costs.renyi(gaussian(10_000, 0.5, 10), 6).divergence())
        .isBetween(0.5 * 1.2243434857256017e-5, 0.5 * 1.2243434857256017e-5 * (1 + 1e-8));
    assertThat(costs.renyi(gaussian(10_000, 0.5, 1.2), 2).divergence())
        .isBetween(0.5 * 0.001508324067206295, 0.5 * 0.001508324067206295 * (1 + 1e-8));
  }

  private static boolean fits(RoundCosts costs, CheckInRound round, Budget size, double amount) {
    return costs.fits(new Slice(FilterKind.of(round), new Used(amount, 0, 0)), size, true);
  }

  private static PrivacyFilter charge(PrivacyFilter from, CheckInRound round, int times) {
    PrivacyFilter filter = from;
    for (int i = 0; i < times; i++) {
      filter = filter.charge(round);
    }
    return filter;
  }

  private static int most(PrivacyFilter from, CheckInRound round, int limit) {
    PrivacyFilter filter = from;
    int rounds = 0;
    while (rounds < limit && filter.allows(round)) {
      filter = filter.charge(round);
      rounds++;
    }
    return rounds;
  }

  private static CheckInRound gaussian(long clients, double rate, double noise) {
    return new CheckInRound(clients, rate, CheckInLaw.POISSON, new LocalGuarantee.Gaussian(noise));
  }
}
