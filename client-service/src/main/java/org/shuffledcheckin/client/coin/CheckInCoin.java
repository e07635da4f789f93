package org.shuffledcheckin.client.coin;

import static org.shuffledcheckin.accountant.Arguments.requireRate;

import java.util.BitSet;
import java.util.random.RandomGenerator;
import org.shuffledcheckin.accountant.CheckInLaw;
import org.shuffledcheckin.kit.round.WireLimits;
import org.shuffledcheckin.report.noise.ExactBernoulli;
import org.shuffledcheckin.report.noise.PoissonDraw;

/**
 * Draws how many reports a client sends in a round.
 *
 * <p>Guarantees for uniform random words exactly Bernoulli(rate), or Poisson(rate) up to a total
 * variation of {@link PoissonDraw#DEVIATION}; a Poisson draw above 16 counts as 16, and the chance
 * of one is the accountant's to charge. Clients take their words from the round's stream in turn,
 * whether they take part or not, so a draw depends on the stream and the client's number alone, and
 * different clients' draws are independent.
 */
public final class CheckInCoin {
  private interface Law {
    int draw(RandomGenerator words);
  }

  private final Law law;

  private CheckInCoin(Law law) {
    this.law = law;
  }

  /**
   * The coin of a round with this law and rate.
   *
   * @param rate in (0, 1]
   * @throws IllegalArgumentException if no exact draw exists at this rate
   */
  public static CheckInCoin of(CheckInLaw law, double rate) {
    requireRate("check-in rate", rate);
    return switch (law) {
      case POISSON -> {
        PoissonDraw poisson = new PoissonDraw(rate);
        yield new CheckInCoin(
            words -> Math.min(poisson.draw(words), WireLimits.REPORTS_PER_CLIENT));
      }
      case BERNOULLI -> {
        ExactBernoulli bernoulli = ExactBernoulli.of(rate);
        yield new CheckInCoin(words -> bernoulli.draw(words) ? 1 : 0);
      }
    };
  }

  /**
   * Draws once for each of the participants.
   *
   * @param stream fresh for this round and used for nothing else
   */
  public Draws draw(BitSet participants, RandomGenerator stream) {
    RandomGenerator words = new BlockWords(stream);
    Draws.Builder draws = new Draws.Builder();
    int clients = participants.length();
    for (int client = 0; client < clients; client++) {
      int reports = law.draw(words);
      if (reports > 0 && participants.get(client)) {
        draws.add(client, reports);
      }
    }
    return draws.build();
  }
}
