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
import org.shuffledcheckin.client.exchange.Answer;
import org.shuffledcheckin.client.exchange.AnswerOutcome;
import org.shuffledcheckin.client.host.HostListener;
import org.shuffledcheckin.client.policy.RefusalReason;
import org.shuffledcheckin.kit.round.RoundId;
import org.shuffledcheckin.loadtest.balance.AckLedger;

/**
 * Watches a fleet's calls: enters what is acknowledged into the ledger, and measures. A report
 * counts as acknowledged when the shuffler said ACCEPTED, or ALREADY_ANSWERED to a repetition after
 * a reply was lost; as unknown while nobody knows. Safe for several threads.
 */
final class LoadWatch implements HostListener {
  private static final long LOOK_MILLIS = 500;

  private final AckLedger ledger;
  private final Latencies calls = new Latencies();
  private final Latencies answers = new Latencies();
  private final Map<RoundId, RoundActivity> rounds = new LinkedHashMap<>();
  private final Map<AnswerOutcome, Long> outcomes = new EnumMap<>(AnswerOutcome.class);
  private final Map<RefusalReason, Long> refused = new EnumMap<>(RefusalReason.class);
  private final List<String> surprises = new ArrayList<>();
  private long dropped;
  private long drawn;
  private long most;

  /** Answers whose first sending may or may not have been taken; retries send the same object. */
  private final Set<Answer> uncertain = Collections.newSetFromMap(new IdentityHashMap<>());

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
    dropped += summary.dropped();
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

  /** A call is about to be made: from here on its reports may arrive. */
  synchronized void sending(RoundId round, List<Answer> sent) {
    for (Answer answer : sent) {
      if (!uncertain.contains(answer)) {
        ledger.sent(round, AckLedger.COUNTED, answer.sealedReports().size());
      }
    }
  }

  /** A call brought no reply; nobody knows what became of its answers. */
  synchronized void failed(List<Answer> sent) {
    sent.forEach(this::unknown);
  }

  /** A call brought an outcome for each of its answers. */
  synchronized void replied(
      RoundId round, List<Answer> sent, List<AnswerOutcome> replies, long began, long nanos) {
    RoundActivity activity =
        rounds.computeIfAbsent(round, id -> new RoundActivity(began, Duration.ZERO));
    activity.replied(nanos);
    calls.record(Duration.ofNanos(nanos - began), sent.size());
    for (int i = 0; i < sent.size(); i++) {
      settle(round, activity, sent.get(i), replies.get(i), nanos);
    }
  }

  private void settle(
      RoundId round, RoundActivity activity, Answer answer, AnswerOutcome outcome, long nanos) {
    outcomes.merge(outcome, 1L, Long::sum);
    int reports = answer.sealedReports().size();
    boolean repeated = uncertain.contains(answer);
    switch (outcome) {
      case ACCEPTED -> {
        accept(round, activity, answer);
        answers.record(activity.since(nanos), 1);
      }
      case ALREADY_ANSWERED -> {
        if (repeated) {
          accept(round, activity, answer);
        } else {
          ledger.withdraw(round, AckLedger.COUNTED, reports);
          surprises.add(
              "round %d: a first answer was refused as ALREADY_ANSWERED".formatted(round.number()));
        }
      }
      case BUSY -> unknown(answer);
      default -> {
        // An answer that may have been taken before stays unknown: the round may have ended since.
        if (!repeated) {
          ledger.withdraw(round, AckLedger.COUNTED, reports);
        }
      }
    }
  }

  private void accept(RoundId round, RoundActivity activity, Answer answer) {
    uncertain.remove(answer);
    int reports = answer.sealedReports().size();
    ledger.confirm(round, AckLedger.COUNTED, reports);
    long bytes = answer.sealedReports().stream().mapToLong(report -> report.length).sum();
    activity.accepted(reports, bytes);
  }

  // Also after BUSY: a store that failed may have written.
  private void unknown(Answer answer) {
    uncertain.add(answer);
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

  /** From a call to its reply, for each answer that it carried. */
  Latencies calls() {
    return calls;
  }

  /** From a round's announcement to the acknowledgement of each accepted answer. */
  Latencies answers() {
    return answers;
  }

  synchronized Map<RoundId, RoundActivity> rounds() {
    return new LinkedHashMap<>(rounds);
  }

  synchronized Map<String, Long> outcomes() {
    return labels(outcomes);
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
