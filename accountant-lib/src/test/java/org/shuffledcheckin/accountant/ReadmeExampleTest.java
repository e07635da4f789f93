package org.shuffledcheckin.accountant;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.shuffledcheckin.accountant.filter.FilterMenu;
import org.shuffledcheckin.accountant.filter.PrivacyFilter;
import org.shuffledcheckin.accountant.losses.PledgedRound;
import org.shuffledcheckin.accountant.planner.LossPlan;
import org.shuffledcheckin.accountant.planner.Planner;
import org.shuffledcheckin.accountant.sound.SoundAccountant;
import org.shuffledcheckin.accountant.testing.ReadmeExample;

class ReadmeExampleTest {
  @Test
  void readme_example_isTheCodeBelow() throws IOException {
    ReadmeExample.assertPrintedAsIn(ReadmeExampleTest.class);
  }

  @Test
  void example_asPrinted_givesTheStatedNumber() {
    // README: begin
    // 60,000 clients, each sending Poisson(0.001) reports a round, with noise twice the clip.
    CheckInRound round =
        new CheckInRound(60_000, 0.001, CheckInLaw.POISSON, new LocalGuarantee.Gaussian(2));
    SoundAccountant spent = SoundAccountant.create().compose(round, 100_000);
    UpperBound bound = spent.epsilon(1e-5);

    // "One more round?" takes milliseconds and spends nothing: accountants are immutable.
    UpperBound next = spent.compose(round, 1).epsilon(1e-5);

    // What to store, and the way back.
    List<RoundCount> ledger = spent.rounds();
    SoundAccountant rebuilt = SoundAccountant.create().composeAll(ledger);
    // README: end

    assertThat(bound.epsilon()).isCloseTo(0.1767, within(5e-5));
    assertThat(bound.method()).isEqualTo("poisson-gaussian-third-order");
    assertThat(next.epsilon()).isGreaterThan(bound.epsilon());
    assertThat(rebuilt.epsilon(1e-5)).isEqualTo(bound);
  }

  @Test
  void mixedExample_asPrinted_isOnePlan() {
    // README: begin
    // A plan of three kinds of rounds, fixed before its first.
    CheckInRound noisy =
        new CheckInRound(60_000, 0.01, CheckInLaw.POISSON, new LocalGuarantee.Gaussian(4));
    CheckInRound quiet =
        new CheckInRound(50_000, 0.001, CheckInLaw.POISSON, new LocalGuarantee.Gaussian(2));
    CheckInRound survey =
        new CheckInRound(
            50_000, 0.01, CheckInLaw.BERNOULLI, new LocalGuarantee.KAryResponse(2, 10));
    UpperBound mixed =
        SoundAccountant.create()
            .compose(noisy, 500)
            .compose(quiet, 50_000)
            .compose(survey, 12)
            .epsilon(1e-5);
    // README: end

    assertThat(mixed.epsilon()).isCloseTo(0.1758, within(5e-5));
    assertThat(mixed.method()).isEqualTo("poisson-gaussian+k-ary-response-clones23-pld");
  }

  @Test
  void planExample_asPrinted_givesTheStatedNumbers() {
    // README: begin
    // Two in a hundred clients that drew never deliver; one round in a hundred may be discarded.
    PledgedRound strict =
        new PledgedRound(60_000, 0, 0.001, CheckInLaw.POISSON, new LocalGuarantee.Gaussian(4));
    LossPlan plan = LossPlan.forDropout(strict, 0.02, 0.01);
    long tolerated = plan.round().lossLimit();

    Planner planner = new Planner(SoundAccountant.create(), new Budget(0.2, 1e-5));
    long rounds = planner.mostRounds(plan.accounted());
    long ifNoneIsTolerated = planner.mostRounds(strict.accounted());
    // README: end

    assertThat(tolerated).isEqualTo(4);
    assertThat(plan.discarded()).isLessThan(0.01);
    assertThat(plan.clientsGivenUp()).isEqualTo(3_186);
    assertThat(rounds).isBetween(719_000L, 721_000L);
    assertThat(ifNoneIsTolerated).isBetween(759_000L, 761_000L);
  }

  @Test
  void filterExample_asPrinted_keepsItsState() {
    // README: begin
    // Shared by all clients of a host.
    FilterMenu menu = FilterMenu.recommended(new Budget(2, 1e-5));
    PrivacyFilter filter = PrivacyFilter.open(menu);
    CheckInRound charge =
        new PledgedRound(60_000, 0, 0.05, CheckInLaw.POISSON, new LocalGuarantee.Gaussian(1))
            .accounted();
    if (filter.allows(charge)) {
      filter = filter.charge(charge); // store filter.text(), then answer the round
    }
    PrivacyFilter restored = PrivacyFilter.parse(FilterMenu.parse(menu.text()), filter.text());
    // README: end

    assertThat(restored.text())
        .isEqualTo(filter.text())
        .isNotEqualTo(PrivacyFilter.open(menu).text());
  }
}
