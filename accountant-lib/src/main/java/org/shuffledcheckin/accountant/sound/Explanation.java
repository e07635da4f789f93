package org.shuffledcheckin.accountant.sound;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.shuffledcheckin.accountant.CheckInLaw;
import org.shuffledcheckin.accountant.CheckInRound;
import org.shuffledcheckin.accountant.LocalGuarantee;
import org.shuffledcheckin.accountant.LowerBound;
import org.shuffledcheckin.accountant.NeighboringRelation;
import org.shuffledcheckin.accountant.UpperBound;
import org.shuffledcheckin.accountant.lowerbound.LowerBounds;

/**
 * Says where a bound on a plan of equal rounds comes from: which theorem gives it, under which
 * assumptions, what the other proven analyses give, and below what no analysis can come.
 *
 * @param bound the smallest epsilon that is proven
 * @param others what the analyses that lost give, best first
 * @param lower an epsilon that some randomiser of this description really costs
 * @param assumptions without which the bound says nothing
 */
public record Explanation(
    UpperBound bound, List<UpperBound> others, LowerBound lower, List<String> assumptions) {
  /** Copies the lists. */
  public Explanation {
    others = List.copyOf(others);
    assumptions = List.copyOf(assumptions);
  }

  /**
   * Explains what so many equal rounds cost at a delta, against the aggregator.
   *
   * @throws IllegalArgumentException if no bound is proven for such rounds
   */
  public static Explanation of(CheckInRound round, long times, double delta) {
    UpperBound best = bound(SoundOptions.DEFAULT, round, times, delta);
    List<UpperBound> others = new ArrayList<>();
    for (SoundOptions options : alternatives()) {
      UpperBound other = bound(options, round, times, delta);
      boolean known =
          other.method().equals(best.method())
              || others.stream().anyMatch(bound -> bound.method().equals(other.method()));
      if (!known) {
        others.add(other);
      }
    }
    others.sort(Comparator.comparingDouble(UpperBound::epsilon));
    return new Explanation(
        best, others, LowerBounds.epsilon(round, times, delta), assumptions(round));
  }

  /** What the bound rests on. */
  public List<Theorem> theorems() {
    return Theorem.of(bound.method());
  }

  /** The best of the analyses that lost. */
  public Optional<UpperBound> runnerUp() {
    return others.stream().findFirst();
  }

  /** Which data sets it is about. */
  public NeighboringRelation neighbors() {
    return NeighboringRelation.REPLACE_RECORD;
  }

  private static List<SoundOptions> alternatives() {
    SoundOptions options = SoundOptions.DEFAULT;
    return List.of(
        options.withPairsOnly(),
        options.withClones(CloneAnalysis.CLONES21),
        options.withMeasure(SoundOptions.Measure.RENYI));
  }

  private static UpperBound bound(
      SoundOptions options, CheckInRound round, long times, double delta) {
    return SoundAccountant.create(options).compose(round, times).epsilon(delta);
  }

  private static List<String> assumptions(CheckInRound round) {
    List<String> all = new ArrayList<>();
    all.add(
        "at least "
            + round.clients()
            + " honest clients, the protected one among them, draw in every round, each at the"
            + " announced rate");
    all.add("the shuffler tells nobody which report is whose");
    all.add(
        "draws and noise are cryptographic; a client draws once a round and resends equal bytes");
    all.add("the number and kind of the rounds were fixed before the first; else use a filter");
    if (round.lossMass() > 0) {
      all.add(
          "clients pledge before they work, and which pledged reports get lost does not depend on"
              + " what was drawn");
    } else {
      all.add("every report that was drawn arrives, or its whole round is discarded");
    }
    if (round.guarantee() instanceof LocalGuarantee.GaussianSum) {
      all.add(
          "the shuffler gives away nothing but one sum a round, of as many reports as the rules ask"
              + " for, and whoever strikes reports from it sees their sealed seeds alone");
    }
    if (round.law() == CheckInLaw.POISSON) {
      all.add("a client draws a Poisson number of reports, each with fresh noise");
    }
    return all;
  }
}
