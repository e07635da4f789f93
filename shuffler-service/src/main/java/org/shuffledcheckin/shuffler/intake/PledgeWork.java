package org.shuffledcheckin.shuffler.intake;

import java.util.List;
import org.shuffledcheckin.kit.round.RoundId;
import org.shuffledcheckin.shuffler.round.LiveRound;

/** Pledges: the first of a client counts. */
final class PledgeWork extends IntakeWork {
  private final List<ClientPledge> pledges;

  PledgeWork(RoundId round, List<ClientPledge> pledges) {
    super(round, pledges.size());
    this.pledges = pledges;
  }

  @Override
  public long bytes() {
    return (long) ITEM_BYTES * size();
  }

  @Override
  List<ClientPledge> items() {
    return pledges;
  }

  @Override
  Outcome check(int index, LiveRound round) {
    byte[] reports = pledges.get(index).reports();
    int most = round.terms().population().reportsPerClient();
    return reports.length == 1 && reports[0] >= 0 && reports[0] <= most
        ? Outcome.ACCEPTED
        : Outcome.MALFORMED;
  }

  @Override
  Outcome take(int index, LiveRound round, GroupCommit.Group group) {
    if (round.hasPledged(client(index))) {
      return Outcome.ALREADY_PLEDGED;
    }
    round.pledge(client(index), pledges.get(index).reports()[0]);
    return Outcome.ACCEPTED;
  }
}
