package org.shuffledcheckin.accountant.sound;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.shuffledcheckin.accountant.CheckInLaw;
import org.shuffledcheckin.accountant.CheckInRound;
import org.shuffledcheckin.accountant.LocalGuarantee;
import org.shuffledcheckin.accountant.RoundCount;
import org.shuffledcheckin.accountant.pld.Composition;

/**
 * The ways to bound one run. Only Gaussian noise with Bernoulli check-ins has more than one:
 * without credit for the shuffle, or through clones at some delta0. Each way is sound, so the
 * smallest result is.
 */
final class Routes {
  private static final int STEPS_PER_DECADE = 4;
  private static final int FINEST = 60 * STEPS_PER_DECADE;
  private static final int TRIED = 14;

  private final List<RoundCount> rounds;
  private final RoundLibrary library;

  Routes(List<RoundCount> rounds, RoundLibrary library) {
    this.rounds = rounds;
    this.library = library;
  }

  /** The way that needs no delta0. */
  Coupled direct() {
    return route(0);
  }

  /** The ways through clones whose price at epsilon 0 leaves room in delta, coarsest first. */
  List<Coupled> throughClones(double delta) {
    List<Coupled> found = new ArrayList<>();
    if (rounds.stream().noneMatch(count -> hasChoice(count.round()))) {
      return found;
    }
    for (int step = STEPS_PER_DECADE; step <= FINEST && found.size() < TRIED; step++) {
      double delta0 = Math.pow(10, -(double) step / STEPS_PER_DECADE);
      if (2 * exchanged(delta0) < delta) {
        found.add(route(delta0));
      }
    }
    return found;
  }

  private boolean hasChoice(CheckInRound round) {
    return library.options().observer() == SoundOptions.Observer.AGGREGATOR
        && round.law() == CheckInLaw.BERNOULLI
        && round.guarantee() instanceof LocalGuarantee.Gaussian
        && round.checkInRate() > 0;
  }

  private double exchanged(double delta0) {
    double sum = 0;
    for (RoundCount count : rounds) {
      if (hasChoice(count.round())) {
        sum += count.times() * library.exchanged(count.round(), delta0);
      }
    }
    return sum;
  }

  private Coupled route(double delta0) {
    List<Composition.Part> parts = new ArrayList<>();
    Set<String> names = new LinkedHashSet<>();
    double eta = 0;
    for (RoundCount count : rounds) {
      CheckInRound round = count.round();
      boolean clones = delta0 > 0 && hasChoice(round);
      parts.add(
          new Composition.Part(
              clones ? library.throughClones(round, delta0) : library.direct(round),
              count.times()));
      eta += count.times() * (clones ? library.exchanged(round, delta0) : capped(round));
      names.add(clones ? "gaussian-clones21" : name(round));
    }
    String method = names.isEmpty() ? "no-rounds" : String.join("+", names);
    return new Coupled(
        new Composition(parts, library.compositions()),
        eta,
        method + "-" + library.options().measure().label());
  }

  /** The chance that a draw was capped in a round, over all clients. */
  private double capped(CheckInRound round) {
    return round.law() == CheckInLaw.BERNOULLI ? 0 : cappedProbability(round, library);
  }

  static double cappedProbability(CheckInRound round, RoundLibrary library) {
    double others = PoissonCheckIn.cappedProbability(round.clients(), round.checkInRate());
    return library.options().ownRate().isEmpty()
        ? others
        : others + PoissonCheckIn.cappedProbability(1, library.ownRate(round));
  }

  private String name(CheckInRound round) {
    boolean gaussian = round.guarantee() instanceof LocalGuarantee.Gaussian;
    if (library.options().observer() == SoundOptions.Observer.SHUFFLER) {
      return gaussian ? "shuffler-gaussian" : "shuffler-pure";
    }
    if (round.law() == CheckInLaw.POISSON) {
      return gaussian ? "poisson-gaussian" : "poisson-pure";
    }
    return gaussian ? "subsampled-gaussian" : library.options().clones().label();
  }
}
