package org.shuffledcheckin.client.host;

import java.time.Duration;
import java.util.Map;
import org.shuffledcheckin.client.exchange.AnswerOutcome;
import org.shuffledcheckin.kit.round.RoundId;

/**
 * What a host did in one round, in counts.
 *
 * @param round the round
 * @param participants clients that drew
 * @param reports reports that they drew
 * @param dropped simulated clients that failed after drawing
 * @param outcomes how many answers ended how
 * @param took from the announcement's arrival to the last answer's end
 */
public record RoundSummary(
    RoundId round,
    long participants,
    long reports,
    long dropped,
    Map<AnswerOutcome, Long> outcomes,
    Duration took) {
  /** Copies the counts. */
  public RoundSummary {
    outcomes = Map.copyOf(outcomes);
  }

  /** How many answers ended so. */
  public long answers(AnswerOutcome outcome) {
    return outcomes.getOrDefault(outcome, 0L);
  }
}
