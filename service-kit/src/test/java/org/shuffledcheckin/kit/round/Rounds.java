package org.shuffledcheckin.kit.round;

import java.time.Duration;
import org.shuffledcheckin.accountant.Budget;
import org.shuffledcheckin.accountant.CheckInLaw;
import org.shuffledcheckin.report.randomizer.GaussianSpec;
import org.shuffledcheckin.report.randomizer.RandomizerSpec;

/** Round terms for tests: a small Gaussian round, and the same with one part changed. */
public final class Rounds {
  private static final RoundId.Run RUN = RoundId.Run.fromHex("000102030405060708090a0b0c0d0e0f");

  private Rounds() {}

  /** A small Gaussian round that announces the key. */
  public static RoundTerms gaussian(long number, HpkePublicKey key) {
    return new RoundTerms(
        new RoundId(RUN, number),
        new Population(1000, 950, 0, 0.05, CheckInLaw.POISSON),
        new ReportTerms(
            GaussianSpec.withSuitableGrid(10, 0.5, 1.0), ModelDigest.of(new byte[0]), key),
        new RoundWindow(Duration.ofSeconds(30), 5, 0),
        new Budget(0.25, 1e-5));
  }

  /** The same round of another population. */
  public static RoundTerms with(RoundTerms terms, Population population) {
    return new RoundTerms(terms.id(), population, terms.report(), terms.window(), terms.spent());
  }

  /** The same round with another randomiser. */
  public static RoundTerms with(RoundTerms terms, RandomizerSpec randomizer) {
    return with(terms, new ReportTerms(randomizer, terms.model(), terms.report().hpkePublicKey()));
  }

  /** The same round with another model. */
  public static RoundTerms with(RoundTerms terms, byte[] model) {
    return with(
        terms,
        new ReportTerms(terms.randomizer(), ModelDigest.of(model), terms.report().hpkePublicKey()));
  }

  private static RoundTerms with(RoundTerms terms, ReportTerms report) {
    return new RoundTerms(terms.id(), terms.population(), report, terms.window(), terms.spent());
  }
}
