package org.shuffledcheckin.aggregator.ledger;

import java.time.Instant;
import java.util.Objects;
import org.shuffledcheckin.accountant.CheckInRound;
import org.shuffledcheckin.accountant.UpperBound;
import org.shuffledcheckin.kit.round.Digest;
import org.shuffledcheckin.kit.round.RoundId;

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
   * @param clients how many answers the release needs
   * @param accounted the round as the accountant saw it; counts the honest clients only
   * @param parameters digest of the announced parameters
   */
  public record Terms(RoundId round, long clients, CheckInRound accounted, Digest parameters) {
    /** Validates that the accountant counts on no more clients than must answer. */
    public Terms {
      Objects.requireNonNull(round, "round");
      Objects.requireNonNull(parameters, "parameters");
      if (clients < accounted.clients()) {
        throw new IllegalArgumentException(
            "clients must be at least the accounted " + accounted.clients() + " but is " + clients);
      }
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
    return terms.accounted();
  }
}
