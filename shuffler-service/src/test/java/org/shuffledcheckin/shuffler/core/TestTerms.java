package org.shuffledcheckin.shuffler.core;

import java.time.Duration;
import org.shuffledcheckin.accountant.Budget;
import org.shuffledcheckin.accountant.CheckInLaw;
import org.shuffledcheckin.kit.round.HpkePublicKey;
import org.shuffledcheckin.kit.round.ModelDigest;
import org.shuffledcheckin.kit.round.Population;
import org.shuffledcheckin.kit.round.ReportTerms;
import org.shuffledcheckin.kit.round.RoundId;
import org.shuffledcheckin.kit.round.RoundTerms;
import org.shuffledcheckin.kit.round.RoundWindow;
import org.shuffledcheckin.report.ReportFormat;
import org.shuffledcheckin.report.randomizer.GaussianSpec;
import org.shuffledcheckin.report.randomizer.GaussianSumSpec;
import org.shuffledcheckin.report.randomizer.RandomizerSpec;
import org.shuffledcheckin.report.randomizer.ReportForm;
import org.shuffledcheckin.report.sum.RoundMasks;

/** Round terms for tests, changed one at a time. */
public record TestTerms(
    Population population,
    int reportBytes,
    ModelDigest model,
    RoundWindow window,
    ReportForm form) {
  private static final HpkePublicKey KEY = HpkePublicKey.of(new byte[32]);
  private static final double RATE = 0.05;

  /** One client is enough, nothing may be missing, half a minute, any batch but the empty one. */
  public static TestTerms simple() {
    return new TestTerms(
        Population.allHonest(1, RATE, CheckInLaw.POISSON),
        16,
        ModelDigest.of(new byte[0]),
        new RoundWindow(Duration.ofSeconds(30), 1, 0),
        ReportForm.SHUFFLED);
  }

  /** Only sums of so many words leave; a verdict may strike this share of the batch. */
  public static TestTerms summed(int words, long minimum, double strikeShare) {
    return new TestTerms(
        Population.allHonest(1, RATE, CheckInLaw.BERNOULLI),
        words * Integer.BYTES + RoundMasks.SEED_BYTES,
        ModelDigest.of(new byte[0]),
        new RoundWindow(Duration.ofSeconds(30), minimum, 0, 0, strikeShare),
        ReportForm.DISTRIBUTED);
  }

  public TestTerms clients(long value) {
    return with(new Population(value, value, population.lossLimit(), RATE, population.law()));
  }

  public TestTerms lossLimit(long value) {
    return with(
        new Population(population.clients(), population.honest(), value, RATE, population.law()));
  }

  /** At most one report of a client. */
  public TestTerms bernoulli() {
    return with(
        new Population(
            population.clients(),
            population.honest(),
            population.lossLimit(),
            RATE,
            CheckInLaw.BERNOULLI));
  }

  /** Reports of so many bytes, an even number. */
  public TestTerms reportBytes(int value) {
    return new TestTerms(population, value, model, window, form);
  }

  public TestTerms model(byte[] value) {
    return new TestTerms(population, reportBytes, ModelDigest.of(value), window, form);
  }

  public TestTerms openFor(Duration value) {
    return with(new RoundWindow(value, window.minimumBatch(), window.minimumBatchSpread()));
  }

  public TestTerms minimumBatch(long minimum, long spread) {
    return with(new RoundWindow(window.openFor(), minimum, spread));
  }

  public TestTerms maximumBatch(long maximum) {
    return with(
        new RoundWindow(
            window.openFor(),
            window.minimumBatch(),
            window.minimumBatchSpread(),
            maximum,
            window.strikeShare()));
  }

  private TestTerms with(RoundWindow other) {
    return new TestTerms(population, reportBytes, model, other, form);
  }

  private TestTerms with(Population other) {
    return new TestTerms(other, reportBytes, model, window, form);
  }

  public RoundTerms of(RoundId id) {
    return new RoundTerms(
        id, population, new ReportTerms(randomizer(), model, KEY), window, new Budget(0.25, 1e-5));
  }

  private RandomizerSpec randomizer() {
    return form == ReportForm.DISTRIBUTED
        ? new GaussianSumSpec((reportBytes - RoundMasks.SEED_BYTES) / Integer.BYTES, 0.5, 64, 256)
        : GaussianSpec.withSuitableGrid(
            (reportBytes - ReportFormat.HEADER_BYTES) / Short.BYTES, 0.5, 1.0);
  }
}
