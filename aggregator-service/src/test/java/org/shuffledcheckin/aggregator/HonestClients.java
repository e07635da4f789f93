package org.shuffledcheckin.aggregator;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.shuffledcheckin.kit.round.Announcement;
import org.shuffledcheckin.kit.sealing.ReportSealer;
import org.shuffledcheckin.report.noise.InsecureSeededRandomness;
import org.shuffledcheckin.report.randomizer.LocalRandomizer;

/** Clients that randomise and seal what a round announces. */
public final class HonestClients {
  private HonestClients() {}

  /** So many reports a round, of values that are all zero. */
  public static Function<Announcement, List<byte[]>> reports(int count, long seed) {
    InsecureSeededRandomness randomness = new InsecureSeededRandomness(seed);
    return round -> {
      LocalRandomizer randomizer = round.terms().randomizer().newRandomizer();
      ReportSealer sealer = new ReportSealer(round);
      List<byte[]> reports = new ArrayList<>();
      for (int i = 0; i < count; i++) {
        float[] value = new float[randomizer.spec().valueLength()];
        reports.add(sealer.seal(randomizer.randomize(value, randomness.openStream())));
      }
      return reports;
    };
  }
}
