package org.shuffledcheckin.accountant;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.shuffledcheckin.accountant.filter.FilterMenu;
import org.shuffledcheckin.accountant.filter.PrivacyFilter;
import org.shuffledcheckin.accountant.losses.PledgedRound;
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
