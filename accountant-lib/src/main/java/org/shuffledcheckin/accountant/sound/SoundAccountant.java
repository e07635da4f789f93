package org.shuffledcheckin.accountant.sound;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.shuffledcheckin.accountant.Arguments;
import org.shuffledcheckin.accountant.CheckInLaw;
import org.shuffledcheckin.accountant.CheckInRound;
import org.shuffledcheckin.accountant.LocalGuarantee;
import org.shuffledcheckin.accountant.PrivacyAccountant;
import org.shuffledcheckin.accountant.RoundCount;
import org.shuffledcheckin.accountant.UpperBound;
import org.shuffledcheckin.accountant.numeric.Upward;
import org.shuffledcheckin.accountant.rdp.PoissonCheckInMoments;
import org.shuffledcheckin.accountant.rdp.PoissonResponseMoments;

/**
 * Proves upper bounds for any plan of shuffled check-in rounds, of one kind or of many.
 *
 * <p>Guaranteed, under replacement of one client's record and against an observer of everything
 * that leaves the shuffler: every result holds for a plan that is fixed before the first round, how
 * often each kind of round will happen; what is computed in a round, its model and its records, may
 * depend on everything released before. At least {@code clients} honest clients, the protected one
 * among them, must draw in each round. Where others pick the parameters or the number of rounds in
 * view of results, no accountant bounds the whole: that takes a {@link
 * org.shuffledcheckin.accountant.filter.PrivacyFilter}. Not covered: clients other than the
 * protected one whose rates differ from the announced one, and by default observers who know who
 * checked in (see {@link SoundOptions.Observer}).
 *
 * <p>Immutable and safe for use by several threads. Accountants made from one another share what
 * they computed, so that asking before every round is cheap.
 */
public final class SoundAccountant implements PrivacyAccountant {
  private static final long MOST_ROUNDS = 1L << 50;
  private static final long MOST_CLIENTS = 10_000_000_000L;

  private final RoundLibrary library;
  private final Map<CheckInRound, Long> rounds;

  private SoundAccountant(RoundLibrary library, Map<CheckInRound, Long> rounds) {
    this.library = library;
    this.rounds = Collections.unmodifiableMap(rounds);
  }

  /** An accountant with the default options that has seen no round. */
  public static SoundAccountant create() {
    return create(SoundOptions.DEFAULT);
  }

  /** An accountant that has seen no round. */
  public static SoundAccountant create(SoundOptions options) {
    return new SoundAccountant(
        new RoundLibrary(Objects.requireNonNull(options, "options")), new LinkedHashMap<>());
  }

  /**
   * Composes a whole history: the way back from {@link #rounds()}.
   *
   * @throws IllegalArgumentException if a round is not supported; this accountant is unchanged
   */
  public SoundAccountant composeAll(List<RoundCount> history) {
    history.forEach(count -> requireSupported(count.round()));
    Map<CheckInRound, Long> all = new LinkedHashMap<>(rounds);
    for (RoundCount count : history) {
      if (count.times() > 0) {
        all.merge(count.round(), count.times(), Math::addExact);
      }
    }
    long total = all.values().stream().mapToLong(Long::longValue).sum();
    if (total < 0 || total > MOST_ROUNDS) {
      throw new IllegalArgumentException(
          "rounds must be at most " + MOST_ROUNDS + " in total but are " + total);
    }
    return new SoundAccountant(library, all);
  }

  /** What was composed so far, equal rounds counted together. */
  public List<RoundCount> rounds() {
    List<RoundCount> counts = new ArrayList<>();
    rounds.forEach((round, times) -> counts.add(new RoundCount(round, times)));
    return Collections.unmodifiableList(counts);
  }

  @Override
  public boolean supports(CheckInRound round) {
    return refusal(round) == null;
  }

  @Override
  public SoundAccountant compose(CheckInRound round, long times) {
    Arguments.requireAtLeast("times", times, 0);
    return composeAll(List.of(new RoundCount(round, times)));
  }

  @Override
  public UpperBound epsilon(double delta) {
    Arguments.requireRate("delta", delta);
    Analyses analyses = new Analyses(rounds(), library);
    ApproximateComposition best = analyses.direct();
    double epsilon = delta == 1 ? 0 : epsilon(best, delta);
    double pair = epsilon;
    DeltaSlack slack = best.slack();
    Optional<Double> thirdOrder =
        ThirdOrderAnalysis.of(rounds(), library)
            .flatMap(analysis -> analysis.epsilon(delta, pair, slack));
    if (thirdOrder.isPresent()) {
      return new UpperBound(thirdOrder.get(), delta, ThirdOrderAnalysis.METHOD);
    }
    Optional<Double> binary =
        BinaryThirdOrder.of(rounds(), library)
            .flatMap(analysis -> analysis.epsilon(delta, pair, slack));
    if (binary.isPresent()) {
      return new UpperBound(binary.get(), delta, BinaryThirdOrder.METHOD);
    }
    Optional<ApproximateComposition> promising =
        analyses.haveClones()
            ? new CloneSearch(analyses).forEpsilon(delta, epsilon)
            : Optional.empty();
    if (promising.isPresent()) {
      double other = epsilon(promising.get(), delta);
      best = other < epsilon ? promising.get() : best;
      epsilon = Math.min(epsilon, other);
    }
    return new UpperBound(epsilon, delta, best.method());
  }

