package org.shuffledcheckin.client;

import java.util.concurrent.atomic.AtomicInteger;
import org.shuffledcheckin.accountant.CheckInRound;
import org.shuffledcheckin.accountant.LocalGuarantee;
import org.shuffledcheckin.accountant.PrivacyAccountant;
import org.shuffledcheckin.accountant.UpperBound;

/** An accountant for tests: every Gaussian round costs 1, every other round 0.5. */
public final class PerRoundAccountant implements PrivacyAccountant {
  private final double spent;
  private final AtomicInteger evaluations;

  /** Nothing spent. */
  public PerRoundAccountant() {
    this(0, new AtomicInteger());
  }

  private PerRoundAccountant(double spent, AtomicInteger evaluations) {
    this.spent = spent;
    this.evaluations = evaluations;
  }

  /** How often epsilon was asked for, of this and everything composed from it. */
  public int evaluations() {
    return evaluations.get();
  }

  @Override
  public boolean supports(CheckInRound round) {
    return round.clients() != 13;
  }

  @Override
  public PrivacyAccountant compose(CheckInRound round, long times) {
    double each = round.guarantee() instanceof LocalGuarantee.Gaussian ? 1 : 0.5;
    return new PerRoundAccountant(spent + each * times, evaluations);
  }

  @Override
  public UpperBound epsilon(double delta) {
    evaluations.incrementAndGet();
    return new UpperBound(spent, delta, "per-round");
  }

  @Override
  public UpperBound delta(double epsilon) {
    return new UpperBound(epsilon, 1, "per-round");
  }
}
