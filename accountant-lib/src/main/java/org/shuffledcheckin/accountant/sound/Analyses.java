package org.shuffledcheckin.accountant.sound;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.shuffledcheckin.accountant.CheckInLaw;
import org.shuffledcheckin.accountant.CheckInRound;
import org.shuffledcheckin.accountant.LocalGuarantee;
import org.shuffledcheckin.accountant.RoundCount;
import org.shuffledcheckin.accountant.numeric.Upward;
import org.shuffledcheckin.accountant.pld.Composition;
import org.shuffledcheckin.accountant.pld.RoundLosses;

/**
 * The analyses that bound one run. Only Gaussian noise with Bernoulli check-ins has more than one:
 * without credit for the shuffle, or through clones at some delta0. Each is sound, so the smallest
 * result is.
 */
final class Analyses {
  private final List<RoundCount> rounds;
  private final RoundLibrary library;
  private final RealReports reports;

  Analyses(List<RoundCount> rounds, RoundLibrary library) {
    this.rounds = rounds;
    this.library = library;
    this.reports = new RealReports(library);
  }

  /** The analysis that needs no delta0. */
  ApproximateComposition direct() {
    return analysis(0);
  }

  /** Whether there is an analysis through clones at all. */
  boolean haveClones() {
    return !library.options().pairsOnly()
        && rounds.stream().anyMatch(count -> hasChoice(count.round()));
  }

  /** The analysis through clones at a delta0. */
  ApproximateComposition throughClones(double delta0) {
    return analysis(delta0);
  }

  private boolean hasChoice(CheckInRound round) {
    return library.options().observer() == SoundOptions.Observer.AGGREGATOR
        && round.law() == CheckInLaw.BERNOULLI
        && round.guarantee() instanceof LocalGuarantee.Gaussian
        && round.checkInRate() > 0;
  }

  /** How often, over the run, a report has to be exchanged by the analysis through clones. */
  double exchanged(double delta0) {
    double sum = 0;
    for (RoundCount count : rounds) {
      if (hasChoice(count.round())) {
        sum =
            Upward.plus(
                sum, Upward.multiple(count.times(), library.exchanged(count.round(), delta0)));
      }
    }
    return sum;
  }

  private ApproximateComposition analysis(double delta0) {
    List<Composition.Part> parts = new ArrayList<>();
    Set<String> names = new LinkedHashSet<>();
    DeltaSlack slack = DeltaSlack.NONE;
    LossMass mass = LossMass.NONE;
    for (RoundCount count : rounds) {
      CheckInRound round = count.round();
      boolean clones = delta0 > 0 && hasChoice(round);
      RoundLosses losses = clones ? library.throughClones(round, delta0) : library.direct(round);
      parts.add(new Composition.Part(losses, count.times()));
      slack = slack.plus(differing(count));
      slack = slack.plus(clones ? exchanging(count, delta0, losses) : reports.slack(count, losses));
      mass = mass.plus(round.lossMass(), count.times());
      names.add(clones ? "gaussian-" + library.options().clones().label() : name(round));
    }
    String method = names.isEmpty() ? "no-rounds" : String.join("+", names);
    return new ApproximateComposition(
        new Composition(parts, library.compositions()),
        mass,
        slack,
        method + "-" + library.options().measure().label());
  }

  private DeltaSlack exchanging(RoundCount count, double delta0, RoundLosses losses) {
    CheckInRound round = count.round();
    double exchanged = Upward.plus(library.exchanged(round, delta0), reports.deviating(round));
    return DeltaSlack.exchanging(exchanged, losses.leastExtra(exchanged), count.times());
  }

  /** A run differs from the known one where a draw was capped or is not quite Poisson's. */
  private DeltaSlack differing(RoundCount count) {
    if (count.round().law() == CheckInLaw.BERNOULLI) {
      return DeltaSlack.NONE;
    }
    double capped = cappedProbability(count.round(), library);
    return DeltaSlack.differing(
        Upward.plus(capped, reports.drawnOtherwise(count.round())), count.times());
  }

  static double cappedProbability(CheckInRound round, RoundLibrary library) {
    double others = PoissonCheckIn.cappedProbability(round.clients(), round.checkInRate());
    return library.options().ownRate().isEmpty()
        ? others
        : others + PoissonCheckIn.cappedProbability(1, library.ownRate(round));
  }

  private String name(CheckInRound round) {
    boolean shuffler = library.options().observer() == SoundOptions.Observer.SHUFFLER;
    String report = report(round.guarantee());
    if (shuffler) {
      return "shuffler-" + report;
    }
    if (round.law() == CheckInLaw.POISSON) {
      return "poisson-" + report;
    }
    if (round.guarantee() instanceof LocalGuarantee.Gaussian
        || round.guarantee() instanceof LocalGuarantee.GaussianSum) {
      return "subsampled-" + report;
    }
    String clones = library.options().clones().label();
    boolean known =
        round.guarantee() instanceof LocalGuarantee.KAryResponse
            || round.guarantee() instanceof LocalGuarantee.Laplace;
    return known ? report + "-" + clones : clones;
  }

  private static String report(LocalGuarantee guarantee) {
    return guarantee instanceof LocalGuarantee.PureLdp
        ? "pure"
        : guarantee.text().substring(0, guarantee.text().indexOf(':'));
  }
}
