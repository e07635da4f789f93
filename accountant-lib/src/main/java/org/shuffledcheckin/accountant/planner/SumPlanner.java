package org.shuffledcheckin.accountant.planner;

import java.util.Objects;
import java.util.Optional;
import org.shuffledcheckin.accountant.Arguments;
import org.shuffledcheckin.accountant.Budget;
import org.shuffledcheckin.accountant.PrivacyAccountant;
import org.shuffledcheckin.accountant.numeric.Search;
import org.shuffledcheckin.accountant.sums.ReleaseRule;
import org.shuffledcheckin.accountant.sums.SummedRound;

/**
 * Finds the plan of distributed check-ins that a budget allows: the most rounds, the least noise of
 * a report, or the smallest least number of reports. Each moves what is charged one way. The
 * check-in rate does not, because fewer reports carry less noise, and so it is never searched for.
 * Every answer was itself checked against the budget.
 */
public final class SumPlanner {
  /** Relative. */
  private static final double PRECISION = 1e-4;

  private static final double LEAST_NOISE = 4;
  private static final double MOST_NOISE = 1e9;

  private final PrivacyAccountant spent;
  private final Budget budget;

  /**
   * Plans for a budget.
   *
   * @param spent what was spent so far, against whom the budget is for; against a shuffler that can
   *     read the models nothing costs less than against the aggregator
   */
  public SumPlanner(PrivacyAccountant spent, Budget budget) {
    this.spent = Objects.requireNonNull(spent, "spent");
    this.budget = Objects.requireNonNull(budget, "budget");
  }

  /** The largest number of further rounds, at most {@link Planner#MOST_ROUNDS}; 0 if none. */
  public long mostRounds(SummedRound round) {
    return new Planner(spent, budget).mostRounds(round.accounted());
  }

  /** The round with the least noise in a report for this many rounds; empty if none suffices. */
  public Optional<SummedRound> leastNoise(SummedRound round, long rounds) {
    Arguments.requireAtLeast("rounds", rounds, 1);
    double refused = LEAST_NOISE;
    double allowed = LEAST_NOISE;
    // Too much noise cannot be drawn exactly enough: the largest is not known in advance.
    while (!allows(round.withNoise(allowed), rounds)) {
      refused = allowed;
      allowed *= 2;
      if (allowed > MOST_NOISE || round.withNoise(allowed).accountedIfAny().isEmpty()) {
        return Optional.empty();
      }
    }
    double noise =
        Search.smallest(
            refused,
            allowed,
            PRECISION * refused,
            between -> allows(round.withNoise(between), rounds));
    return Optional.of(round.withNoise(noise));
  }

  /**
   * The round with the smallest least number of reports for this many rounds; empty if not even all
   * clients' suffice. How likely so many arrive is another question, see {@link SumPlan}.
   */
  public Optional<SummedRound> fewestReports(SummedRound round, long rounds) {
    Arguments.requireAtLeast("rounds", rounds, 1);
    long most = round.honest() + round.dishonest();
    if (!allows(withLeast(round, most), rounds)) {
      return Optional.empty();
    }
    long least = Search.smallest(1, most, k -> allows(withLeast(round, k), rounds));
    return Optional.of(withLeast(round, least));
  }

  private static SummedRound withLeast(SummedRound round, long reports) {
    ReleaseRule rule = round.release();
    return round.withRelease(new ReleaseRule(rule.lossLimit(), reports, rule.strikeShare()));
  }

  private boolean allows(SummedRound round, long rounds) {
    return round
        .accountedIfAny()
        .filter(spent::supports)
        .map(charged -> budget.allows(spent.compose(charged, rounds)))
        .orElse(false);
  }
}
