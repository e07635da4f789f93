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
 * @param round the round that is paid for
 * @param clients how many answers the release needs
 * @param accounted the round as the accountant saw it; counts the honest clients only
 * @param after proven cost of the run, this round included
 * @param limit the run's epsilon limit when the charge was made
 * @param parameters digest of the announced parameters
 * @param time when the charge was made, by the aggregator's clock; decides nothing
 */
public record Charge(
    RoundId round,
    long clients,
    CheckInRound accounted,
    UpperBound after,
    double limit,
    Digest parameters,
    Instant time) {

  /** Validates what the accountant's own types do not. */
  public Charge {
    Objects.requireNonNull(round, "round");
    Objects.requireNonNull(accounted, "accounted");
    Objects.requireNonNull(parameters, "parameters");
    Objects.requireNonNull(time, "time");
    if (clients < accounted.clients()) {
      throw new IllegalArgumentException(
          "clients must be at least the accounted " + accounted.clients() + " but is " + clients);
    }
    if (!(after.epsilon() < Double.POSITIVE_INFINITY)) {
      throw new IllegalArgumentException(
          "epsilon after a charged round must be finite but is " + after.epsilon());
    }
    if (!(limit >= after.epsilon() && limit < Double.POSITIVE_INFINITY)) {
      throw new IllegalArgumentException(
          "epsilon limit must be finite and at least " + after.epsilon() + " but is " + limit);
    }
  }
}
