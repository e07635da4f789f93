package org.shuffledcheckin.aggregator.dashboard;

import java.util.Locale;
import java.util.function.UnaryOperator;
import org.shuffledcheckin.accountant.Arguments;
import org.shuffledcheckin.accountant.CheckInLaw;
import org.shuffledcheckin.accountant.CheckInRound;
import org.shuffledcheckin.accountant.LocalGuarantee;
import org.shuffledcheckin.accountant.losses.PledgedRound;
import org.shuffledcheckin.accountant.sound.SoundAccountant;
import org.shuffledcheckin.report.randomizer.KAryResponseSpec;
import org.shuffledcheckin.report.randomizer.RandomizerKind;

/**
 * A setting that somebody wants the cost of.
 *
 * @param round in which every report arrives
 * @param accounted what such a round is charged with if some may get lost; the same without that
 * @param rounds how many of them
 * @param delta at which epsilon is told
 */
record ExplorerQuestion(CheckInRound round, CheckInRound accounted, long rounds, double delta) {
  private static final long MOST_CLIENTS = 1_000_000_000L;
  private static final long MOST_ROUNDS = 1_000_000_000L;

  /**
   * Reads a query's parameters.
   *
   * @throws IllegalArgumentException if one is missing or out of range
   */
  static ExplorerQuestion of(UnaryOperator<String> parameters) {
    CheckInRound round =
        new CheckInRound(
            count(parameters, "clients", 1, MOST_CLIENTS),
            number(parameters, "checkInRate"),
            law(parameters.apply("law")),
            guarantee(parameters));
    double delta = Arguments.requireDelta(number(parameters, "delta"));
    CheckInRound accounted = accounted(round, parameters);
    if (!SoundAccountant.create().supports(accounted)) {
      throw new IllegalArgumentException("no proven bound exists for such rounds: " + accounted);
    }
    return new ExplorerQuestion(
        round, accounted, count(parameters, "rounds", 1, MOST_ROUNDS), delta);
  }

  /** A randomiser that is not named is any pure one, or Gaussian noise. */
  private static LocalGuarantee guarantee(UnaryOperator<String> parameters) {
    String randomizer = parameters.apply("randomizer");
    if (randomizer == null) {
      return parameters.apply("epsilon0") != null
          ? new LocalGuarantee.PureLdp(number(parameters, "epsilon0"))
          : new LocalGuarantee.Gaussian(number(parameters, "noiseMultiplier"));
    }
    RandomizerKind kind = RandomizerKind.of(randomizer);
    long categories =
        kind == RandomizerKind.K_ARY
            ? count(parameters, "categories", 2, KAryResponseSpec.MAX_CATEGORIES)
            : 0;
    return kind.guarantee(number(parameters, "epsilon0"), (int) categories);
  }

  private static CheckInRound accounted(CheckInRound round, UnaryOperator<String> parameters) {
    return parameters.apply("lossLimit") == null
        ? round
        : new PledgedRound(
                round.clients(),
                count(parameters, "lossLimit", 0, MOST_CLIENTS),
                round.checkInRate(),
                round.law(),
                round.guarantee())
            .accounted();
  }

  private static CheckInLaw law(String text) {
    return switch (text == null ? "" : text.toLowerCase(Locale.ROOT)) {
      case "poisson" -> CheckInLaw.POISSON;
      case "bernoulli" -> CheckInLaw.BERNOULLI;
      default ->
          throw new IllegalArgumentException("law must be poisson or bernoulli but is " + text);
    };
  }

  private static double number(UnaryOperator<String> parameters, String name) {
    String text = parameters.apply(name);
    try {
      return Double.parseDouble(text == null ? "" : text);
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException(name + " must be a number but is " + text);
    }
  }

  private static long count(UnaryOperator<String> parameters, String name, long least, long most) {
    double value = number(parameters, name);
    if (!(value >= least && value <= most && value == Math.rint(value))) {
      throw new IllegalArgumentException(
          name + " must be a whole number in [" + least + ", " + most + "] but is " + value);
    }
    return (long) value;
  }
}
