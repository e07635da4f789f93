package org.shuffledcheckin.kit.round;

import java.time.Duration;
import java.util.Objects;
import org.shuffledcheckin.accountant.CheckInLaw;
import org.shuffledcheckin.accountant.CheckInRound;

/**
 * What a round announces and the accountant charges for: the validated form of {@code
 * checkin.v1.RoundParameters}, whose ranges are stated there.
 *
 * @param id the round
 * @param clients how many answers the release needs
 * @param accountedClients how many of those the accountant counts on as honest; what everybody
 *     charges with
 * @param checkInRate rate of each client's draw
 * @param law how each client draws
 * @param randomizer what each report is
 * @param reportBytes length of every report before sealing
 * @param modelSha256 hash of the serialised model
 * @param modelBytes length of the serialised model
 * @param hpkePublicKey the round's X25519 key
 * @param openFor how long answers are taken
 * @param closeWhenAllAnswered whether the round may close before its time
 * @param minimumBatch fewer reports are discarded
 * @param minimumBatchSpread how far the shuffler may raise that minimum at random
 * @param delta at which epsilon is stated
 * @param epsilonAfter proven epsilon of the run with this round
 */
public record RoundTerms(
    RoundId id,
    long clients,
    long accountedClients,
    double checkInRate,
    CheckInLaw law,
    RandomizerTerms randomizer,
    int reportBytes,
    Digest modelSha256,
    long modelBytes,
    HpkePublicKey hpkePublicKey,
    Duration openFor,
    boolean closeWhenAllAnswered,
    long minimumBatch,
    long minimumBatchSpread,
    double delta,
    double epsilonAfter) {

  /** Validates every range of the specification. */
  public RoundTerms {
    Objects.requireNonNull(id, "id");
    Objects.requireNonNull(law, "law");
    Objects.requireNonNull(randomizer, "randomizer");
    Objects.requireNonNull(modelSha256, "modelSha256");
    Objects.requireNonNull(hpkePublicKey, "hpkePublicKey");
    Checks.inRange("clients", clients, 1, WireLimits.CLIENTS);
    Checks.inRange("accounted clients", accountedClients, 1, clients);
    if (!(checkInRate > 0 && checkInRate <= 1)) {
      throw new IllegalArgumentException("check-in rate must be in (0, 1] but is " + checkInRate);
    }
    Checks.inRange("report bytes", reportBytes, 1, WireLimits.REPORT_BYTES);
    Checks.inRange("model bytes", modelBytes, 0, WireLimits.MODEL_BYTES);
    Checks.inRange("open milliseconds", openFor.toMillis(), 1, WireLimits.OPEN_MILLIS);
    Checks.inRange("minimum batch", minimumBatch, 1, WireLimits.CLIENTS);
    Checks.inRange("minimum batch spread", minimumBatchSpread, 0, WireLimits.CLIENTS);
    if (!(delta > 0 && delta < 1)) {
      throw new IllegalArgumentException("delta must be in (0, 1) but is " + delta);
    }
    if (!(epsilonAfter >= 0 && epsilonAfter < Double.POSITIVE_INFINITY)) {
      throw new IllegalArgumentException(
          "epsilon after the round must be finite and at least 0 but is " + epsilonAfter);
    }
  }

  /** The round as the accountant sees it. */
  public CheckInRound charge() {
    return new CheckInRound(accountedClients, checkInRate, law, randomizer.guarantee());
  }

  /** Bounds from above the request that carries the largest draw of one client. */
  public long largestAnswerBytes() {
    return largestAnswerBytes(law, reportBytes);
  }

  /** The same of a round that is not announced yet. */
  public static long largestAnswerBytes(CheckInLaw law, int reportBytes) {
    int most = law == CheckInLaw.BERNOULLI ? 1 : WireLimits.REPORTS_PER_CLIENT;
    long each = (long) reportBytes + WireLimits.SEAL_BYTES + WireLimits.REPORT_OVERHEAD;
    return WireLimits.REQUEST_OVERHEAD + most * each;
  }

  /** Length of every report after sealing. */
  public int sealedReportBytes() {
    return reportBytes + WireLimits.SEAL_BYTES;
  }
}
