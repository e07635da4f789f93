package org.shuffledcheckin.cli.account;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.shuffledcheckin.accountant.CheckInLaw;
import org.shuffledcheckin.accountant.CheckInRound;
import org.shuffledcheckin.accountant.LocalGuarantee;
import org.shuffledcheckin.accountant.PaperValue;
import org.shuffledcheckin.accountant.lowerbound.SumLowerBound;
import org.shuffledcheckin.accountant.paper.GaussianTheorems;
import org.shuffledcheckin.accountant.rdp.DistributedCheckIn;
import org.shuffledcheckin.accountant.rdp.PaperRdpCurve;
import org.shuffledcheckin.accountant.rdp.SummedMoments;
import org.shuffledcheckin.accountant.rdp.UpperRdpCurve;
import org.shuffledcheckin.accountant.sound.SoundAccountant;
import org.shuffledcheckin.accountant.sums.SumNoise;
import org.shuffledcheckin.accountant.sums.SummedRound;

/** Distributed check-in beside the paper's theorem and beside the shuffled form at equal noise. */
record SumComparison(SumAnswer answer, double delta) {
  private static final int ORDERS = 64;

  List<SumAnswer.Row> rows() {
    List<SumAnswer.Row> rows = new ArrayList<>(answer.epsilons(delta));
    SummedRound round = answer.plan().round();
    SumNoise noise = round.noise();
    rows.add(
        new SumAnswer.Row(
            "the same by Renyi divergence",
            UpperRdpCurve.sums(
                    new SummedMoments(
                        round.honest(), round.rate(), round.release().leastReports(), noise))
                .times(answer.times())
                .epsilon(delta)));
    rows.add(
        new SumAnswer.Row(
            "lower bound",
            new SumLowerBound(round.honest(), round.rate(), round.release().leastReports(), noise)
                .epsilon(answer.times(), delta)));
    LocalGuarantee.Gaussian each = new LocalGuarantee.Gaussian(SumAnswer.perReport(round));
    rows.add(new SumAnswer.Row("paper: Theorem 4 from k = 1", printed(round, each)));
    for (CheckInLaw law : CheckInLaw.values()) {
      CheckInRound shuffled = new CheckInRound(round.honest(), round.rate(), law, each);
      SoundAccountant accountant = SoundAccountant.create();
      if (accountant.supports(shuffled)) {
        rows.add(
            new SumAnswer.Row(
                "shuffled form, same noise, " + law.name().toLowerCase(Locale.ROOT),
                accountant.compose(shuffled, answer.times()).epsilon(delta)));
      }
    }
    return rows;
  }

  private PaperValue printed(SummedRound round, LocalGuarantee.Gaussian each) {
    DistributedCheckIn theorem = new DistributedCheckIn(round.honest(), round.rate(), each);
    return PaperRdpCurve.of(
            "theorem-4-printed",
            ORDERS,
            order -> GaussianTheorems.distributedAsPrinted(theorem, order))
        .times(answer.times())
        .epsilon(delta);
  }
}
