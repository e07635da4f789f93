package org.shuffledcheckin.loadtest;

import static org.shuffledcheckin.accountant.Arguments.requireBetween;
import static org.shuffledcheckin.accountant.Arguments.requireFraction;
import static org.shuffledcheckin.accountant.Arguments.requirePositive;
import static org.shuffledcheckin.accountant.Arguments.requireRate;

import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import org.shuffledcheckin.accountant.CheckInLaw;
import org.shuffledcheckin.kit.round.SumRule;
import org.shuffledcheckin.learning.data.Shape;
import org.shuffledcheckin.learning.model.Models;
import org.shuffledcheckin.report.randomizer.GaussianSpec;
import org.shuffledcheckin.report.randomizer.GaussianSumSpec;
import org.shuffledcheckin.report.randomizer.RandomizerSpec;
import org.shuffledcheckin.report.randomizer.ReportForm;

/**
 * Everything that decides what a load test does. Messages about bad values begin with the name of
 * the value as the command line spells it.
 *
 * @param seed of records, model and attacks; never of draws or noise
 */
public record LoadPlan(Clients clients, Reports reports, Rounds rounds, long seed) {
  /** One record of the drawn digits. */
  static final Shape RECORD = new Shape(1, 28, 28);

  static final int CLASSES = 10;

  /** Validates what the parts do not. */
  public LoadPlan {
    long fewest = fewestHonestReports(clients, reports);
    if (reports.form() == ReportForm.DISTRIBUTED && fewest <= clients.hostile()) {
      throw new IllegalArgumentException(
          ("misbehaving must leave fewer such clients than a round has honest reports, because only"
                  + " the sum is seen, but there may be %d clients and %d reports")
              .formatted(clients.hostile(), Math.max(0, fewest)));
    }
  }

  /**
   * What is counted on where only the sum is seen: one honest report more than everybody's who
   * misbehaves, all of whose reports may be struck. So no round is lost for them.
   */
  SumRule sums() {
    double hostile = clients.hostile();
    double share = hostile / (hostile + fewestHonestReports(clients, reports));
    return new SumRule(clients.hostile() + 1L, share, true);
  }

  /** Five standard deviations below what is to be expected: fewer once in three million rounds. */
  private static long fewestHonestReports(Clients clients, Reports reports) {
    double rate = reports.checkInRate() * (1 - clients.dropoutRate());
    double expected = clients.honest() * rate;
    return (long) Math.floor(expected - 5 * Math.sqrt(expected * (1 - rate)));
  }

  /** Clients whose records are nobody's take part in many short rounds a day. */
  static void putPatience(Map<String, String> fleet) {
    fleet.put("policy.largest-daily-reports", "1000000000");
    fleet.put("policy.shortest-round", "0s");
    fleet.put("policy.shortest-time-left", "0s");
  }

  /**
   * Who takes part.
   *
   * @param count honest and misbehaving together
   * @param misbehaving share of them that misbehave, in [0, 1)
   * @param dropoutRate share of honest clients that vanish in a round after drawing
   */
  public record Clients(long count, double misbehaving, double dropoutRate) {
    private static final int FEWEST = 20;
    private static final int MOST = 1_000_000;

    /** Validates every value. */
    public Clients {
      requireBetween("clients", count, FEWEST, MOST);
      requireFraction("misbehaving", misbehaving);
      requireFraction("dropout-rate", dropoutRate);
      if (hostile(count, misbehaving) == count) {
        throw new IllegalArgumentException(
            "misbehaving must leave an honest client but is " + misbehaving);
      }
    }

    /** How many clients misbehave. */
    public int hostile() {
      return hostile(count, misbehaving);
    }

    private static int hostile(long count, double share) {
      return (int) Math.floor(count * share);
    }

    /** How many clients behave. */
    public int honest() {
      return (int) count - hostile();
    }

    /**
     * How many pledges release a batch: half of those to expect, so that a slow machine discards
     * nothing. A load test looks for lost reports, not for a good epsilon.
     */
    long releaseThreshold() {
      return Math.max(1, (long) Math.floor(0.5 * count * (1 - dropoutRate)));
    }

    /** The share of misbehaving clients among the fewest that may pledge, at its worst. */
    double dishonestFraction() {
      long threshold = releaseThreshold();
      long accounted = Math.max(1, threshold - hostile());
      // Half a client more than whole ones, so that rounding down gives these.
      return accounted == threshold ? 0 : 1 - (accounted + 0.5) / threshold;
    }
  }

  /**
   * What honest clients send.
   *
   * @param form whether the aggregator sees reports or their sum
   * @param checkInRate mean number of reports of a client in a round
   * @param noiseMultiplier of every report
   * @param model that is trained, which decides how long reports are
   */
  public record Reports(ReportForm form, double checkInRate, double noiseMultiplier, String model) {
    private static final double CLIP = 0.5;

    /** Validates every value. */
    public Reports {
      Objects.requireNonNull(form, "form");
      requireRate("check-in-rate", checkInRate);
      requirePositive("noise-multiplier", noiseMultiplier);
      RandomizerSpec unused = randomizer(form, noiseMultiplier, model);
    }

    /** How often a client draws: into a sum it goes once or not at all. */
    CheckInLaw law() {
      return form == ReportForm.DISTRIBUTED ? CheckInLaw.BERNOULLI : CheckInLaw.POISSON;
    }

    /** What every report is. */
    RandomizerSpec randomizer() {
      return randomizer(form, noiseMultiplier, model);
    }

    private static RandomizerSpec randomizer(ReportForm form, double noise, String model) {
      int dimension = Models.named(model, RECORD, CLASSES).parameterCount();
      return form == ReportForm.DISTRIBUTED
          ? GaussianSumSpec.withSuitableGrid(dimension, CLIP, noise)
          : GaussianSpec.withSuitableGrid(dimension, CLIP, noise);
    }
  }

  /**
   * How long it takes.
   *
   * @param count rounds at most
   * @param openFor how long a round is open at most
   * @param timeout after which no further round is begun
   */
  public record Rounds(long count, Duration openFor, Duration timeout) {
    /** Validates every value. */
    public Rounds {
      requireBetween("rounds", count, 1, 1_000_000);
      requireBetween("round-seconds", openFor.toSeconds(), 1, 3600);
      requireBetween("max-seconds", timeout.toSeconds(), 1, 86_400);
    }
  }
}
