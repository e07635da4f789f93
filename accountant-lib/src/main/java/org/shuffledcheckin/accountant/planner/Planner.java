package org.shuffledcheckin.accountant.planner;

import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.DoubleFunction;
import java.util.function.DoublePredicate;
import org.shuffledcheckin.accountant.Arguments;
import org.shuffledcheckin.accountant.Budget;
import org.shuffledcheckin.accountant.CheckInLaw;
import org.shuffledcheckin.accountant.CheckInRound;
import org.shuffledcheckin.accountant.LocalGuarantee;
import org.shuffledcheckin.accountant.PrivacyAccountant;
import org.shuffledcheckin.accountant.numeric.Search;

/**
 * Finds the largest plan that a budget allows, on top of what an accountant has already seen. Every
 * answer was itself checked against the budget; a search that stops early errs on the private side.
 * A plan is what its name says: to plan anew in view of what the rounds so far have shown, with the
 * rest of the budget, is not covered.
 */
public final class Planner {
  /** No plan is longer than this. */
  public static final long MOST_ROUNDS = 1_000_000_000L;

  /** Of logarithms, hence relative. */
  private static final double PRECISION = 1e-4;

  /** The first search goes down by such steps. */
  private static final double COARSE = 4;

  private static final double LEAST_NOISE = 1e-2;
  private static final double MOST_NOISE = 1e6;
  private static final double LEAST_RATE = 1e-9;
  private static final double LEAST_EPSILON0 = 1e-4;
  private static final double MOST_EPSILON0 = 50;

  private final PrivacyAccountant spent;
  private final Budget budget;

  /**
   * Plans for a budget.
   *
   * @param spent what was spent so far; an accountant that has seen nothing for a new plan
   */
  public Planner(PrivacyAccountant spent, Budget budget) {
    this.spent = Objects.requireNonNull(spent, "spent");
    this.budget = Objects.requireNonNull(budget, "budget");
  }

  /** The largest number of further rounds, at most {@link #MOST_ROUNDS}; 0 if none is allowed. */
  public long mostRounds(CheckInRound round) {
    if (!allows(round, 1)) {
      return 0;
    }
    long within = 1;
    while (within < MOST_ROUNDS && allows(round, Math.min(MOST_ROUNDS, 4 * within))) {
      within = Math.min(MOST_ROUNDS, 4 * within);
    }
    return within == MOST_ROUNDS
        ? MOST_ROUNDS
        : Search.largest(within, Math.min(MOST_ROUNDS, 4 * within) - 1, t -> allows(round, t));
  }

  /** The smallest noise multiplier for this many rounds; empty if none up to 10^6 suffices. */
  public OptionalDouble leastNoise(long clients, double rate, CheckInLaw law, long rounds) {
    return leastNoise(
        noise ->
            Optional.of(new CheckInRound(clients, rate, law, new LocalGuarantee.Gaussian(noise))),
        rounds);
  }

  /**
   * The same for rounds that depend on the noise in other ways too.
   *
   * @param round with a noise multiplier; empty if there is no such round
   */
  public OptionalDouble leastNoise(DoubleFunction<Optional<CheckInRound>> round, long rounds) {
    Arguments.requireAtLeast("rounds", rounds, 1);
    DoublePredicate allowed = log -> allows(round.apply(Math.exp(log)), rounds);
    double low = Math.log(LEAST_NOISE);
    double high = Math.log(MOST_NOISE);
    if (!allowed.test(high)) {
      return OptionalDouble.empty();
    }
    double found = allowed.test(low) ? low : Search.smallest(low, high, PRECISION, allowed);
    return OptionalDouble.of(Math.exp(found));
  }

  /** The largest check-in rate for this many rounds; empty if none from 10^-9 on is allowed. */
  public OptionalDouble largestRate(
      long clients, CheckInLaw law, LocalGuarantee guarantee, long rounds) {
    return largestRate(
        rate -> Optional.of(new CheckInRound(clients, rate, law, guarantee)), rounds);
  }

  /**
   * The same for rounds that depend on the rate in other ways too.
   *
   * @param round at a rate; empty if there is no such round
   */
  public OptionalDouble largestRate(DoubleFunction<Optional<CheckInRound>> round, long rounds) {
    return largest(LEAST_RATE, 1, rate -> round.apply(Math.min(1, rate)), rounds);
  }

  /** The largest epsilon0, at most 50, for this many rounds; empty if none from 10^-4 on is. */
  public OptionalDouble largestEpsilon0(long clients, double rate, CheckInLaw law, long rounds) {
    return largestEpsilon0(
        epsilon0 ->
            Optional.of(new CheckInRound(clients, rate, law, new LocalGuarantee.PureLdp(epsilon0))),
        rounds);
  }

  /**
   * The same for rounds that depend on epsilon0 in other ways too.
   *
   * @param round with an epsilon0; empty if there is no such round
   */
  public OptionalDouble largestEpsilon0(DoubleFunction<Optional<CheckInRound>> round, long rounds) {
    return largest(LEAST_EPSILON0, MOST_EPSILON0, round, rounds);
  }

  /** Rounds need not exist at the low end: it is looked for from the high one. */
  private OptionalDouble largest(
      double low, double high, DoubleFunction<Optional<CheckInRound>> round, long rounds) {
    Arguments.requireAtLeast("rounds", rounds, 1);
    if (allows(round.apply(high), rounds)) {
      return OptionalDouble.of(high);
    }
    double refused = high;
    double allowed = Math.max(low, high / COARSE);
    while (!allows(round.apply(allowed), rounds)) {
      if (allowed == low) {
        return OptionalDouble.empty();
      }
      refused = allowed;
      allowed = Math.max(low, allowed / COARSE);
    }
    double found =
        Search.largest(
            Math.log(allowed),
            Math.log(refused),
            PRECISION,
            log -> allows(round.apply(Math.exp(log)), rounds));
    return OptionalDouble.of(Math.exp(found));
  }

  private boolean allows(Optional<CheckInRound> round, long rounds) {
    return round.isPresent() && allows(round.get(), rounds);
  }

  private boolean allows(CheckInRound round, long rounds) {
    return spent.supports(round) && budget.allows(spent.compose(round, rounds));
  }
}
