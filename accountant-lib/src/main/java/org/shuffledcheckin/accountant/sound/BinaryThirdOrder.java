package org.shuffledcheckin.accountant.sound;

import java.util.List;
import java.util.Optional;
import org.shuffledcheckin.accountant.CheckInLaw;
import org.shuffledcheckin.accountant.CheckInRound;
import org.shuffledcheckin.accountant.LocalGuarantee;
import org.shuffledcheckin.accountant.RoundCount;
import org.shuffledcheckin.accountant.pld.ThirdOrderBound;

/**
 * The bound by a moment of the worst data set, where it applies to pure randomisers: Poisson
 * check-ins with binary responses, one number of clients and one epsilon0 in all rounds, no lost
 * reports, seen by the aggregator. For any other pure randomiser no data set is the worst for every
 * moment (privacy analysis, section 7b).
 *
 * @param round all rounds are windows of such ones
 * @param times how many of them
 */
record BinaryThirdOrder(CheckInRound round, long times, RoundLibrary library) {
  static final String METHOD = "poisson-binary-response-third-order";

  /** Rounds of different rates become this many equal windows at least. */
  private static final int WINDOWS_EXPONENT = 12;

  private static final int LONGEST_EXPONENT = -4;

  static Optional<BinaryThirdOrder> of(List<RoundCount> rounds, RoundLibrary library) {
    List<RoundCount> telling =
        rounds.stream().filter(count -> count.round().checkInRate() > 0).toList();
    if (!library.options().allowsMoments()
        || telling.isEmpty()
        || !telling.stream().allMatch(count -> fits(count.round(), telling.get(0).round()))) {
      return Optional.empty();
    }
    RoundCount first = telling.get(0);
    return Optional.of(
        telling.size() == 1
            ? new BinaryThirdOrder(first.round(), first.times(), library)
            : windows(telling, library));
  }

  /** Only the sum of the rates counts. */
  private static BinaryThirdOrder windows(List<RoundCount> rounds, RoundLibrary library) {
    double total = 0;
    for (RoundCount count : rounds) {
      total = Math.nextUp(total + Math.nextUp(count.times() * count.round().checkInRate()));
    }
    double window =
        Math.scalb(1.0, Math.min(LONGEST_EXPONENT, Math.getExponent(total) - WINDOWS_EXPONENT));
    CheckInRound first = rounds.get(0).round();
    return new BinaryThirdOrder(
        new CheckInRound(first.clients(), window, first.law(), first.guarantee()),
        (long) Math.ceil(total / window),
        library);
  }

  private static boolean fits(CheckInRound round, CheckInRound first) {
    return round.law() == CheckInLaw.POISSON
        && round.lossMass() == 0
        && round.clients() >= 2
        && round.clients() == first.clients()
        && round.guarantee().equals(first.guarantee())
        && round.guarantee() instanceof LocalGuarantee.BinaryResponse response
        && response.epsilon0() <= ThirdOrderBound.LARGEST_EPSILON0;
  }

  /** The epsilon at delta, if it is below a known one and the slack does not matter. */
  Optional<Double> epsilon(double delta, double known, DeltaSlack slack) {
    double negligible = 1e-9 * delta;
    ThirdOrderBound bound = library.thirdOrder(round);
    if (slack.at(known) > negligible || !bound.isPromising(library.direct(round), times, known)) {
      return Optional.empty();
    }
    double epsilon = bound.epsilon(times, delta - negligible, known);
    return epsilon < known ? Optional.of(epsilon) : Optional.empty();
  }

  /** The delta at epsilon, if it is below a known one. */
  Optional<Double> delta(double epsilon, double known, DeltaSlack slack) {
    ThirdOrderBound bound = library.thirdOrder(round);
    if (!bound.isPromising(library.direct(round), times, epsilon)) {
      return Optional.empty();
    }
    double delta = bound.delta(times, epsilon) + slack.at(epsilon);
    return delta < known ? Optional.of(delta) : Optional.empty();
  }
}
