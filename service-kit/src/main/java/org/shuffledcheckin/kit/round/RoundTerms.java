package org.shuffledcheckin.kit.round;

import java.util.Objects;
import org.shuffledcheckin.accountant.Budget;
import org.shuffledcheckin.accountant.CheckInLaw;
import org.shuffledcheckin.accountant.CheckInRound;
import org.shuffledcheckin.report.randomizer.RandomizerSpec;
import org.shuffledcheckin.report.randomizer.ReportForm;

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
    requireForm(report.randomizer(), population, window);
    if (!(spent.epsilon() < Double.POSITIVE_INFINITY)) {
      throw new IllegalArgumentException(
          "epsilon after the round must be finite but is " + spent.epsilon());
    }
  }

  /**
   * Refuses what does not go together.
   *
   * @throws IllegalArgumentException that says what
   */
  public static void requireForm(
      RandomizerSpec randomizer, Population population, RoundWindow window) {
    if (randomizer.kind().form() == ReportForm.SHUFFLED) {
      if (window.strikeShare() > 0) {
        throw new IllegalArgumentException(
            "strike share must be 0 where reports are not added up but is " + window.strikeShare());
      }
    } else if (population.law() != CheckInLaw.BERNOULLI) {
      throw new IllegalArgumentException(
          "check-in law must be bernoulli where only the sum of reports is seen");
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

  /** Whether only the sum of the reports leaves the shuffler. */
  public boolean isSummed() {
    return randomizer().kind().form() == ReportForm.DISTRIBUTED;
  }

  /** The round as the accountant sees it. */
  public CheckInRound charge() {
    return charge(population);
  }

  /** The same to somebody who believes in another population. */
  public CheckInRound charge(Population believed) {
    return believed.charge(randomizer(), sumRule());
  }

  /** What the accountant counts on where only the sum is seen. */
  public SumRule sumRule() {
    return new SumRule(window.minimumBatch(), window.strikeShare(), report.modelKey().isPresent());
  }

  /** Bounds from above the request that carries the largest draw of one client. */
  public long largestDeliveryBytes() {
    return largestDeliveryBytes(population, randomizer());
  }

  /** The same of a round that is not announced yet. */
  public static long largestDeliveryBytes(Population population, RandomizerSpec randomizer) {
    long each =
        (long) ReportTerms.reportBytes(randomizer)
            + WireLimits.SEAL_BYTES
            + WireLimits.REPORT_OVERHEAD;
    return WireLimits.REQUEST_OVERHEAD + population.reportsPerClient() * each;
  }

  /** Length of every report before sealing. */
  public int reportBytes() {
    return ReportTerms.reportBytes(randomizer());
  }

  /** Length of the part of a report that the shuffler keeps and adds up; 0 unless it does. */
  public int shareBytes() {
    return isSummed() ? randomizer().reportBytes() : 0;
  }

  /** Length of every report after sealing. */
  public int sealedReportBytes() {
    return reportBytes() + WireLimits.SEAL_BYTES;
  }
}
