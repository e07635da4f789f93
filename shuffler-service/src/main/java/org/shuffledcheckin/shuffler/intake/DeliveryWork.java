package org.shuffledcheckin.shuffler.intake;

import java.util.List;
import org.shuffledcheckin.kit.round.RoundId;
import org.shuffledcheckin.shuffler.round.LiveRound;

/**
 * Deliveries: a client's first counts, of exactly the number it pledged. How much room one takes is
 * reckoned without looking at that number.
 */
final class DeliveryWork extends IntakeWork {
  private final List<ClientDelivery> deliveries;
  private final long bytes;

  /**
   * Deliveries to a round.
   *
   * @param largest bytes of reports that one of them may have
   * @param longest bytes that a request may have, and so all of them together
   */
  DeliveryWork(RoundId round, List<ClientDelivery> deliveries, long largest, long longest) {
    super(round, deliveries.size());
    this.deliveries = deliveries;
    this.bytes = Math.min(deliveries.size() * (ITEM_BYTES + largest), longest);
  }

  @Override
  public long bytes() {
    return bytes;
  }

  @Override
  List<ClientDelivery> items() {
    return deliveries;
  }

  @Override
  Outcome check(int index, LiveRound round) {
    List<byte[]> reports = deliveries.get(index).sealedReports();
    if (reports.isEmpty() || reports.size() > round.terms().population().reportsPerClient()) {
      return Outcome.NOT_AS_PLEDGED;
    }
    int length = round.terms().sealedReportBytes();
    return reports.stream().allMatch(report -> report.length == length)
        ? Outcome.ACCEPTED
        : Outcome.WRONG_LENGTH;
  }

  @Override
  Outcome take(int index, LiveRound round, GroupCommit.Group group) {
    List<byte[]> reports = deliveries.get(index).sealedReports();
    if (!round.hasPledged(client(index), reports.size())) {
      return Outcome.NOT_AS_PLEDGED;
    }
    if (round.hasDelivered(client(index))) {
      return Outcome.ALREADY_DELIVERED;
    }
    if (!group.reserve(round.largestDelivery())) {
      return Outcome.BUSY;
    }
    round.deliver(client(index));
    group.add(round, client(index), reports);
    return Outcome.ACCEPTED;
  }
}
