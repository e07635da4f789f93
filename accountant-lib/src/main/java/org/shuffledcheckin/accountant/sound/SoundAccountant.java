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

/**
 * Proves upper bounds for any sequence of shuffled check-in rounds, of one kind or of many.
 *
 * <p>Guaranteed, under replacement of one client's record and against an observer of everything
 * that leaves the shuffler: every result holds however adaptively the rounds were chosen, provided
 * that at least {@code clients} honest clients, the protected one among them, drew in each round.
 * Not covered: clients other than the protected one whose rates differ from the announced one, and
 * by default observers who know who checked in (see {@link SoundOptions.Observer}).
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
    if (analyses.haveClones()) {
      for (ApproximateComposition analysis : new CloneSearch(analyses).forDelta(epsilon, delta)) {
        double other = delta(analysis, epsilon);
        best = other < delta ? analysis : best;
        delta = Math.min(delta, other);
      }
    }
    return new UpperBound(epsilon, delta, best.method());
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
    boolean gaussian = round.guarantee() instanceof LocalGuarantee.Gaussian;
    boolean aggregator = library.options().observer() == SoundOptions.Observer.AGGREGATOR;
    return aggregator && gaussian && library.options().ownRate().isPresent()
        ? "Gaussian noise with Bernoulli check-ins has no proven bound for a client whose rate is "
            + library.options().ownRate().getAsDouble()
            + " instead of the announced "
            + round.checkInRate()
        : null;
  }
}
