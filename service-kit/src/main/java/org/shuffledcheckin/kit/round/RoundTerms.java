package org.shuffledcheckin.kit.round;

import java.util.Objects;
import org.shuffledcheckin.accountant.Budget;
import org.shuffledcheckin.accountant.CheckInRound;
import org.shuffledcheckin.report.randomizer.RandomizerSpec;

/**
 * What a round announces and the accountant charges for: the validated form of {@code
 * checkin.v1.RoundParameters}, whose ranges are stated there.
 *
 * @param id the round
 * @param population who takes part and how often
 * @param report what each report is made from
 * @param window how long the round is open, and how large the batch must be
 * @param spent what the aggregator states the run will have cost, this round included; a claim that
 *     nobody has to believe
 */
public record RoundTerms(
    RoundId id, Population population, ReportTerms report, RoundWindow window, Budget spent) {
  /** Validates what the parts do not. */
  public RoundTerms {
    Objects.requireNonNull(id, "id");
    Objects.requireNonNull(population, "population");
    Objects.requireNonNull(report, "report");
    Objects.requireNonNull(window, "window");
    if (!(spent.epsilon() < Double.POSITIVE_INFINITY)) {
      throw new IllegalArgumentException(
          "epsilon after the round must be finite but is " + spent.epsilon());
    }
  }

  /** What each report is and promises. */
  public RandomizerSpec randomizer() {
    return report.randomizer();
  }

  /** The model that the round trains. */
  public ModelDigest model() {
    return report.model();
  }

  /** The round as the accountant sees it. */
  public CheckInRound charge() {
    return population.charge(randomizer().guarantee());
  }

  /** Bounds from above the request that carries the largest draw of one client. */
  public long largestDeliveryBytes() {
    return largestDeliveryBytes(population, randomizer());
  }

  /** The same of a round that is not announced yet. */
  public static long largestDeliveryBytes(Population population, RandomizerSpec randomizer) {
    long each =
        (long) randomizer.reportBytes() + WireLimits.SEAL_BYTES + WireLimits.REPORT_OVERHEAD;
    return WireLimits.REQUEST_OVERHEAD + population.reportsPerClient() * each;
  }

  /** Length of every report before sealing. */
  public int reportBytes() {
    return randomizer().reportBytes();
  }

  /** Length of every report after sealing. */
  public int sealedReportBytes() {
    return reportBytes() + WireLimits.SEAL_BYTES;
  }
}
