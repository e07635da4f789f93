package org.shuffledcheckin.client.coin;

import java.util.random.RandomGenerator;
import org.shuffledcheckin.kit.round.RoundId;
import org.shuffledcheckin.report.noise.InsecureSeededRandomness;
import org.shuffledcheckin.report.noise.ReportRandomness;

/** Opens streams that the seed, the round's number, the purpose and the client determine. */
record InsecureClientRandomness(InsecureSeededRandomness seeded) implements ClientRandomness {
  // Clients have labels from 0, so purposes take negative ones.
  private static final long COINS = -1;
  private static final long SIT_OUTS = -2;
  private static final long DROPOUTS = -3;

  @Override
  public RandomGenerator coins(RoundId round) {
    return stream(round, COINS);
  }

  @Override
  public RandomGenerator sitOuts(RoundId round) {
    return stream(round, SIT_OUTS);
  }

  @Override
  public RandomGenerator dropouts(RoundId round) {
    return stream(round, DROPOUTS);
  }

  @Override
  public ReportRandomness reports(RoundId round, int client) {
    return seeded.child(round.number()).child(client);
  }

  private RandomGenerator stream(RoundId round, long purpose) {
    return seeded.child(round.number()).child(purpose).openStream();
  }
}
