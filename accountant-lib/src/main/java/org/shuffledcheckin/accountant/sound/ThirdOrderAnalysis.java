package org.shuffledcheckin.accountant.sound;

import java.util.List;
import java.util.Optional;
import org.shuffledcheckin.accountant.CheckInLaw;
import org.shuffledcheckin.accountant.CheckInRound;
import org.shuffledcheckin.accountant.LocalGuarantee;
import org.shuffledcheckin.accountant.RoundCount;
import org.shuffledcheckin.accountant.pld.ThirdOrderBound;

/**
 * The bound by a moment of the worst data set, where it applies: Poisson check-ins with Gaussian
 * noise, one number of clients and one noise multiplier in all rounds, lost reports only if what
 * they do to moments is known, seen by the aggregator. Better than the dominating pair where losses
 * are small and many.
 *
 * @param round all rounds are windows of such ones, without lost reports
 * @param times how many of them
 * @param excess what lost reports may add to the means of one round, over all rounds
 */
record ThirdOrderAnalysis(CheckInRound round, long times, double excess, RoundLibrary library) {
  static final String METHOD = "poisson-gaussian-third-order";

  /** Rounds of different rates become this many equal windows at least. */
  private static final int WINDOWS_EXPONENT = 12;

  private static final int LONGEST_EXPONENT = -4;

  static Optional<ThirdOrderAnalysis> of(List<RoundCount> rounds, RoundLibrary library) {
    SoundOptions options = library.options();
    boolean wanted =
        options.measure() == SoundOptions.Measure.PRIVACY_LOSS
            && options.observer() == SoundOptions.Observer.AGGREGATOR
            && options.ownRate().isEmpty()
            && !options.pairsOnly();
    List<RoundCount> telling =
        rounds.stream().filter(count -> count.round().checkInRate() > 0).toList();
    if (!wanted || telling.isEmpty()) {
      return Optional.empty();
    }
    CheckInRound first = telling.get(0).round();
    if (!telling.stream().allMatch(count -> fits(count.round(), first))) {
      return Optional.empty();
    }
    double excess = excess(telling);
    if (telling.size() == 1) {
      return Optional.of(
          new ThirdOrderAnalysis(first.withLossMass(0), telling.get(0).times(), excess, library));
    }
    double total = 0;
    for (RoundCount count : telling) {
      total = Math.nextUp(total + Math.nextUp(count.times() * count.round().checkInRate()));
    }
    double window =
        Math.scalb(1.0, Math.min(LONGEST_EXPONENT, Math.getExponent(total) - WINDOWS_EXPONENT));
    CheckInRound windows =
        new CheckInRound(first.clients(), window, first.law(), first.guarantee());
    long count = (long) Math.ceil(total / window);
    return Optional.of(new ThirdOrderAnalysis(windows, count, excess, library));
  }

  /** Rounds that follow grow what a round adds no more than they grow the second moment. */
  private static double excess(List<RoundCount> rounds) {
    double sum = 0;
    for (RoundCount count : rounds) {
      if (count.round().lossMass() > 0) {
        sum = Math.nextUp(sum + count.times() * CheckInRound.MOMENT_EXCESS);
      }
    }
    return sum;
  }

  private static boolean fits(CheckInRound round, CheckInRound first) {
    return round.law() == CheckInLaw.POISSON
        && round.boundsMoments()
        && round.clients() >= 2
        && round.clients() == first.clients()
        && round.guarantee().equals(first.guarantee())
        && round.guarantee() instanceof LocalGuarantee.Gaussian gaussian
        && gaussian.mu() <= ThirdOrderBound.LARGEST_MU;
  }

  /** The epsilon at delta, if it is below a known one, where the slack is no smaller. */
  Optional<Double> epsilon(double delta, double known, DeltaSlack slack) {
    // What a round pays for its own is a mass at infinity, of which moments know nothing.
    double room = (delta - slack.ofWholeRun(known)) * (1 - 1e-9);
    ThirdOrderBound bound = library.thirdOrder(round);
    if (!(room > 0) || !bound.isPromising(library.direct(round), times, known)) {
      return Optional.empty();
    }
    double epsilon = bound.epsilon(times, room, known, excess);
    return epsilon < known ? Optional.of(epsilon) : Optional.empty();
  }

  /** The delta at epsilon, if it is below a known one. */
  Optional<Double> delta(double epsilon, double known, DeltaSlack slack) {
    ThirdOrderBound bound = library.thirdOrder(round);
    if (!bound.isPromising(library.direct(round), times, epsilon)) {
      return Optional.empty();
    }
    double delta = bound.delta(times, epsilon, excess) + slack.ofWholeRun(epsilon);
    return delta < known ? Optional.of(delta) : Optional.empty();
  }
}
