package org.shuffledcheckin.client.host;

import java.util.random.RandomGenerator;
import org.shuffledcheckin.client.coin.ClientRandomness;
import org.shuffledcheckin.kit.round.RoundId;
import org.shuffledcheckin.report.noise.ReportRandomness;

/** Randomness by which a fair coin always falls on the same side; all else is as it should be. */
record FixedCoins(boolean heads) implements ClientRandomness {
  private static final ClientRandomness SECURE = ClientRandomness.secure();

  @Override
  public RandomGenerator coins(RoundId round) {
    return () -> heads ? 0 : -1;
  }

  @Override
  public RandomGenerator sitOuts(RoundId round) {
    return SECURE.sitOuts(round);
  }

  @Override
  public RandomGenerator dropouts(RoundId round) {
    return SECURE.dropouts(round);
  }

  @Override
  public ReportRandomness reports(RoundId round, int client) {
    return SECURE.reports(round, client);
  }
}
