package org.shuffledcheckin.client.policy;

import static org.shuffledcheckin.accountant.Arguments.requireAtLeast;
import static org.shuffledcheckin.accountant.Arguments.requireBetween;
import static org.shuffledcheckin.accountant.Arguments.requireDelta;
import static org.shuffledcheckin.accountant.Arguments.requirePositive;
import static org.shuffledcheckin.accountant.Arguments.requireRate;

import java.util.List;
import java.util.Optional;
import org.shuffledcheckin.accountant.Budget;
import org.shuffledcheckin.accountant.CheckInLaw;
import org.shuffledcheckin.accountant.LocalGuarantee;
import org.shuffledcheckin.kit.config.ByteSize;
import org.shuffledcheckin.kit.config.Default;
import org.shuffledcheckin.kit.config.Flat;
import org.shuffledcheckin.kit.round.Digest;
import org.shuffledcheckin.kit.round.RoundTerms;
import org.shuffledcheckin.kit.round.WireLimits;
import org.shuffledcheckin.report.randomizer.RandomizerSpec;

/**
 * What a client accepts of a round, whoever announces it. Looks at the announcement only, never at
 * the client's record. The budget part is judged by {@link LifetimeBudget}.
 *
 * @param largestCheckInRate the largest rate of the draw, in (0, 1]
 * @param laws the accepted laws of the draw
 * @param smallestPopulation the fewest honest clients to hide among: what the round accounts with,
 *     not how many answers its release needs
 * @param report how little noise a report may have
 * @param lifetime what all rounds together may cost
 * @param model what models it accepts
 */
public record ClientPolicy(
    @Default("0.1") double largestCheckInRate,
    @Default("POISSON,BERNOULLI") List<CheckInLaw> laws,
    @Default("1000") long smallestPopulation,
    @Flat ReportPolicy report,
    @Flat Lifetime lifetime,
    @Flat ModelPolicy model) {

  /** Validates the bounds. */
  public ClientPolicy {
    laws = List.copyOf(laws);
    requireRate("largest check-in rate", largestCheckInRate);
    requireAtLeast("number of accepted laws", laws.size(), 1);
    requireAtLeast("smallest population", smallestPopulation, 1);
  }

  /**
   * How little noise a report may have.
   *
   * @param smallestNoiseMultiplier the smallest Gaussian noise, in units of the clipping size
   * @param largestEpsilon0 the largest local epsilon, 0 to accept no pure randomiser
   */
  public record ReportPolicy(
      @Default("0.8") double smallestNoiseMultiplier, @Default("4") double largestEpsilon0) {
    /** Validates the bounds. */
    public ReportPolicy {
      requirePositive("smallest noise multiplier", smallestNoiseMultiplier);
      requireBetween("largest epsilon0", largestEpsilon0, 0, RandomizerSpec.MAX_EPSILON0);
    }

    private Optional<RefusalReason> check(LocalGuarantee guarantee) {
      if (guarantee instanceof LocalGuarantee.Gaussian gaussian) {
        return refuseIf(
            gaussian.noiseMultiplier() < smallestNoiseMultiplier, RefusalReason.NOISE_TOO_SMALL);
      }
      if (guarantee instanceof LocalGuarantee.PureLdp pure) {
        return refuseIf(pure.epsilon0() > largestEpsilon0, RefusalReason.EPSILON0_TOO_LARGE);
      }
      return Optional.of(RefusalReason.NO_PROVEN_BOUND);
    }
  }

  /**
   * What all rounds together may cost a client.
   *
   * @param lifetimeEpsilon at most
   * @param lifetimeDelta at which that is stated
   */
  public record Lifetime(
      @Default("2") double lifetimeEpsilon, @Default("0.00001") double lifetimeDelta) {
    /** Validates the numbers. */
    public Lifetime {
      requirePositive("lifetime epsilon", lifetimeEpsilon);
      requireDelta("lifetime delta", lifetimeDelta);
    }

    /** The limit. */
    public Budget budget() {
      return new Budget(lifetimeEpsilon, lifetimeDelta);
    }
  }

  /**
   * What models a client accepts.
   *
   * @param largestModel the longest serialised model
   * @param models SHA-256 of whole models; empty accepts any
   * @param architectures SHA-256 of canonical architecture texts; empty accepts any that is made of
   *     known layers and fits the client's records
   */
  public record ModelPolicy(
      @Default("16MiB") ByteSize largestModel,
      @Default("") List<String> models,
      @Default("") List<String> architectures) {
    /** Validates the bound and the hashes. */
    public ModelPolicy {
      requireBetween("largest model bytes", largestModel.bytes(), 0, WireLimits.MODEL_BYTES);
      models = digests(models);
      architectures = digests(architectures);
    }

    /** Whether the user has named this architecture. */
    public boolean names(Digest architecture) {
      return architectures.contains(architecture.toString());
    }

    private Optional<RefusalReason> check(RoundTerms terms) {
      if (terms.model().bytes() > largestModel.bytes()) {
        return Optional.of(RefusalReason.MODEL_TOO_LARGE);
      }
      boolean pinned = terms.model().bytes() > 0 && !models.isEmpty();
      return refuseIf(
          pinned && !models.contains(terms.model().sha256().toString()),
          RefusalReason.MODEL_NOT_ACCEPTED);
    }

    private static List<String> digests(List<String> hex) {
      return hex.stream().map(text -> Digest.fromHex(text).toString()).toList();
    }
  }

  /** Why the client refuses such a round, whatever it has spent; nothing if it does not. */
  public Optional<RefusalReason> check(RoundTerms terms) {
    if (terms.population().rate() > largestCheckInRate) {
      return Optional.of(RefusalReason.CHECK_IN_RATE_TOO_LARGE);
    }
    if (!laws.contains(terms.population().law())) {
      return Optional.of(RefusalReason.LAW_NOT_ACCEPTED);
    }
    if (terms.population().accounted() < smallestPopulation) {
      return Optional.of(RefusalReason.TOO_FEW_CLIENTS);
    }
    return report.check(terms.randomizer().guarantee()).or(() -> model.check(terms));
  }

  private static Optional<RefusalReason> refuseIf(boolean refused, RefusalReason reason) {
    return refused ? Optional.of(reason) : Optional.empty();
  }
}
