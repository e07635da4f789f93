package org.shuffledcheckin.client.coin;

import java.util.BitSet;
import java.util.Optional;
import org.shuffledcheckin.accountant.CheckInLaw;
import org.shuffledcheckin.kit.round.RoundId;

/**
 * Decides who takes part in a round and what they draw: first who sits out, then the coins, then,
 * for simulated clients, who fails after drawing. Pure but for the randomness it is given, so that
 * a simulation and a deployed fleet with the same seed agree.
 */
public final class RoundDraw {
  private final SitOutRule sitOut;
  private final Optional<CheckInCoin> dropout;

  /**
   * Takes the rules.
   *
   * @param dropoutRate share of clients that fail after drawing, in [0, 1)
   */
  public RoundDraw(SitOutRule sitOut, double dropoutRate) {
    this.sitOut = sitOut;
    this.dropout =
        dropoutRate == 0
            ? Optional.empty()
            : Optional.of(CheckInCoin.of(CheckInLaw.BERNOULLI, dropoutRate));
  }

  /**
   * What was decided and drawn.
   *
   * @param participants who drew, and is charged
   * @param draws who drew more than zero
   * @param dropped who drew and fails, so that no report of theirs arrives
   */
  public record Drawn(BitSet participants, Draws draws, BitSet dropped) {
    /** Who drew more than zero and does not fail. */
    public Draws sending() {
      return draws.without(dropped);
    }
  }

  /** Decides and draws for the candidates, once. */
  public Drawn draw(
      RoundId round, CheckInCoin coin, BitSet candidates, ClientRandomness randomness) {
    BitSet participants = (BitSet) candidates.clone();
    sitOut.apply(participants, randomness.sitOuts(round));
    Draws draws = coin.draw(participants, randomness.coins(round));
    BitSet dropped =
        dropout
            .map(failing -> failing.draw(participants, randomness.dropouts(round)).clients())
            .orElseGet(BitSet::new);
    return new Drawn(participants, draws, dropped);
  }
}
