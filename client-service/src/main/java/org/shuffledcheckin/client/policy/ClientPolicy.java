package org.shuffledcheckin.client.policy;

import java.util.Optional;
import java.util.Set;
import org.shuffledcheckin.accountant.CheckInLaw;
import org.shuffledcheckin.accountant.LocalGuarantee;
import org.shuffledcheckin.kit.round.Digest;
import org.shuffledcheckin.kit.round.RoundTerms;
import org.shuffledcheckin.kit.round.WireLimits;
import org.shuffledcheckin.report.randomizer.RandomizerSpec;

/**
 * What a client accepts of a round, whoever announces it. Looks at the announcement only, never at
 * the client's record. The budget part is judged by {@link LifetimeBudget}.
 *
 * @param largestCheckInRate the largest rate, in (0, 1]
 * @param acceptedLaws the laws of the draw
 * @param smallestNoiseMultiplier the smallest Gaussian noise, in units of the clipping size
 * @param largestEpsilon0 the largest local epsilon of a report, 0 to accept no pure randomiser
 * @param smallestPopulation the fewest honest clients to hide among: what the round accounts with,
 *     not how many answers its release needs
 * @param lifetimeEpsilon what all rounds together may cost this client
 * @param lifetimeDelta at which that is stated
 * @param model what models it accepts
 */
public record ClientPolicy(
    double largestCheckInRate,
    Set<CheckInLaw> acceptedLaws,
    double smallestNoiseMultiplier,
    double largestEpsilon0,
    long smallestPopulation,
    double lifetimeEpsilon,
    double lifetimeDelta,
    ModelPolicy model) {

  /** Validates the bounds. */
  public ClientPolicy {
    acceptedLaws = Set.copyOf(acceptedLaws);
    requireIn("largest check-in rate", largestCheckInRate, 0, 1, "(0, 1]");
    if (acceptedLaws.isEmpty()) {
      throw new IllegalArgumentException("accepted laws must name at least one but are empty");
    }
    requireIn(
        "smallest noise multiplier", smallestNoiseMultiplier, 0, Double.MAX_VALUE, "(0, infinity)");
    if (!(largestEpsilon0 >= 0 && largestEpsilon0 <= RandomizerSpec.MAX_EPSILON0)) {
      throw new IllegalArgumentException(
          "largest epsilon0 must be in [0, "
              + RandomizerSpec.MAX_EPSILON0
              + "] but is "
              + largestEpsilon0);
    }
    if (smallestPopulation < 1) {
      throw new IllegalArgumentException(
          "smallest population must be at least 1 but is " + smallestPopulation);
    }
    requireIn("lifetime epsilon", lifetimeEpsilon, 0, Double.MAX_VALUE, "(0, infinity)");
    if (!(lifetimeDelta > 0 && lifetimeDelta < 1)) {
      throw new IllegalArgumentException(
          "lifetime delta must be in (0, 1) but is " + lifetimeDelta);
    }
  }

  /**
   * What models a client accepts.
   *
   * @param largestBytes the longest serialised model
   * @param acceptedModels hashes of whole models; empty accepts any
   * @param acceptedArchitectures hashes of canonical architecture texts; empty accepts any that is
   *     made of known layers and fits the client's records
   */
  public record ModelPolicy(
      long largestBytes, Set<Digest> acceptedModels, Set<Digest> acceptedArchitectures) {
    /** Validates the bound. */
    public ModelPolicy {
      acceptedModels = Set.copyOf(acceptedModels);
      acceptedArchitectures = Set.copyOf(acceptedArchitectures);
      if (largestBytes < 0 || largestBytes > WireLimits.MODEL_BYTES) {
        throw new IllegalArgumentException(
            "largest model bytes must be in [0, "
                + WireLimits.MODEL_BYTES
                + "] but is "
                + largestBytes);
      }
    }

    private Optional<RefusalReason> check(RoundTerms terms) {
      if (terms.model().bytes() > largestBytes) {
        return Optional.of(RefusalReason.MODEL_TOO_LARGE);
      }
      boolean pinned = terms.model().bytes() > 0 && !acceptedModels.isEmpty();
      return pinned && !acceptedModels.contains(terms.model().sha256())
          ? Optional.of(RefusalReason.MODEL_NOT_ACCEPTED)
          : Optional.empty();
    }
  }

  /** Why the client refuses such a round, whatever it has spent; nothing if it does not. */
  public Optional<RefusalReason> check(RoundTerms terms) {
    if (terms.population().rate() > largestCheckInRate) {
      return Optional.of(RefusalReason.CHECK_IN_RATE_TOO_LARGE);
    }
    if (!acceptedLaws.contains(terms.population().law())) {
      return Optional.of(RefusalReason.LAW_NOT_ACCEPTED);
    }
    if (terms.population().accounted() < smallestPopulation) {
      return Optional.of(RefusalReason.TOO_FEW_CLIENTS);
    }
    return checkGuarantee(terms.randomizer().guarantee()).or(() -> model.check(terms));
  }

  private Optional<RefusalReason> checkGuarantee(LocalGuarantee guarantee) {
    if (guarantee instanceof LocalGuarantee.Gaussian gaussian) {
      return gaussian.noiseMultiplier() < smallestNoiseMultiplier
          ? Optional.of(RefusalReason.NOISE_TOO_SMALL)
          : Optional.empty();
    }
    if (guarantee instanceof LocalGuarantee.PureLdp pure) {
      return pure.epsilon0() > largestEpsilon0
          ? Optional.of(RefusalReason.EPSILON0_TOO_LARGE)
          : Optional.empty();
    }
    return Optional.of(RefusalReason.NO_PROVEN_BOUND);
  }

  private static void requireIn(
      String name, double value, double above, double most, String range) {
    if (!(value > above && value <= most)) {
      throw new IllegalArgumentException(name + " must be in " + range + " but is " + value);
    }
  }
}
