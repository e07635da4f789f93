package org.shuffledcheckin.aggregator.budget;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.shuffledcheckin.accountant.Budget;
import org.shuffledcheckin.accountant.CheckInLaw;
import org.shuffledcheckin.accountant.CheckInRound;
import org.shuffledcheckin.accountant.LocalGuarantee;
import org.shuffledcheckin.accountant.UpperBound;
import org.shuffledcheckin.aggregator.TestAccountant;
import org.shuffledcheckin.aggregator.TestRounds;

class BudgetGateTest {
  private static final CheckInRound ROUND = round(0.25);

  private static CheckInRound round(double rate) {
    return new CheckInRound(100, rate, CheckInLaw.POISSON, new LocalGuarantee.Gaussian(1));
  }

  private static BudgetGate gate(double epsilon) {
    return BudgetGate.unspent(new Budget(epsilon, 1e-5), TestAccountant.FRESH);
  }

  @Test
  void ask_untilTheLimit_grantsExactlyWhatFits() {
    BudgetGate gate = gate(1);
    for (int i = 1; i <= 4; i++) {
      BudgetDecision.Granted granted = (BudgetDecision.Granted) gate.ask(ROUND);
      assertThat(granted.after().epsilon()).isEqualTo(0.25 * i);
      gate = granted.next();
    }
    assertThat(gate.ask(ROUND)).isInstanceOf(BudgetDecision.Spent.class);
    assertThat(gate.spent().epsilon()).isEqualTo(1);
  }

  @Test
  void ask_limitTheLeastBelowTheCost_isRefused() {
    assertThat(gate(0.25).ask(ROUND)).isInstanceOf(BudgetDecision.Granted.class);
    assertThat(gate(Math.nextDown(0.25)).ask(ROUND)).isInstanceOf(BudgetDecision.Spent.class);
    assertThat(gate(Math.nextDown(1.0)).roundsLeft(ROUND, 1000)).isEqualTo(3);
  }

  @Test
  void ask_refusedOrGranted_changesNothing() {
    BudgetGate gate = gate(0.2);
    assertThat(gate.ask(ROUND)).isInstanceOf(BudgetDecision.Spent.class);
    assertThat(gate.ask(round(0.125))).isInstanceOf(BudgetDecision.Granted.class);
    assertThat(gate.ask(round(0.125))).isInstanceOf(BudgetDecision.Granted.class);
    assertThat(gate.spent().epsilon()).isZero();
  }

  @Test
  void ask_noFiniteBound_isRefused() {
    BudgetGate gate = gate(1000);
    BudgetGate infinite =
        BudgetGate.unspent(gate.limit(), new TestAccountant(Double.POSITIVE_INFINITY));
    assertThat(infinite.ask(ROUND)).isInstanceOf(BudgetDecision.Spent.class);
  }

  @Test
  void roundsLeft_anyLimit_isWhatAskingGrants() {
    for (double limit : new double[] {0.1, 0.25, 0.3, 1, 7.75, 8, 100}) {
      assertThat(gate(limit).roundsLeft(ROUND, 1000)).isEqualTo((long) (limit / 0.25));
    }
    assertThat(gate(1e9).roundsLeft(ROUND, 1000)).isEqualTo(1000);
    assertThat(gate(0.1).roundsLeft(ROUND, 1000)).isZero();
  }

  @Test
  void spentBudget_mixedCharges_equalsAskingOneByOne() {
    double[] rates = {0.25, 0.25, 0.5, 0.25, 0.125, 0.125, 0.125};
    BudgetGate asked = gate(100);
    SpentBudget rebuilt = new SpentBudget(gate(100));
    for (int i = 0; i < rates.length; i++) {
      BudgetDecision.Granted granted = (BudgetDecision.Granted) asked.ask(round(rates[i]));
      rebuilt.add(TestRounds.charge(i + 1, round(rates[i]), granted.after().epsilon()));
      asked = granted.next();
    }
    assertThat(rebuilt.gate().spent().epsilon()).isEqualTo(asked.spent().epsilon());
    assertThat(rebuilt.gate().roundsLeft(ROUND, 1000)).isEqualTo(asked.roundsLeft(ROUND, 1000));
  }

  @Test
  void spentBudget_ledgerSaysMoreThanTheAccountant_staysAtTheLedgers() {
    SpentBudget rebuilt = new SpentBudget(gate(2));
    rebuilt.add(TestRounds.charge(1, ROUND, 1.9));
    assertThat(rebuilt.gate().spent()).isEqualTo(new UpperBound(1.9, 1e-5, "test"));
    BudgetDecision next = rebuilt.gate().ask(ROUND);
    assertThat(next.after().epsilon()).isGreaterThanOrEqualTo(1.9);
  }

  @Test
  void spentBudget_ledgerSaysLessThanTheAccountant_takesTheAccountants() {
    SpentBudget rebuilt = new SpentBudget(gate(2));
    rebuilt.add(TestRounds.charge(1, ROUND, 0.1));
    assertThat(rebuilt.gate().spent().epsilon()).isEqualTo(0.25);
  }

  @Test
  void limit_outOfRange_isRefused() {
    for (double epsilon : new double[] {0, -1, Double.NaN, Double.POSITIVE_INFINITY}) {
      assertThatThrownBy(() -> BudgetGate.unspent(new Budget(epsilon, 0.1), TestAccountant.FRESH))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("epsilon");
    }
    for (double delta : new double[] {0, 1, Double.NaN}) {
      assertThatThrownBy(() -> new Budget(1, delta))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("delta");
    }
  }
}
