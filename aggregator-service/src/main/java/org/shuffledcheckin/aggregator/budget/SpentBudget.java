package org.shuffledcheckin.aggregator.budget;

import java.util.Optional;
import org.shuffledcheckin.aggregator.ledger.Charge;

/**
 * Rebuilds a gate from the charges of a ledger, taken in order. Equal rounds in a row are composed
 * at once, so that a long ledger costs no more than a short one.
 */
public final class SpentBudget {
  private BudgetGate gate;
  private Optional<Charge> newest = Optional.empty();
  private long pending;

  /** Begins with a gate before which nothing was spent. */
  public SpentBudget(BudgetGate unspent) {
    this.gate = unspent;
  }

  /** Takes the next charge. */
  public void add(Charge charge) {
    if (newest.isPresent() && !newest.get().accounted().equals(charge.accounted())) {
      compose();
    }
    newest = Optional.of(charge);
    pending++;
  }

  /** The gate after all charges so far. */
  public BudgetGate gate() {
    compose();
    return gate;
  }

  private void compose() {
    if (pending > 0) {
      Charge charge = newest.orElseThrow();
      gate = gate.charged(charge.accounted(), pending, charge.after());
      pending = 0;
    }
  }
}
