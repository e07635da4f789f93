package org.shuffledcheckin.accountant.losses;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.shuffledcheckin.accountant.Arguments;
import org.shuffledcheckin.accountant.CheckInLaw;
import org.shuffledcheckin.accountant.CheckInRound;
import org.shuffledcheckin.accountant.LocalGuarantee;

/**
 * A round whose clients pledge the number that they drew before they report, and whose batch is
 * released only if enough clients pledged and few enough pledged reports are missing.
 *
 * <p>Guarantees that the released round is dominated by {@link #accounted()} whoever decides which
 * clients' reports arrive, as long as that choice does not depend on this round's draws, noise and
 * records or on unreleased draws of earlier rounds, and the time of the close does not depend on
 * what arrived. Not covered: deliveries that depend on how many reports a client drew, and
 * submissions that arrive in part.
 *
 * @param honest how many honest clients pledged at least, the protected one among them
 * @param lossLimit how many pledged reports may be missing at most
 * @param rate the announced rate of each client's draw, in (0, 1]
 * @param law how each client draws
 * @param guarantee what the local randomiser promises about one report
 */
public record PledgedRound(
    long honest, long lossLimit, double rate, CheckInLaw law, LocalGuarantee guarantee) {
  private static final int MOST_REMEMBERED = 512;

  /** Guarded by itself; what it forgets is computed again, to the same result. */
  private static final Map<PledgedRound, Optional<CheckInRound>> REMEMBERED =
      new LinkedHashMap<>(16, 0.75f, true);

  /** Validates the description. */
  public PledgedRound {
    Arguments.requireAtLeast("honest clients", honest, 1);
    Arguments.requireAtLeast("loss limit", lossLimit, 0);
    Arguments.requireRate("check-in rate", rate);
    Objects.requireNonNull(law, "law");
    Objects.requireNonNull(guarantee, "guarantee");
  }

  /**
   * The round that everybody charges with: no more clients than pledged, and a mass at infinite
   * loss that is one of three constants. It depends on nothing but this record's values.
   *
   * @throws IllegalArgumentException if so few clients hide nobody once that many reports may be
   *     missing
   */
  public CheckInRound accounted() {
    return accountedIfAny()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "honest clients must be more than "
                        + honest
                        + " for a loss limit of "
                        + lossLimit
                        + " at check-in rate "
                        + rate
                        + "; "
                        + new LossForms(this).enough()
                        + " are enough"));
  }

  /** The same; empty if so few clients hide nobody. */
  public Optional<CheckInRound> accountedIfAny() {
    synchronized (REMEMBERED) {
      Optional<CheckInRound> known = REMEMBERED.get(this);
      if (known != null) {
        return known;
      }
    }
    Optional<CheckInRound> computed = new LossForms(this).best();
    synchronized (REMEMBERED) {
      REMEMBERED.put(this, computed);
      if (REMEMBERED.size() > MOST_REMEMBERED) {
        REMEMBERED.remove(REMEMBERED.keySet().iterator().next());
      }
    }
    return computed;
  }

  /**
   * Whether a charge errs on the safe side, if it errs: what it promises is proven for this round,
   * though {@link #accounted()} may promise more.
   *
   * @throws IllegalArgumentException if so few clients hide nobody
   */
  public boolean proves(CheckInRound charge) {
    CheckInRound best = accounted();
    boolean alike =
        charge.checkInRate() == rate && charge.law() == law && charge.guarantee().equals(guarantee);
    boolean safer = charge.clients() <= best.clients() && charge.lossMass() >= best.lossMass();
    return alike && (safer || new LossForms(this).provePair(charge));
  }
}
