package org.shuffledcheckin.aggregator.ledger;

import java.time.Instant;
import java.util.Objects;
import java.util.Optional;
import org.shuffledcheckin.accountant.Arguments;
import org.shuffledcheckin.accountant.CheckInRound;
import org.shuffledcheckin.accountant.LocalGuarantee;
import org.shuffledcheckin.accountant.UpperBound;
import org.shuffledcheckin.kit.round.Announcement;
import org.shuffledcheckin.kit.round.Digest;
import org.shuffledcheckin.kit.round.Population;
import org.shuffledcheckin.kit.round.RoundId;
import org.shuffledcheckin.kit.round.RoundTerms;
import org.shuffledcheckin.kit.round.SumRule;
import org.shuffledcheckin.report.randomizer.GaussianSumSpec;
import org.shuffledcheckin.report.randomizer.RandomizerSpec;

/**
 * What one round costs, with everything the accountant was told, so that anyone can recompute it.
 *
 * @param version of the entry's text; earlier ones are read, and never written anew
 * @param terms the round that is paid for
 * @param after proven cost of the run, this round included
 * @param limit the run's epsilon limit when the charge was made
 * @param time when the charge was made, by the aggregator's clock; decides nothing
 */
public record Charge(int version, Terms terms, UpperBound after, double limit, Instant time) {
  /** Did not name the randomiser. */
  static final int FIRST = 1;

  /** Named the randomiser; clients answered when they were done, and losses were not counted. */
  static final int UNPLEDGED = 2;

  /** What is written now: clients pledge, losses are charged for, links name the parameters. */
  static final int NEWEST = 3;

  /**
   * A round as it is paid for.
   *
   * @param round which
   * @param population who takes part, and how much may get lost
   * @param accounted what the accountant was told; may count on fewer clients than the population's
   *     rule, never on more
   * @param randomizer that gives the guarantee; entries of the first version do not name it
   * @param sums what was counted on where only the sum of reports is seen; nothing elsewhere
   * @param parameters digest of the announced parameters
   */
  public record Terms(
      RoundId round,
      Population population,
      CheckInRound accounted,
      Optional<RandomizerSpec> randomizer,
      Optional<SumRule> sums,
      Digest parameters) {
    /** Validates that the randomiser has the guarantee; it may have a stronger one. */
    public Terms {
      Objects.requireNonNull(round, "round");
      Objects.requireNonNull(population, "population");
      Objects.requireNonNull(parameters, "parameters");
      if (accounted.checkInRate() != population.rate() || accounted.law() != population.law()) {
        throw new IllegalArgumentException("a round must be charged with its own rate and law");
      }
      boolean summed = accounted.guarantee() instanceof LocalGuarantee.GaussianSum;
      if (sums.isPresent() != summed
          || (summed && !(randomizer.orElse(null) instanceof GaussianSumSpec))) {
        throw new IllegalArgumentException(
            "a round whose reports are only added up must be charged by its rule for sums");
      }
      if (randomizer.isPresent()
          && !summed
          && !randomizer.get().guarantee().implies(accounted.guarantee())) {
        throw new IllegalArgumentException(
            "guarantee must be one of %s but is %s"
                .formatted(randomizer.get().canonicalText(), accounted.guarantee()));
      }
    }

    /** Terms of a round whose reports are seen one by one. */
    public Terms(
        RoundId round,
        Population population,
        CheckInRound accounted,
        Optional<RandomizerSpec> randomizer,
        Digest parameters) {
      this(round, population, accounted, randomizer, Optional.empty(), parameters);
    }

    /** What the rule of its population gives for such a round. */
    CheckInRound rule() {
      return sums.isPresent()
          ? population.charge(randomizer.orElseThrow(), sums.get())
          : population.charge(accounted.guarantee());
    }

    /** Whether the rule proves what was charged: by as many clients and as much mass, or better. */
    boolean isProven() {
      return sums.isPresent()
          ? accounted.clients() <= rule().clients() && accounted.lossMass() >= rule().lossMass()
          : population.proves(accounted);
    }

    /** What an announced round is charged as. */
    public static Terms of(Announcement announcement) {
      RoundTerms terms = announcement.terms();
      return new Terms(
          terms.id(),
          terms.population(),
          terms.charge(),
          Optional.of(terms.randomizer()),
          terms.isSummed() ? Optional.of(terms.sumRule()) : Optional.empty(),
          announcement.digest());
    }
  }

  /** Validates what the accountant's own types do not. */
  public Charge {
    Arguments.requireBetween("version of a ledger entry", version, FIRST, NEWEST);
    Objects.requireNonNull(terms, "terms");
    if (terms.randomizer().isPresent() != (version > FIRST)) {
      throw new IllegalArgumentException("ledger entries name the randomiser from version 2 on");
    }
    Objects.requireNonNull(time, "time");
    if (!(after.epsilon() < Double.POSITIVE_INFINITY)) {
      throw new IllegalArgumentException(
          "epsilon after a charged round must be finite but is " + after.epsilon());
    }
    if (!(limit >= after.epsilon() && limit < Double.POSITIVE_INFINITY)) {
      throw new IllegalArgumentException(
          "epsilon limit must be finite and at least " + after.epsilon() + " but is " + limit);
    }
  }

  /** A charge in the newest form. */
  public Charge(Terms terms, UpperBound after, double limit, Instant time) {
    this(NEWEST, terms, after, limit, time);
  }

  /** Whether clients had to pledge, so that the population's rule of losses applies. */
  public boolean isPledged() {
    return version >= NEWEST;
  }

  /** The round that is paid for. */
  public RoundId round() {
    return terms.round();
  }

  /** Whether these are the parameters that the charge names, and it pays for what they say. */
  public boolean paysFor(Announcement announcement) {
    RoundTerms announced = announcement.terms();
    return terms.parameters().equals(announcement.digest())
        && terms.round().equals(announced.id())
        && terms.population().equals(announced.population())
        && terms.randomizer().equals(Optional.of(announced.randomizer()))
        && terms
            .sums()
            .equals(announced.isSummed() ? Optional.of(announced.sumRule()) : Optional.empty())
        && after.delta() == announced.spent().delta()
        && after.epsilon() == announced.spent().epsilon();
  }

  /** The round as the accountant saw it. */
  public CheckInRound accounted() {
    return terms.accounted();
  }
}