  @Override
  public UpperBound delta(double epsilon) {
    Arguments.requireEpsilon(epsilon);
    Analyses analyses = new Analyses(rounds(), library);
    ApproximateComposition best = analyses.direct();
    double delta = delta(best, epsilon);
    double pair = delta;
    DeltaSlack slack = best.slack();
    Optional<Double> thirdOrder =
        ThirdOrderAnalysis.of(rounds(), library)
            .flatMap(analysis -> analysis.delta(epsilon, pair, slack));
    if (thirdOrder.isPresent()) {
      return new UpperBound(epsilon, thirdOrder.get(), ThirdOrderAnalysis.METHOD);
    }
    Optional<Double> binary =
        BinaryThirdOrder.of(rounds(), library)
            .flatMap(analysis -> analysis.delta(epsilon, pair, slack));
    if (binary.isPresent()) {
      return new UpperBound(epsilon, binary.get(), BinaryThirdOrder.METHOD);
    }
    if (analyses.haveClones()) {
      for (ApproximateComposition analysis : new CloneSearch(analyses).forDelta(epsilon, delta)) {
        double other = delta(analysis, epsilon);
        best = other < delta ? analysis : best;
        delta = Math.min(delta, other);
      }
    }
    return new UpperBound(epsilon, delta, best.method());
  }

  /**
   * Bounds the Renyi divergence of an order, apart from outcomes that tell everything: what a
   * filter of that order adds up.
   */
  public RenyiBound renyi(double order) {
    ApproximateComposition direct = new Analyses(rounds(), library).direct();
    double divergence = direct.known().divergence(order);
    double mass = Upward.plus(direct.known().infiniteMass(), direct.mass().withFinite(0));
    boolean exact =
        order >= 2
            && library.options().equals(SoundOptions.DEFAULT)
            && rounds.keySet().stream().allMatch(SoundAccountant::hasExactMoments);
    return new RenyiBound(
        order,
        exact ? Math.min(divergence, exactDivergence(order)) : divergence,
        Math.min(1, mass),
        direct.slack().coupled());
  }

  /** Not with lost reports: what they do to moments of any order is not certified. */
  private static boolean hasExactMoments(CheckInRound round) {
    return round.law() == CheckInLaw.POISSON
        && round.lossMass() == 0
        && (round.guarantee() instanceof LocalGuarantee.Gaussian
            || round.guarantee() instanceof LocalGuarantee.BinaryResponse);
  }

  private double exactDivergence(double order) {
    double sum = 0;
    for (Map.Entry<CheckInRound, Long> entry : rounds.entrySet()) {
      sum += entry.getValue() * exactDivergence(entry.getKey(), order);
    }
    return sum * (1 + RenyiBound.ROUNDING);
  }

  private static double exactDivergence(CheckInRound round, double order) {
    if (round.guarantee() instanceof LocalGuarantee.BinaryResponse response) {
      return new PoissonResponseMoments(round.clients(), round.checkInRate(), response.epsilon0())
          .divergence(order);
    }
    double mu = ((LocalGuarantee.Gaussian) round.guarantee()).mu();
    return new PoissonCheckInMoments(round.clients(), round.checkInRate(), mu).divergence(order);
  }

  private double epsilon(ApproximateComposition analysis, double delta) {
    return usesLosses() ? analysis.epsilon(delta) : analysis.renyiEpsilon(delta);
  }

  private double delta(ApproximateComposition analysis, double epsilon) {
    return usesLosses() ? analysis.delta(epsilon) : analysis.renyiDelta(epsilon);
  }

  private boolean usesLosses() {
    return library.options().measure() == SoundOptions.Measure.PRIVACY_LOSS;
  }

  private void requireSupported(CheckInRound round) {
    String refusal = refusal(round);
    if (refusal != null) {
      throw new IllegalArgumentException(refusal);
    }
  }

  /** Why no proven bound exists for a round; null if one does. */
  private String refusal(CheckInRound round) {
    Objects.requireNonNull(round, "round");
    if (round.clients() > MOST_CLIENTS) {
      return "clients must be at most " + MOST_CLIENTS + " but are " + round.clients();
    }
    boolean aggregator = library.options().observer() == SoundOptions.Observer.AGGREGATOR;
    boolean announced = library.options().ownRate().isEmpty();
    boolean gaussian = round.guarantee() instanceof LocalGuarantee.Gaussian;
    if (round.lossMass() > 0 && !(announced && (aggregator || !gaussian))) {
      // With Gaussian reports some masses rest on a comparison of what the aggregator sees.
      return "a round with lost reports has a proven bound at the announced rate only, and with"
          + " Gaussian reports against the aggregator only";
    }
    if (round.guarantee() instanceof LocalGuarantee.GaussianSum) {
      return announced && round.law() == CheckInLaw.BERNOULLI
          ? null
          : "a sum of reports has a proven bound with Bernoulli check-ins at the announced rate"
              + " only";
    }
    if (round.law() == CheckInLaw.POISSON) {
      double capped = Analyses.cappedProbability(round, library);
      return capped <= PoissonCheckIn.CAPPED_LIMIT
          ? null
          : "the chance of more than "
              + PoissonCheckIn.MOST_REPORTS
              + " reports of one client must be at most "
              + PoissonCheckIn.CAPPED_LIMIT
              + " per round but is "
              + capped
              + " at check-in rate "
              + round.checkInRate();
    }
    return aggregator && gaussian && !announced
        ? "Gaussian noise with Bernoulli check-ins has no proven bound for a client whose rate is "
            + library.options().ownRate().getAsDouble()
            + " instead of the announced "
            + round.checkInRate()
        : null;
  }
}
