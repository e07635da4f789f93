package org.shuffledcheckin.accountant.paper;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import org.shuffledcheckin.accountant.CheckInRound;
import org.shuffledcheckin.accountant.LocalGuarantee;
import org.shuffledcheckin.accountant.PrivacyAccountant;
import org.shuffledcheckin.accountant.PrivacyValue;
import org.shuffledcheckin.accountant.amplification.CheckInCount;
import org.shuffledcheckin.accountant.amplification.GaussianMechanism;
import org.shuffledcheckin.accountant.lowerbound.LowerBounds;
import org.shuffledcheckin.accountant.rdp.PaperRdpCurve;

/**
 * The paper's values beside the proven ones for runs of equal rounds. The paper's are computed as
 * for its table: delta0 = delta², no credit for shuffling where its closed form does not hold,
 * Gaussian noise by the textbook formula.
 */
public final class Comparison {
  private final CheckInRound round;
  private final double delta;
  private final long baselineCount;
  private final PaperRdpCurve baseline;
  private final PaperRdpCurve approach1;
  private final PaperRdpCurve approach2;

  /** One line of the comparison. */
  public record Row(String name, PrivacyValue value) {}

  /**
   * Compares for rounds of this description.
   *
   * @param baselineCount the number of check-ins that the baseline fixes; by default the smallest
   *     that is reached with probability at most delta²
   */
  public Comparison(CheckInRound round, double delta, OptionalLong baselineCount) {
    this.round = round;
    this.delta = delta;
    double beta = Math.max(Double.MIN_NORMAL, delta * delta);
    this.baselineCount = baselineCount.orElseGet(() -> likelyCount(round, beta));
    ShuffledRound paper =
        ShuffledRound.ofTable(round.clients(), round.checkInRate(), epsilon0(round, beta), delta);
    baseline = Baseline.curve(paper, this.baselineCount, beta);
    approach1 = ShufflingConversion.curve(paper);
    approach2 = SubsampledShufflingConversion.curve(paper);
  }

  /** All lines, the paper's first; the accountant has seen no round. */
  public List<Row> rows(long rounds, PrivacyAccountant accountant) {
    List<Row> rows = new ArrayList<>(paperRows(rounds));
    rows.add(new Row("sound bound", accountant.compose(round, rounds).epsilon(delta)));
    rows.add(new Row("lower bound", LowerBounds.epsilon(round, rounds, delta)));
    return List.copyOf(rows);
  }

  /** The paper's lines alone. */
  public List<Row> paperRows(long rounds) {
    return List.of(
        new Row(
            "paper: baseline (Theorem 1, l = " + baselineCount + ")",
            baseline.times(rounds).epsilon(delta)),
        new Row("paper: Approach 1", approach1.times(rounds).epsilon(delta)),
        new Row("paper: Approach 2", approach2.times(rounds).epsilon(delta)));
  }

  private static long likelyCount(CheckInRound round, double beta) {
    long limit =
        CheckInCount.exceededWithProbability(round.clients(), round.checkInRate(), beta).limit();
    return Math.max(1, Math.min(round.clients(), limit));
  }

  private static double epsilon0(CheckInRound round, double delta0) {
    if (round.guarantee() instanceof LocalGuarantee.Gaussian gaussian) {
      return new GaussianMechanism(gaussian.mu()).classicalEpsilon(delta0).epsilon();
    }
    return ((LocalGuarantee.Pure) round.guarantee()).epsilon0();
  }
}
