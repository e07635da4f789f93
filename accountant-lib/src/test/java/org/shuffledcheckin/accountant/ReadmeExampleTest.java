package org.shuffledcheckin.accountant;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.shuffledcheckin.accountant.sound.SoundAccountant;

/** Runs the example of the module's README. */
class ReadmeExampleTest {
  @Test
  void example_asPrinted_works() {
    CheckInRound round =
        new CheckInRound(60_000, 0.001, CheckInLaw.POISSON, new LocalGuarantee.Gaussian(2));
    SoundAccountant spent = SoundAccountant.create().compose(round, 100_000);
    UpperBound bound = spent.epsilon(1e-5);
    UpperBound next = spent.compose(round, 1).epsilon(1e-5);
    List<RoundCount> ledger = spent.rounds();
    SoundAccountant rebuilt = SoundAccountant.create().composeAll(ledger);

    assertThat(bound.method()).isEqualTo("poisson-gaussian-pld");
    assertThat(bound.epsilon()).isBetween(0.22, 0.24);
    assertThat(next.epsilon()).isGreaterThan(bound.epsilon());
    assertThat(rebuilt.epsilon(1e-5)).isEqualTo(bound);
  }
}
