package org.shuffledcheckin.shuffler;

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
record Terms(long clients, int reportBytes, ModelDigest model, RoundWindow window) {
  private static final HpkePublicKey KEY = HpkePublicKey.of(new byte[32]);

  /** One client is enough, half a minute, any batch but the empty one. */
  static Terms simple() {
    return new Terms(
        1, 16, ModelDigest.of(new byte[0]), new RoundWindow(Duration.ofSeconds(30), false, 1, 0));
  }

  Terms clients(long value) {
    return new Terms(value, reportBytes, model, window);
  }

  /** Reports of so many bytes, an even number. */
  Terms reportBytes(int value) {
    return new Terms(clients, value, model, window);
  }

  Terms model(byte[] value) {
    return new Terms(clients, reportBytes, ModelDigest.of(value), window);
  }

  Terms openFor(Duration value) {
    return with(
        new RoundWindow(
            value,
            window.closeWhenAllAnswered(),
            window.minimumBatch(),
            window.minimumBatchSpread()));
  }

  Terms closingEarly() {
    return with(
        new RoundWindow(
            window.openFor(), true, window.minimumBatch(), window.minimumBatchSpread()));
  }

  Terms minimumBatch(long minimum, long spread) {
    return with(new RoundWindow(window.openFor(), window.closeWhenAllAnswered(), minimum, spread));
  }

  private Terms with(RoundWindow other) {
    return new Terms(clients, reportBytes, model, other);
  }

  RoundTerms of(RoundId id) {
    int dimension = (reportBytes - ReportFormat.HEADER_BYTES) / Short.BYTES;
    return new RoundTerms(
        id,
        Population.allHonest(clients, 0.05, CheckInLaw.POISSON),
        new ReportTerms(GaussianSpec.withSuitableGrid(dimension, 0.5, 1.0), model, KEY),
        window,
        new Budget(0.25, 1e-5));
  }
}
