package org.shuffledcheckin.client.coin;

import java.util.random.RandomGenerator;
import org.shuffledcheckin.kit.round.RoundId;
import org.shuffledcheckin.report.noise.ReportRandomness;

/** Opens a fresh cryptographic stream for everything. */
record SecureClientRandomness(ReportRandomness fresh) implements ClientRandomness {
  @Override
  public RandomGenerator coins(RoundId round) {
    return fresh.openStream();
  }

  @Override
  public RandomGenerator sitOuts(RoundId round) {
    return fresh.openStream();
  }

  @Override
  public RandomGenerator dropouts(RoundId round) {
    return fresh.openStream();
  }

  @Override
  public ReportRandomness reports(RoundId round, int client) {
    return fresh;
  }
}
