package org.shuffledcheckin.shuffler.core;

import java.time.Duration;
import org.shuffledcheckin.accountant.CheckInLaw;
import org.shuffledcheckin.kit.round.Digest;
import org.shuffledcheckin.kit.round.HpkePublicKey;
import org.shuffledcheckin.kit.round.RandomizerTerms;
import org.shuffledcheckin.kit.round.RoundId;
import org.shuffledcheckin.kit.round.RoundTerms;

/** Round terms for tests, changed one at a time. */
public record TestTerms(
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
  public static TestTerms simple() {
    return new TestTerms(1, 16, Digest.sha256(), 0, Duration.ofSeconds(30), false, 1, 0);
  }

  public TestTerms clients(long value) {
    return new TestTerms(
        value, reportBytes, model, modelBytes, openFor, closeWhenAllAnswered, minimumBatch, spread);
  }

  public TestTerms reportBytes(int value) {
    return new TestTerms(
        clients, value, model, modelBytes, openFor, closeWhenAllAnswered, minimumBatch, spread);
  }

  public TestTerms model(byte[] value) {
    return new TestTerms(
        clients,
        reportBytes,
        Digest.sha256(value),
        value.length,
        openFor,
        closeWhenAllAnswered,
        minimumBatch,
        spread);
  }

  public TestTerms openFor(Duration value) {
    return new TestTerms(
        clients, reportBytes, model, modelBytes, value, closeWhenAllAnswered, minimumBatch, spread);
  }

  public TestTerms closingEarly() {
    return new TestTerms(
        clients, reportBytes, model, modelBytes, openFor, true, minimumBatch, spread);
  }

  public TestTerms minimumBatch(long minimum, long spreadOver) {
    return new TestTerms(
        clients,
        reportBytes,
        model,
        modelBytes,
        openFor,
        closeWhenAllAnswered,
        minimum,
        spreadOver);
  }

  public RoundTerms of(RoundId id) {
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
