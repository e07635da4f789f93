package org.shuffledcheckin.client.training;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.shuffledcheckin.report.noise.ReportRandomness;
import org.shuffledcheckin.report.randomizer.LocalRandomizer;

/**
 * Makes the reports of one client after another. Guarantees a report for every client, whatever its
 * record: where the value cannot be computed (a hostile model may overflow for some records and not
 * for others) zero takes its place, so that silence never tells anything. Not safe for several
 * threads.
 */
public final class ReportWorker {
  private final LocalRandomizer randomizer;
  private final ClientValue value;
  private final float[] computed;

  ReportWorker(LocalRandomizer randomizer, ClientValue value) {
    this.randomizer = randomizer;
    this.value = value;
    computed = new float[randomizer.spec().valueLength()];
  }

  /**
   * Makes as many reports of a client's value as it drew, each with noise of its own.
   *
   * @param randomness of this client in this round
   */
  public List<byte[]> reports(int client, int count, ReportRandomness randomness) {
    compute(client);
    List<byte[]> reports = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      reports.add(randomizer.randomize(computed, randomness.openStream()));
    }
    return reports;
  }

  private void compute(int client) {
    try {
      value.compute(client, computed);
      if (isFinite()) {
        return;
      }
    } catch (IllegalArgumentException overflow) {
      // What it says would tell of the record, so nobody hears of it.
    }
    Arrays.fill(computed, 0f);
  }

  private boolean isFinite() {
    for (float number : computed) {
      if (!Float.isFinite(number)) {
        return false;
      }
    }
    return true;
  }
}
