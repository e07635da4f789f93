package org.shuffledcheckin.client.policy;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.shuffledcheckin.accountant.Budget;
import org.shuffledcheckin.accountant.CheckInRound;
import org.shuffledcheckin.accountant.PrivacyAccountant;

/**
 * Judges with the client's own accountant whether what it will have spent stays within its lifetime
 * budget; what an announcement says about epsilon plays no part.
 *
 * <p>Guarantees that every spending it allows has a proven epsilon of at most the limit at the
 * limit's delta. It evaluates the accountant ahead and remembers: fewer rounds never cost more
 * (data processing), so one proven spending settles all that it covers, and refusing what covers a
 * refused one is safe. Safe for use by several threads.
 */
public final class LifetimeBudget {
  private final PrivacyAccountant unspent;
  private final Budget limit;
  private final List<Spending> proven = new ArrayList<>();
  private final List<Spending> refused = new ArrayList<>();

  /**
   * Makes the judge of a budget.
   *
   * @param unspent an accountant that nothing was composed into
   */
  public LifetimeBudget(PrivacyAccountant unspent, Budget limit) {
    this.unspent = Objects.requireNonNull(unspent, "unspent");
    this.limit = Objects.requireNonNull(limit, "limit");
  }

  /** Whether the accountant can bound such a round at all. */
  public boolean supports(CheckInRound round) {
    return unspent.supports(round);
  }

  /** Whether one more round after what was spent stays within the limit. */
  public synchronized boolean allows(Spending spent, CheckInRound next) {
    Spending after = spent.plus(next, 1);
    if (proven.stream().anyMatch(known -> known.covers(after))) {
      return true;
    }
    if (refused.stream().anyMatch(after::covers)) {
      return false;
    }
    return prove(after, next);
  }

  /** The proven epsilon of what was spent, for showing it. */
  public double epsilonOf(Spending spent) {
    PrivacyAccountant accountant = unspent;
    for (Map.Entry<CheckInRound, Long> entry : spent.ordered()) {
      accountant = accountant.compose(entry.getKey(), entry.getValue());
    }
    return spent.equals(Spending.NONE) ? 0 : accountant.epsilon(limit.delta()).epsilon();
  }

  /** Tries as many rounds ahead as were spent, then fewer: few evaluations over a whole run. */
  private boolean prove(Spending after, CheckInRound next) {
    for (long ahead = after.times(next); ahead >= 1; ahead /= 2) {
      if (settle(after.plus(next, ahead))) {
        return true;
      }
    }
    return settle(after);
  }

  private boolean settle(Spending spending) {
    if (refused.stream().anyMatch(spending::covers)) {
      return false;
    }
    boolean within = epsilonOf(spending) <= limit.epsilon();
    if (within) {
      proven.removeIf(spending::covers);
      proven.add(spending);
    } else {
      refused.removeIf(known -> known.covers(spending));
      refused.add(spending);
    }
    return within;
  }
}
