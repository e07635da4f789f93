package org.shuffledcheckin.loadtest;

import java.util.Collection;
import org.shuffledcheckin.kit.round.RoundTerms;
import org.shuffledcheckin.loadtest.balance.RoundCounts;

/**
 * What the released rounds carried: sealed reports on their way in, and on their way out the same,
 * or their sealed seeds, one verdict and one sum. Without tokens, pledges, frames and TLS.
 *
 * @param reports in released rounds, of misbehaving clients too
 * @param bytesToShuffler of all of them
 * @param bytesToAggregator of all of them
 */
record Traffic(long reports, long bytesToShuffler, long bytesToAggregator) {
  static final Traffic NONE = new Traffic(0, 0, 0);

  /** What rounds of these terms carried. */
  static Traffic of(RoundTerms terms, Collection<RoundCounts> rounds) {
    return rounds.stream()
        .filter(RoundCounts::isReleased)
        .map(round -> ofRound(terms, round.reports()))
        .reduce(NONE, Traffic::plus);
  }

  private static Traffic ofRound(RoundTerms terms, long reports) {
    long in = reports * terms.sealedReportBytes();
    long out =
        terms.isSummed()
            ? reports * (terms.sealedReportBytes() - terms.shareBytes())
                + (reports + 7) / 8
                + terms.shareBytes()
            : in;
    return new Traffic(reports, in, out);
  }

  private Traffic plus(Traffic more) {
    return new Traffic(
        reports + more.reports,
        bytesToShuffler + more.bytesToShuffler,
        bytesToAggregator + more.bytesToAggregator);
  }

  /** A number for each report; 0 where there was none. */
  double perReport(double total) {
    return reports == 0 ? 0 : total / reports;
  }
}
