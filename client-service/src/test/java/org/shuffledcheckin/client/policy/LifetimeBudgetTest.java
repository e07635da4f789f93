package org.shuffledcheckin.client.policy;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.BitSet;
import org.junit.jupiter.api.Test;
import org.shuffledcheckin.accountant.Budget;
import org.shuffledcheckin.accountant.CheckInLaw;
import org.shuffledcheckin.accountant.CheckInRound;
import org.shuffledcheckin.accountant.LocalGuarantee;
import org.shuffledcheckin.accountant.sound.SoundAccountant;
import org.shuffledcheckin.client.PerRoundAccountant;

class LifetimeBudgetTest {
  private static final CheckInRound ONE =
      new CheckInRound(1000, 0.05, CheckInLaw.POISSON, new LocalGuarantee.Gaussian(1));
  private static final CheckInRound HALF =
      new CheckInRound(1000, 0.05, CheckInLaw.BERNOULLI, new LocalGuarantee.PureLdp(1));

  private final PerRoundAccountant accountant = new PerRoundAccountant();

  @Test
  void allows_upToTheLimit_andNotBeyond() {
    LifetimeBudget budget = new LifetimeBudget(accountant, new Budget(37, 1e-5));
    Spending spent = Spending.NONE;
    for (int round = 1; round <= 37; round++) {
      assertThat(budget.allows(spent, ONE)).as("round " + round).isTrue();
      spent = spent.plus(ONE, 1);
    }
    assertThat(budget.allows(spent, ONE)).isFalse();
    assertThat(budget.allows(spent, HALF)).isFalse();
  }

  @Test
  void allows_mixedRounds_countsBoth() {
    LifetimeBudget budget = new LifetimeBudget(accountant, new Budget(10, 1e-5));
    Spending spent = Spending.NONE.plus(ONE, 8).plus(HALF, 3);
    assertThat(budget.allows(spent, HALF)).isTrue();
    assertThat(budget.allows(spent, ONE)).isFalse();
    assertThat(budget.epsilonOf(spent)).isEqualTo(9.5);
  }

  @Test
  void allows_tenThousandRounds_evaluatesTheAccountantSeldom() {
    LifetimeBudget budget = new LifetimeBudget(accountant, new Budget(10_000, 1e-5));
    Spending spent = Spending.NONE;
    for (int round = 0; round < 10_000; round++) {
      assertThat(budget.allows(spent, ONE)).isTrue();
      spent = spent.plus(ONE, 1);
    }
    assertThat(budget.allows(spent, ONE)).isFalse();
    assertThat(accountant.evaluations()).isLessThan(200);
  }

  /** Proven values of the accountant: 60 such rounds cost 0.417, 200 cost 0.659. */
  @Test
  void allows_soundAccountant_stopsBetweenTheKnownValues() {
    CheckInRound round =
        new CheckInRound(60_000, 0.05, CheckInLaw.POISSON, new LocalGuarantee.Gaussian(1));
    LifetimeBudget budget =
        new LifetimeBudget(SoundAccountant.create(), new Budget(0.5, 1.0 / 60_000));
    long last = 0;
    for (Spending spent = Spending.NONE; budget.allows(spent, round); last++) {
      spent = spent.plus(round, 1);
    }
    assertThat(last).isBetween(60L, 199L);
    assertThat(budget.epsilonOf(Spending.NONE.plus(round, last))).isLessThanOrEqualTo(0.5);
    assertThat(budget.epsilonOf(Spending.NONE.plus(round, last + 1))).isGreaterThan(0.5);
  }

  @Test
  void within_clientsThatSpentDifferently_areJudgedEachByItsOwnLedger() {
    LifetimeBudget budget = new LifetimeBudget(accountant, new Budget(2, 1e-5));
    ClientLedgers ledgers = new ClientLedgers(3);
    ledgers.charge(bits(0, 1), ONE);
    ledgers.charge(bits(0), ONE);
    assertThat(ledgers.within(budget, ONE)).isEqualTo(bits(1, 2));
    assertThat(TestLedgers.rounds(TestLedgers.spent(ledgers, 0))).isEqualTo(2);
    assertThat(TestLedgers.spent(ledgers, 2)).isEqualTo(Spending.NONE);
  }

  private static BitSet bits(int... clients) {
    BitSet bits = new BitSet();
    for (int client : clients) {
      bits.set(client);
    }
    return bits;
  }
}
