package org.shuffledcheckin.loadtest;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.shuffledcheckin.client.exchange.Delivery;
import org.shuffledcheckin.client.exchange.DeliveryOutcome;
import org.shuffledcheckin.client.exchange.PledgeOutcome;
import org.shuffledcheckin.client.host.HostListener;
import org.shuffledcheckin.client.policy.RefusalReason;
import org.shuffledcheckin.kit.round.RoundId;
import org.shuffledcheckin.loadtest.balance.AckLedger;

/**
 * Watches a fleet's calls: enters what is acknowledged into the ledger, and measures. A report
 * counts as acknowledged when the shuffler said ACCEPTED, or ALREADY_DELIVERED to a repetition
 * after a reply was lost; as unknown while nobody knows. Safe for several threads.
 */
final class LoadWatch implements HostListener {
  private static final long LOOK_MILLIS = 500;

  private final AckLedger ledger;
  private final Latencies calls = new Latencies();
  private final Latencies pledges = new Latencies();
  private final Latencies deliveries = new Latencies();
  private final Map<RoundId, RoundActivity> rounds = new LinkedHashMap<>();
  private final Map<PledgeOutcome, Long> pledgeOutcomes = new EnumMap<>(PledgeOutcome.class);
  private final Map<DeliveryOutcome, Long> deliveryOutcomes = new EnumMap<>(DeliveryOutcome.class);
  private final Map<RefusalReason, Long> refused = new EnumMap<>(RefusalReason.class);
  private final List<String> surprises = new ArrayList<>();
  private long dropped;
  private long drawn;
  private long most;

  /** Whose first sending may or may not have been taken; retries send the same object. */
  private final Set<Delivery> uncertain = Collections.newSetFromMap(new IdentityHashMap<>());

  /**
   * Begins to watch.
   *
   * @param most rounds that clients take part in
   */
  LoadWatch(AckLedger ledger, long most) {
    this.ledger = ledger;
    this.most = most;
  }

  @Override
  public synchronized void refused(RoundId round, RefusalReason reason, long clients) {
    refused.merge(reason, clients, Long::sum);
  }

  @Override
  public synchronized void finished(org.shuffledcheckin.client.host.RoundSummary summary) {
    long pledged = summary.pledges().values().stream().mapToLong(Long::longValue).sum();
    dropped += summary.participants() - pledged;
    drawn += summary.reports();
  }

  /** Takes note of a round; false if clients shall not hear of it, because there were enough. */
  synchronized boolean opened(RoundId round, Duration remaining, long nanos) {
    if (!rounds.containsKey(round)) {
      if (rounds.size() >= most) {
        return false;
      }
      rounds.values().forEach(older -> older.closed(nanos));
      rounds.put(round, new RoundActivity(nanos, remaining));
      notifyAll();
    }
    return true;
  }

  /** Lets clients hear of no further round. */
  synchronized void enough() {
    most = rounds.size();
  }

  synchronized void closed(RoundId round, long nanos) {
    RoundActivity activity = rounds.get(round);
    if (activity != null) {
      activity.closed(nanos);
      notifyAll();
    }
  }

  /** Pledges brought an outcome each. */
  synchronized void pledged(RoundId round, List<PledgeOutcome> replies, long began, long nanos) {
    RoundActivity activity = activity(round, began);
    activity.replied(nanos);
    calls.record(Duration.ofNanos(nanos - began), replies.size());
    for (PledgeOutcome outcome : replies) {
      pledgeOutcomes.merge(outcome, 1L, Long::sum);
      if (outcome == PledgeOutcome.ACCEPTED) {
        activity.pledged();
        pledges.record(activity.since(nanos), 1);
      }
    }
  }

  /** A call is about to be made: from here on its reports may arrive. */
  synchronized void delivering(RoundId round, List<Delivery> sent) {
    for (Delivery delivery : sent) {
      if (!uncertain.contains(delivery)) {
        ledger.sent(round, AckLedger.COUNTED, delivery.sealedReports().size());
      }
    }
  }

  /** A call brought no reply; nobody knows what became of its deliveries. */
  synchronized void failed(List<Delivery> sent) {
    sent.forEach(this::unknown);
  }

