package org.shuffledcheckin.aggregator.ledger;

import java.time.Instant;
import java.util.Objects;
import java.util.Optional;
import org.shuffledcheckin.accountant.CheckInRound;
import org.shuffledcheckin.accountant.LocalGuarantee;
import org.shuffledcheckin.accountant.UpperBound;
import org.shuffledcheckin.kit.round.Announcement;
import org.shuffledcheckin.kit.round.Digest;
import org.shuffledcheckin.kit.round.Population;
import org.shuffledcheckin.kit.round.RoundId;
import org.shuffledcheckin.kit.round.RoundTerms;
import org.shuffledcheckin.report.randomizer.RandomizerSpec;

/**
 * What one round costs, with everything the accountant was told, so that anyone can recompute it.
 *
 * @param terms the round that is paid for
 * @param after proven cost of the run, this round included
 * @param limit the run's epsilon limit when the charge was made
 * @param time when the charge was made, by the aggregator's clock; decides nothing
 */
public record Charge(Terms terms, UpperBound after, double limit, Instant time) {

  /**
   * A round as it is paid for.
   *
   * @param round which
   * @param population who takes part, of whom the accountant counts on the honest only
   * @param guarantee of one report, as the accountant was told it
   * @param randomizer that gives the guarantee; entries of the first version do not name it
   * @param parameters digest of the announced parameters
   */
  public record Terms(
      RoundId round,
      Population population,
      LocalGuarantee guarantee,
      Optional<RandomizerSpec> randomizer,
      Digest parameters) {
    /** Validates that the guarantee is the randomiser's. */
    public Terms {
      Objects.requireNonNull(round, "round");
      Objects.requireNonNull(population, "population");
      Objects.requireNonNull(parameters, "parameters");
      if (randomizer.isPresent() && !randomizer.get().guarantee().equals(guarantee)) {
        throw new IllegalArgumentException(
            "guarantee must be that of %s but is %s"
                .formatted(randomizer.get().canonicalText(), guarantee));
      }
    }

    /** What an announced round is charged as. */
    public static Terms of(Announcement announcement) {
      RoundTerms terms = announcement.terms();
      return new Terms(
          terms.id(),
          terms.population(),
          terms.randomizer().guarantee(),
          Optional.of(terms.randomizer()),
          announcement.digest());
    }
  }

  /** Validates what the accountant's own types do not. */
  public Charge {
    Objects.requireNonNull(terms, "terms");
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

  /** The round that is paid for. */
  public RoundId round() {
    return terms.round();
  }

  /** The round as the accountant saw it. */
  public CheckInRound accounted() {
    return terms.population().charge(terms.guarantee());
  }
}
