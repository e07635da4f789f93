package org.shuffledcheckin.cli.account;

import java.util.ArrayList;
import java.util.List;
import org.shuffledcheckin.accountant.CheckInRound;
import org.shuffledcheckin.accountant.LocalGuarantee;
import org.shuffledcheckin.accountant.PrivacyAccountant;
import org.shuffledcheckin.accountant.PrivacyValue;
import org.shuffledcheckin.accountant.amplification.CheckInCount;
import org.shuffledcheckin.accountant.amplification.GaussianMechanism;
import org.shuffledcheckin.accountant.lowerbound.LowerBounds;
import org.shuffledcheckin.accountant.paper.FirstCut;
import org.shuffledcheckin.accountant.paper.ShuffledRound;
import org.shuffledcheckin.accountant.paper.ShufflingConversion;
import org.shuffledcheckin.accountant.paper.SubsampledShufflingConversion;

/** The paper's values and the proven ones for one run. */
final class Comparison {
  /** One line of the comparison. */
  record Row(String name, PrivacyValue value) {}

  private final CheckInRound round;
  private final long rounds;
  private final double delta;
  private final Long baselineCount;

  Comparison(CheckInRound round, long rounds, double delta, Long baselineCount) {
    this.round = round;
    this.rounds = rounds;
    this.delta = delta;
    this.baselineCount = baselineCount;
  }

  /** All lines, the paper's first. */
  List<Row> rows(PrivacyAccountant accountant, PrivacyAccountant againstShuffler) {
    ShuffledRound paper =
        ShuffledRound.ofTable(round.clients(), round.checkInRate(), epsilon0(), delta);
    double beta = Math.max(Double.MIN_NORMAL, delta * delta);
    long count = baselineCount == null ? likelyCount(beta) : baselineCount;
    List<Row> rows = new ArrayList<>();
    rows.add(
        new Row(
            "paper: baseline (Theorem 1, l = " + count + ")",
            FirstCut.baseline(paper, count, beta).times(rounds).epsilon(delta)));
    rows.add(
        new Row(
            "paper: Approach 1", ShufflingConversion.curve(paper).times(rounds).epsilon(delta)));
    rows.add(
        new Row(
            "paper: Approach 2",
            SubsampledShufflingConversion.curve(paper).times(rounds).epsilon(delta)));
    rows.add(new Row("sound bound", accountant.compose(round, rounds).epsilon(delta)));
    rows.add(new Row("lower bound", LowerBounds.epsilon(round, rounds, delta)));
    rows.add(
        new Row(
            "sound bound against the shuffler",
            againstShuffler.compose(round, rounds).epsilon(delta)));
    return rows;
  }

  private long likelyCount(double beta) {
    long limit =
        CheckInCount.exceededWithProbability(round.clients(), round.checkInRate(), beta).limit();
    return Math.max(1, Math.min(round.clients(), limit));
  }

  /** The paper turns Gaussian noise into (ε0, δ0) by the textbook formula, with δ0 = δ². */
  private double epsilon0() {
    return round.guarantee() instanceof LocalGuarantee.Gaussian gaussian
        ? new GaussianMechanism(gaussian.mu())
            .classicalEpsilon(Math.max(Double.MIN_NORMAL, delta * delta))
            .epsilon()
        : ((LocalGuarantee.PureLdp) round.guarantee()).epsilon0();
  }
}
