package org.shuffledcheckin.shuffler;

import java.time.Duration;
import org.shuffledcheckin.accountant.CheckInLaw;
import org.shuffledcheckin.kit.round.Digest;
import org.shuffledcheckin.kit.round.HpkePublicKey;
import org.shuffledcheckin.kit.round.RandomizerTerms;
import org.shuffledcheckin.kit.round.RoundId;
import org.shuffledcheckin.kit.round.RoundTerms;

/** Round terms for tests, changed one at a time. */
record Terms(
    long clients,
    int reportBytes,
    Digest model,
    long modelBytes,
    Duration openFor,
    boolean closeWhenAllAnswered,
    long minimumBatch,
    long spread) {
  private static final HpkePublicKey KEY = HpkePublicKey.of(new byte[32]);

  /** One client is enough, half a minute, any batch but the empty one. */
  static Terms simple() {
    return new Terms(1, 16, Digest.sha256(), 0, Duration.ofSeconds(30), false, 1, 0);
  }

  Terms clients(long value) {
    return new Terms(
        value, reportBytes, model, modelBytes, openFor, closeWhenAllAnswered, minimumBatch, spread);
  }

  Terms reportBytes(int value) {
    return new Terms(
        clients, value, model, modelBytes, openFor, closeWhenAllAnswered, minimumBatch, spread);
  }

  Terms model(byte[] value) {
    return new Terms(
        clients,
        reportBytes,
        Digest.sha256(value),
        value.length,
        openFor,
        closeWhenAllAnswered,
        minimumBatch,
        spread);
  }

  Terms openFor(Duration value) {
    return new Terms(
        clients, reportBytes, model, modelBytes, value, closeWhenAllAnswered, minimumBatch, spread);
  }

  Terms closingEarly() {
    return new Terms(clients, reportBytes, model, modelBytes, openFor, true, minimumBatch, spread);
  }

  Terms minimumBatch(long minimum, long spreadOver) {
    return new Terms(
        clients,
        reportBytes,
        model,
        modelBytes,
        openFor,
        closeWhenAllAnswered,
        minimum,
        spreadOver);
  }

  RoundTerms of(RoundId id) {
    return new RoundTerms(
        id,
        clients,
        clients,
        0.05,
        CheckInLaw.POISSON,
        new RandomizerTerms.Gaussian(4, 0.5, 1.0, 0.5 / 4096),
        reportBytes,
        model,
        modelBytes,
        KEY,
        openFor,
        closeWhenAllAnswered,
        minimumBatch,
        spread,
        1e-5,
        0.25);
  }
}
