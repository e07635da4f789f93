package org.shuffledcheckin.client.policy;

import static org.shuffledcheckin.accountant.Arguments.requireAtLeast;
import static org.shuffledcheckin.accountant.Arguments.requireBetween;
import static org.shuffledcheckin.accountant.Arguments.requireDelta;
import static org.shuffledcheckin.accountant.Arguments.requirePositive;
import static org.shuffledcheckin.accountant.Arguments.requireRate;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.shuffledcheckin.accountant.Budget;
import org.shuffledcheckin.accountant.CheckInLaw;
import org.shuffledcheckin.accountant.CheckInRound;
import org.shuffledcheckin.accountant.LocalGuarantee;
import org.shuffledcheckin.accountant.amplification.GaussianMechanism;
import org.shuffledcheckin.accountant.filter.FilterMenu;
import org.shuffledcheckin.kit.config.ByteSize;
import org.shuffledcheckin.kit.config.Default;
import org.shuffledcheckin.kit.config.Flat;
import org.shuffledcheckin.kit.round.Digest;
import org.shuffledcheckin.kit.round.Population;
import org.shuffledcheckin.kit.round.RoundTerms;
import org.shuffledcheckin.kit.round.WireLimits;
import org.shuffledcheckin.report.randomizer.GaussianSumSpec;
import org.shuffledcheckin.report.randomizer.RandomizerSpec;
import org.shuffledcheckin.report.randomizer.ReportForm;

/**
 * What a client accepts of a round, whoever announces it. Looks at the announcement only, never at
 * the client's record or its draws. What was spent is judged by {@link ClientLedgers} and {@link
 * DailyReports}.
 *
 * @param draw how often it may be asked for reports
 * @param hiding whom it hides among
 * @param report how much one report may tell
 * @param time how long a round must be open
 * @param lifetime what all rounds together may cost
 * @param model what models it accepts
 */
