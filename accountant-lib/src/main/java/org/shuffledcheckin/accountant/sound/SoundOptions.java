package org.shuffledcheckin.accountant.sound;

import java.util.Objects;
import java.util.OptionalDouble;
import org.shuffledcheckin.accountant.Arguments;

/**
 * How a {@link SoundAccountant} works. The defaults are the proven, tight ones.
 *
 * @param clones the analysis of pure randomisers with Bernoulli check-ins
 * @param measure whether rounds compose by privacy losses or by Renyi divergences
 * @param observer from whom the client's record is to be protected
 * @param ownRate the check-in rate of the protected client, where it is not the announced one. The
 *     accountant then speaks for that client, which the rounds' {@code clients} do not include
 * @param pairsOnly whether only analyses are used that name a dominating pair of every round. Such
 *     bounds may be multiplied and handed out in advance; those by coupling, or by moments of the
 *     whole run, may not
 */
public record SoundOptions(
    CloneAnalysis clones,
    Measure measure,
    Observer observer,
    OptionalDouble ownRate,
    boolean pairsOnly) {
  /** Proven clones, privacy losses, the announced rate. */
  public static final SoundOptions DEFAULT =
      new SoundOptions(
          CloneAnalysis.CLONES23,
          Measure.PRIVACY_LOSS,
          Observer.AGGREGATOR,
          OptionalDouble.empty(),
          false);

  /** Validates the options. */
  public SoundOptions {
    Objects.requireNonNull(clones, "clones");
    Objects.requireNonNull(measure, "measure");
    Objects.requireNonNull(observer, "observer");
    ownRate.ifPresent(rate -> Arguments.requireProbability("own check-in rate", rate));
  }

  /** The same with another analysis of clones. */
  public SoundOptions withClones(CloneAnalysis other) {
    return new SoundOptions(other, measure, observer, ownRate, pairsOnly);
  }

  /** The same with another measure. */
  public SoundOptions withMeasure(Measure other) {
    return new SoundOptions(clones, other, observer, ownRate, pairsOnly);
  }

  /** The same with another observer. */
  public SoundOptions withObserver(Observer other) {
    return new SoundOptions(clones, measure, other, ownRate, pairsOnly);
  }

  /** The same, speaking for a client with this check-in rate. */
  public SoundOptions withOwnRate(double rate) {
    return new SoundOptions(clones, measure, observer, OptionalDouble.of(rate), pairsOnly);
  }

  /** The same, by dominating pairs alone. */
  public SoundOptions withPairsOnly() {
    return new SoundOptions(clones, measure, observer, ownRate, true);
  }

  /** Whether bounds by moments of the whole run may be used. */
  boolean allowsMoments() {
    return measure == Measure.PRIVACY_LOSS
        && observer == Observer.AGGREGATOR
        && ownRate.isEmpty()
        && !pairsOnly;
  }

  /** Who looks. */
  public enum Observer {
    /** Sees every report that leaves the shuffler, but not whose it is. */
    AGGREGATOR,
    /** Knows who checked in and sees the sums of the reports, but not single reports. */
    SHUFFLER
  }

  /** What is added up over rounds. */
  public enum Measure {
    /** The whole distribution of the privacy loss: tight. */
    PRIVACY_LOSS("pld"),
    /** Renyi divergences of the same pairs: looser, without any grid. */
    RENYI("rdp");

    private final String label;

    Measure(String label) {
      this.label = label;
    }

    /** The name used in the method of a result. */
    String label() {
      return label;
    }
  }
}