  /** A call brought an outcome for each of its deliveries. */
  synchronized void delivered(
      RoundId round, List<Delivery> sent, List<DeliveryOutcome> replies, long began, long nanos) {
    RoundActivity activity = activity(round, began);
    activity.replied(nanos);
    calls.record(Duration.ofNanos(nanos - began), sent.size());
    for (int i = 0; i < sent.size(); i++) {
      settle(round, activity, sent.get(i), replies.get(i), nanos);
    }
  }

  private RoundActivity activity(RoundId round, long began) {
    return rounds.computeIfAbsent(round, id -> new RoundActivity(began, Duration.ZERO));
  }

  private void settle(
      RoundId round,
      RoundActivity activity,
      Delivery delivery,
      DeliveryOutcome outcome,
      long nanos) {
    deliveryOutcomes.merge(outcome, 1L, Long::sum);
    int reports = delivery.sealedReports().size();
    boolean repeated = uncertain.contains(delivery);
    switch (outcome) {
      case ACCEPTED -> {
        accept(round, activity, delivery);
        deliveries.record(activity.since(nanos), 1);
      }
      case ALREADY_DELIVERED -> {
        if (repeated) {
          accept(round, activity, delivery);
        } else {
          ledger.withdraw(round, AckLedger.COUNTED, reports);
          surprises.add(
              "round %d: a first delivery was refused as ALREADY_DELIVERED"
                  .formatted(round.number()));
        }
      }
      case BUSY -> unknown(delivery);
      default -> {
        // What may have been taken before stays unknown: the round may have ended since.
        if (!repeated) {
          ledger.withdraw(round, AckLedger.COUNTED, reports);
        }
      }
    }
  }

  private void accept(RoundId round, RoundActivity activity, Delivery delivery) {
    uncertain.remove(delivery);
    int reports = delivery.sealedReports().size();
    ledger.confirm(round, AckLedger.COUNTED, reports);
    long bytes = delivery.sealedReports().stream().mapToLong(report -> report.length).sum();
    activity.delivered(reports, bytes);
  }

  // Also after BUSY: a store that failed may have written.
  private void unknown(Delivery delivery) {
    uncertain.add(delivery);
  }

  /** Waits until so many rounds are over, or the time is up; tells whether they are. */
  synchronized boolean awaitOver(long count, Duration timeout) throws InterruptedException {
    long end = System.nanoTime() + timeout.toNanos();
    while (over() < count) {
      long millis = (end - System.nanoTime()) / 1_000_000;
      if (millis <= 0) {
        return false;
      }
      // The end of a round whose close was missed comes without a sound.
      wait(Math.min(millis, LOOK_MILLIS));
    }
    return true;
  }

  /** How many rounds are over. */
  synchronized long over() {
    long now = System.nanoTime();
    return rounds.values().stream().filter(round -> round.isOver(now)).count();
  }

  /** From a call to its reply, for each pledge or delivery that it carried. */
  Latencies calls() {
    return calls;
  }

  /** From a round's announcement to the acknowledgement of each accepted pledge. */
  Latencies pledges() {
    return pledges;
  }

  /** From a round's announcement to the acknowledgement of each accepted delivery. */
  Latencies deliveries() {
    return deliveries;
  }

  synchronized Map<RoundId, RoundActivity> rounds() {
    return new LinkedHashMap<>(rounds);
  }

  synchronized Map<String, Long> pledgeOutcomes() {
    return labels(pledgeOutcomes);
  }

  synchronized Map<String, Long> deliveryOutcomes() {
    return labels(deliveryOutcomes);
  }

  synchronized Map<String, Long> refusals() {
    return labels(refused);
  }

  synchronized long dropped() {
    return dropped;
  }

  /** Reports that honest clients drew, of those too that dropped out or came too late. */
  synchronized long drawn() {
    return drawn;
  }

  synchronized List<String> surprises() {
    return List.copyOf(surprises);
  }

  private static Map<String, Long> labels(Map<? extends Enum<?>, Long> counts) {
    Map<String, Long> labels = new TreeMap<>();
    counts.forEach((key, count) -> labels.put(key.name(), count));
    return labels;
  }
}
