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

/** Round terms for tests, changed one at a time. */
public record TestTerms(long clients, int reportBytes, ModelDigest model, RoundWindow window) {
  private static final HpkePublicKey KEY = HpkePublicKey.of(new byte[32]);

  /** One client is enough, half a minute, any batch but the empty one. */
  public static TestTerms simple() {
    return new TestTerms(
        1, 16, ModelDigest.of(new byte[0]), new RoundWindow(Duration.ofSeconds(30), false, 1, 0));
  }

  public TestTerms clients(long value) {
    return new TestTerms(value, reportBytes, model, window);
  }

  /** Reports of so many bytes, an even number. */
  public TestTerms reportBytes(int value) {
    return new TestTerms(clients, value, model, window);
  }

  public TestTerms model(byte[] value) {
    return new TestTerms(clients, reportBytes, ModelDigest.of(value), window);
  }

  public TestTerms openFor(Duration value) {
    return with(
        new RoundWindow(
            value,
            window.closeWhenAllAnswered(),
            window.minimumBatch(),
            window.minimumBatchSpread()));
  }

  public TestTerms closingEarly() {
    return with(
        new RoundWindow(
            window.openFor(), true, window.minimumBatch(), window.minimumBatchSpread()));
  }

  public TestTerms minimumBatch(long minimum, long spread) {
    return with(new RoundWindow(window.openFor(), window.closeWhenAllAnswered(), minimum, spread));
  }

  private TestTerms with(RoundWindow other) {
    return new TestTerms(clients, reportBytes, model, other);
  }

  public RoundTerms of(RoundId id) {
    int dimension = (reportBytes - ReportFormat.HEADER_BYTES) / Short.BYTES;
    return new RoundTerms(
        id,
        Population.allHonest(clients, 0.05, CheckInLaw.POISSON),
        new ReportTerms(GaussianSpec.withSuitableGrid(dimension, 0.5, 1.0), model, KEY),
        window,
        new Budget(0.25, 1e-5));
  }
}
