package org.shuffledcheckin.aggregator.budget;

import org.shuffledcheckin.accountant.Arguments;
import org.shuffledcheckin.accountant.Budget;
import org.shuffledcheckin.accountant.CheckInRound;
import org.shuffledcheckin.accountant.PrivacyAccountant;
import org.shuffledcheckin.accountant.UpperBound;

/**
 * Stands before every round of a run. Guarantees that all granted rounds together cost no more than
 * the limit, by an accountant whose answers are {@link UpperBound}s by type; estimates and lower
 * bounds cannot reach it. Immutable: asking spends nothing, only a grant that was written to the
 * ledger does. What it says is spent never falls, even where a coarser grid would give a smaller
 * number after a restart.
 *
 * <p>An accountant bounds plans, and a run is one: its settings are frozen, so that its rounds are
 * all alike, and nothing can depend on results but when it ends. To end a plan early is to show
 * less of it. (Rounds that an older version charged by another rule are part of the plan too;
 * nobody chose their number by what they showed.) Not guaranteed: anything about rounds that
 * somebody picks in view of results, or about several runs. Of runs the <i>limits</i> add up, not
 * what each has spent so far; and clients, for whom runs are such rounds, keep filters of their
 * own.
 */
public final class BudgetGate {
  private final Budget limit;
  private final PrivacyAccountant accountant;
  private final UpperBound spent;

  private BudgetGate(Budget limit, PrivacyAccountant accountant, UpperBound spent) {
    this.limit = limit;
    this.accountant = accountant;
    this.spent = spent;
  }

  /**
   * A gate before which nothing was spent.
   *
   * @param limit the most that may be spent; its epsilon is positive and finite
   * @param fresh an accountant of no rounds
   */
  public static BudgetGate unspent(Budget limit, PrivacyAccountant fresh) {
    Arguments.requirePositive("epsilon limit", limit.epsilon());
    return new BudgetGate(limit, fresh, UpperBound.ofNoRounds(limit.delta()));
  }

  /** Proven cost of all rounds that were charged. */
  public UpperBound spent() {
    return spent;
  }

  /** The limit this gate holds to. */
  public Budget limit() {
    return limit;
  }

  /**
   * Decides on one more round.
   *
   * @throws IllegalArgumentException if the accountant has no proven bound for such a round
   */
  public BudgetDecision ask(CheckInRound round) {
    PrivacyAccountant then = accountant.compose(round, 1);
    UpperBound after = then.epsilon(limit.delta()).atLeast(spent.epsilon());
    // Written so that a NaN, which the type excludes, would refuse.
    if (after.epsilon() <= limit.epsilon()) {
      return new BudgetDecision.Granted(after, new BudgetGate(limit, then, after));
    }
    return new BudgetDecision.Spent(after);
  }

  /**
   * The gate after rounds that the ledger already charged: what they cost by the ledger or by this
   * accountant, whichever is more. Does not ask whether the limit allowed them; they are spent.
   */
  BudgetGate charged(CheckInRound round, long times, UpperBound recorded) {
    PrivacyAccountant then = accountant.compose(round, times);
    UpperBound derived = then.epsilon(limit.delta());
    UpperBound after = recorded.epsilon() >= derived.epsilon() ? recorded : derived;
    return new BudgetGate(limit, then, after.atLeast(spent.epsilon()));
  }

  /**
   * How many more rounds like this one the limit allows, at most {@code ceiling}. Assumes what
   * every accountant must have: cost that does not fall with more rounds.
   */
  public long roundsLeft(CheckInRound round, long ceiling) {
    long allowed = 0;
    long refused = ceiling + 1;
    for (long step = 1; step < refused; step = Math.min(2 * step, refused)) {
      if (!allows(round, step)) {
        refused = step;
        break;
      }
      allowed = step;
    }
    while (refused - allowed > 1) {
      long middle = allowed + (refused - allowed) / 2;
      if (allows(round, middle)) {
        allowed = middle;
      } else {
        refused = middle;
      }
    }
    return allowed;
  }

  private boolean allows(CheckInRound round, long times) {
    return spent.epsilon() <= limit.epsilon()
        && accountant.compose(round, times).epsilon(limit.delta()).epsilon() <= limit.epsilon();
  }
}
