package org.shuffledcheckin.client.coin;

import java.util.random.RandomGenerator;
import org.shuffledcheckin.kit.round.RoundId;
import org.shuffledcheckin.report.noise.InsecureSeededRandomness;
import org.shuffledcheckin.report.noise.ReportRandomness;
import org.shuffledcheckin.report.noise.SecureReportRandomness;

/**
 * Where the clients of a host take their randomness from. Each purpose has its own stream, so that
 * adding dropouts, say, changes nobody's draw. Implementations are safe for several threads.
 */
public interface ClientRandomness {
  /** The stream of a round's draws: word i is client i's. Opened once per round. */
  RandomGenerator coins(RoundId round);

  /** The stream of a round's decisions to sit out, taken before the draw. */
  RandomGenerator sitOuts(RoundId round);

  /** The stream that says which simulated clients fail in a round. */
  RandomGenerator dropouts(RoundId round);

  /** The noise of one client's reports in a round, one stream for each report in turn. */
  ReportRandomness reports(RoundId round, int client);

  /** Cryptographic randomness: fresh keys for every stream. What every deployed client uses. */
  static ClientRandomness secure() {
    return new SecureClientRandomness(new SecureReportRandomness());
  }

  /**
   * Randomness that anyone with the seed can repeat, for simulations and tests only. Every word is
   * a function of the seed, the round's number, the client and the report's index, whatever the
   * number of threads; the run plays no part.
   */
  static ClientRandomness insecure(InsecureSeededRandomness seeded) {
    return new InsecureClientRandomness(seeded);
  }
}