public record ClientPolicy(
    @Flat DrawPolicy draw,
    @Flat HidingPolicy hiding,
    @Flat ReportPolicy report,
    @Flat TimePolicy time,
    @Flat Lifetime lifetime,
    @Flat ModelPolicy model) {

  /**
   * How often a client may be asked for reports.
   *
   * @param largestCheckInRate the largest rate of the draw, in (0, 1]
   * @param laws the accepted laws of the draw
   * @param largestDailyReports the most reports in 24 hours on average: the sum of the rates of the
   *     rounds drawn in, whatever was drawn
   */
  public record DrawPolicy(
      @Default("0.1") double largestCheckInRate,
      @Default("POISSON,BERNOULLI") List<CheckInLaw> laws,
      @Default("100") double largestDailyReports) {
    /** Validates the bounds. */
    public DrawPolicy {
      laws = List.copyOf(laws);
      requireRate("largest check-in rate", largestCheckInRate);
      requireAtLeast("number of accepted laws", laws.size(), 1);
      requirePositive("largest daily reports", largestDailyReports);
    }

    private Optional<RefusalReason> check(Population population) {
      if (population.rate() > largestCheckInRate) {
        return Optional.of(RefusalReason.CHECK_IN_RATE_TOO_LARGE);
      }
      return refuseIf(!laws.contains(population.law()), RefusalReason.LAW_NOT_ACCEPTED);
    }
  }

  /**
   * Whom a client hides among.
   *
   * @param smallestPopulation the fewest clients that the client is charged as hiding among, once
   *     dishonest ones and losses are taken off; not how many pledges a release needs
   * @param largestPopulation the largest population that the client believes in: a round that
   *     announces more honest clients is charged with this many
   */
  public record HidingPolicy(
      @Default("1000") long smallestPopulation, @Default("10000000") long largestPopulation) {
    /** Validates the bounds. */
    public HidingPolicy {
      requireAtLeast("smallest population", smallestPopulation, 1);
      requireAtLeast("largest population", largestPopulation, smallestPopulation);
    }
  }

  /**
   * How much one report may tell, before anybody hides it.
   *
   * @param smallestNoiseMultiplier the smallest Gaussian noise, in units of the clipping size
   * @param largestEpsilon0 the largest local epsilon, 0 to accept no pure randomiser
   * @param largestLocalEpsilon the largest epsilon of one report by itself, at the lifetime delta
   *     where it is Gaussian
   * @param forms the accepted forms of a round. In the distributed form the aggregator sees the sum
   *     alone, and a report by itself is hidden by shuffler and aggregator not working together,
   *     not by its noise: the three bounds above do not apply to it
   * @param smallestSumNoise the smallest noise of one report in the distributed form, in units of
   *     the clipping size: what is left if shuffler and aggregator do work together. 0 asks for
   *     none
   */
  public record ReportPolicy(
      @Default("0.8") double smallestNoiseMultiplier,
      @Default("4") double largestEpsilon0,
      @Default("16") double largestLocalEpsilon,
      @Default("SHUFFLED") List<ReportForm> forms,
      @Default("0") double smallestSumNoise) {
    /** Validates the bounds. */
    public ReportPolicy {
      forms = List.copyOf(forms);
      requireAtLeast("number of accepted forms", forms.size(), 1);
      requireBetween("smallest sum noise", smallestSumNoise, 0, 256);
      requirePositive("smallest noise multiplier", smallestNoiseMultiplier);
      requireBetween("largest epsilon0", largestEpsilon0, 0, RandomizerSpec.MAX_EPSILON0);
      requirePositive("largest local epsilon", largestLocalEpsilon);
    }

    /** The same of a client that takes part in rounds of the shuffled form only. */
    public ReportPolicy(
        double smallestNoiseMultiplier, double largestEpsilon0, double largestLocalEpsilon) {
      this(
          smallestNoiseMultiplier,
          largestEpsilon0,
          largestLocalEpsilon,
          List.of(ReportForm.SHUFFLED),
          0);
    }

    private Optional<RefusalReason> check(RandomizerSpec randomizer, double delta) {
      if (!forms.contains(randomizer.kind().form())) {
        return Optional.of(RefusalReason.FORM_NOT_ACCEPTED);
      }
      return randomizer instanceof GaussianSumSpec sum
          ? refuseIf(
              sum.guarantee().noiseMultiplier() < smallestSumNoise, RefusalReason.NOISE_TOO_SMALL)
          : check(randomizer.guarantee(), delta);
    }

    private Optional<RefusalReason> check(LocalGuarantee guarantee, double delta) {
      if (guarantee instanceof LocalGuarantee.Gaussian gaussian) {
        if (gaussian.noiseMultiplier() < smallestNoiseMultiplier) {
          return Optional.of(RefusalReason.NOISE_TOO_SMALL);
        }
        // Asked the other way round: at this epsilon, is delta small enough? No search, no
        // rounding.
        double needed = new GaussianMechanism(gaussian.mu()).delta(largestLocalEpsilon);
        return refuseIf(needed > delta, RefusalReason.LOCAL_EPSILON_TOO_LARGE);
      }
      double epsilon0 = ((LocalGuarantee.Pure) guarantee).epsilon0();
      if (epsilon0 > largestEpsilon0) {
        return Optional.of(RefusalReason.EPSILON0_TOO_LARGE);
      }
      return refuseIf(epsilon0 > largestLocalEpsilon, RefusalReason.LOCAL_EPSILON_TOO_LARGE);
    }
  }

  /**
   * How long a round must be open. Where there is too little time for the work, being slow would
   * tell who drew reports.
   *
   * @param shortestRound the shortest time for which a round may be announced to be open
   * @param shortestTimeLeft a client does not draw when less than this is left
   */
  public record TimePolicy(
      @Default("10s") Duration shortestRound, @Default("5s") Duration shortestTimeLeft) {
    /** Validates the times. */
    public TimePolicy {
      requireAtLeast("shortest round in milliseconds", shortestRound.toMillis(), 0);
      requireAtLeast("shortest time left in milliseconds", shortestTimeLeft.toMillis(), 0);
    }

    private Optional<RefusalReason> check(Duration openFor, Duration left) {
      if (openFor.compareTo(shortestRound) < 0) {
        return Optional.of(RefusalReason.ROUND_TOO_SHORT);
      }
      return refuseIf(left.compareTo(shortestTimeLeft) < 0, RefusalReason.TOO_LITTLE_TIME);
    }
  }

  /**
   * What all rounds together may cost a client, whoever chooses them. Fixed when the client is
   * first charged.
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

    /** The filters that keep to it. */
    public FilterMenu menu() {
      return FilterMenu.recommended(new Budget(lifetimeEpsilon, lifetimeDelta));
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

  /**
   * Why the client refuses such a round, whatever it has spent; nothing if it does not.
   *
   * @param left how much of the round's time is left
   */
  public Optional<RefusalReason> check(RoundTerms terms, Duration left) {
    return time.check(terms.window().openFor(), left)
        .or(() -> draw.check(terms.population()))
        .or(() -> checkHiding(terms))
        .or(() -> report.check(terms.randomizer(), lifetime.lifetimeDelta()))
        .or(() -> model.check(terms));
  }

  /**
   * What the client charges itself for such a round: as announced, but with no more clients than it
   * believes in.
   *
   * @throws IllegalArgumentException if nobody would be left to hide among
   */
  public CheckInRound charge(RoundTerms terms) {
    return terms.charge(terms.population().believing(hiding.largestPopulation()));
  }

  private Optional<RefusalReason> checkHiding(RoundTerms terms) {
    try {
      return refuseIf(
          charge(terms).clients() < hiding.smallestPopulation(), RefusalReason.TOO_FEW_CLIENTS);
    } catch (IllegalArgumentException nobodyLeft) {
      return Optional.of(RefusalReason.TOO_FEW_CLIENTS);
    }
  }

  private static Optional<RefusalReason> refuseIf(boolean refused, RefusalReason reason) {
    return refused ? Optional.of(reason) : Optional.empty();
  }
}
