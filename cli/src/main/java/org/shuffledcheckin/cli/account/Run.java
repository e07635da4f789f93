package org.shuffledcheckin.cli.account;

import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import org.shuffledcheckin.accountant.CheckInRound;
import org.shuffledcheckin.accountant.LocalGuarantee;
import org.shuffledcheckin.accountant.PrivacyValue;

/** Describes what was accounted for, to people and to programs. */
final class Run {
  private Run() {}

  /** The description in words. */
  static String describe(CheckInRound round, long rounds) {
    String guarantee =
        round.guarantee() instanceof LocalGuarantee.Gaussian gaussian
            ? "noise multiplier " + Figures.of(gaussian.noiseMultiplier())
            : round.guarantee() instanceof LocalGuarantee.GaussianSum sum
                ? "noise multiplier of the sum " + Figures.of(sum.noiseMultiplier())
                : describe((LocalGuarantee.Pure) round.guarantee());
    return rounds
        + " rounds, "
        + round.clients()
        + " honest clients, "
        + round.law().name().toLowerCase(Locale.ROOT)
        + " check-in rate "
        + Figures.of(round.checkInRate())
        + ", "
        + guarantee;
  }

  private static String describe(LocalGuarantee.Pure pure) {
    String law =
        pure instanceof LocalGuarantee.KAryResponse response
            ? response.values() + "-ary response, "
            : pure instanceof LocalGuarantee.BinaryResponse
                ? "binary response, "
                : pure instanceof LocalGuarantee.Laplace ? "Laplace noise, " : "";
    return law + "epsilon0 " + Figures.of(pure.epsilon0());
  }

  /** A value with its kind. */
  static Map<String, Object> value(PrivacyValue value) {
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("epsilon", value.epsilon());
    map.put("delta", value.delta());
    map.put("kind", value.kind().name());
    map.put("method", value.method());
    return map;
  }

  /** The description as fields. */
  static Map<String, Object> fields(CheckInRound round, long rounds) {
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("honest_clients", round.clients());
    map.put("check_in_rate", round.checkInRate());
    map.put("check_in_law", round.law().name().toLowerCase(Locale.ROOT));
    map.put("rounds", rounds);
    if (round.guarantee() instanceof LocalGuarantee.Pure pure) {
      map.put("epsilon0", pure.epsilon0());
    } else if (round.guarantee() instanceof LocalGuarantee.Gaussian gaussian) {
      map.put("noise_multiplier", gaussian.noiseMultiplier());
    } else if (round.guarantee() instanceof LocalGuarantee.GaussianSum sum) {
      map.put("sum_noise_multiplier", sum.noiseMultiplier());
    }
    map.put("guarantee", round.guarantee().text());
    return map;
  }
}
