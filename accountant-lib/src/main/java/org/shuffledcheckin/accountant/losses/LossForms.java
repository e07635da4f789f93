package org.shuffledcheckin.accountant.losses;

import java.util.Optional;
import org.shuffledcheckin.accountant.CheckInLaw;
import org.shuffledcheckin.accountant.CheckInRound;
import org.shuffledcheckin.accountant.LocalGuarantee;

/**
 * All forms of the theorem on lost reports, of which the best is taken: the threshold, which needs
 * to know nothing about the round; a change of measure, for Gaussian noise; and profiles that are
 * compared number by number.
 */
final class LossForms {
  /** The mass of rounds of which nothing but pairs was compared. */
  static final double PAIR_MASS = 1e-16;

  /**
   * The mass of the threshold form, and of the others where few reports are expected: a million
   * rounds take a hundredth of a delta of 1e-5, and a smaller mass would take more clients.
   */
  static final double LARGE_MASS = 1e-13;

  /** A small mass is taken if it leaves at least this share of what a large one does. */
  private static final double MOST_OF = 0.9;

  /** Beyond this a single report tells nearly everything. */
  private static final double LARGEST_EPSILON0 = 30;

  /** With more expected reports the threshold form gives up next to no clients. */
  private static final double MOST_REPORTS = 20_000;

  private final PledgedRound round;
  private final UnnoticedLoss unnoticed;
  private final LossThreshold threshold;
  private final long noticed;

  LossForms(PledgedRound round) {
    this.round = round;
    this.unnoticed = new UnnoticedLoss(round.lossLimit(), round.rate(), round.law());
    this.threshold = new LossThreshold(unnoticed, LARGE_MASS);
    this.noticed = threshold.clients(round.honest());
  }

  /** The round to charge with; empty if nobody is left to hide among. */
  Optional<CheckInRound> best() {
    long proven = Math.max(1, noticed);
    long compared = compare(CheckInRound.MOMENT_MASS, proven);
    // If few reports are expected, that all of them go missing may well have a small mass.
    long more = compared >= MOST_OF * round.honest() ? compared : compare(LARGE_MASS, compared);
    if (compared > proven && compared >= MOST_OF * more) {
      return Optional.of(withMoments(compared));
    }
    return more > proven || noticed >= 1
        ? Optional.of(charging(more, LARGE_MASS))
        : Optional.empty();
  }

  /** How many honest clients are enough to hide somebody; fewer may be. */
  long enough() {
    return threshold.fewest();
  }

  /** Whether a charge that promises a pair and nothing else is proven by comparing. */
  boolean provePair(CheckInRound charge) {
    long proven = Math.max(1, noticed);
    long compared = compare(CheckInRound.MOMENT_MASS, proven);
    return compared > proven && charge.lossMass() >= PAIR_MASS && charge.clients() <= compared;
  }

  /** Third-order means too, if they can be had for next to no clients. */
  private CheckInRound withMoments(long clients) {
    long few = gaussian().map(losses -> losses.clientsForMoments(clients)).orElse(0L);
    return few > 0 ? charging(few, CheckInRound.MOMENT_MASS) : charging(clients, PAIR_MASS);
  }

  /** How many clients suffice at a mass, if more than what another form has proven. */
  private long compare(double mass, long proven) {
    return gaussian()
        .map(losses -> losses.clients(mass, proven))
        .or(() -> profile().map(profile -> compare(profile, mass, proven)))
        .orElse(proven);
  }

  private long compare(RoundProfile profile, double mass, long proven) {
    PairComparison pairs = new PairComparison(profile, mass);
    LossLadder ladder = new LossLadder(round.honest(), unnoticed, pairs.negligible());
    return Math.max(
        proven, ladder.largest(round.honest(), proven, clients -> ladder.holds(pairs, clients)));
  }

  private Optional<GaussianLosses> gaussian() {
    return round.law() == CheckInLaw.POISSON
            && round.guarantee() instanceof LocalGuarantee.Gaussian gaussian
        ? Optional.of(new GaussianLosses(round.honest(), unnoticed, gaussian.mu()))
        : Optional.empty();
  }

  /** Of pure randomisers; Gaussian noise under a coin has two analyses, and no profile of both. */
  private Optional<RoundProfile> profile() {
    return PureReports.of(round.guarantee())
        .filter(reports -> reports.epsilon0() <= LARGEST_EPSILON0)
        .filter(reports -> round.honest() * round.rate() <= MOST_REPORTS)
        .map(
            reports ->
                round.law() == CheckInLaw.POISSON
                    ? new PureProcess(reports.telling() * round.rate(), reports.epsilon0())
                    : new CloneCounts(
                        round.honest(), reports.telling() * round.rate(), reports.epsilon0()));
  }

  private CheckInRound charging(long clients, double mass) {
    return new CheckInRound(clients, round.rate(), round.law(), round.guarantee(), mass);
  }
}
