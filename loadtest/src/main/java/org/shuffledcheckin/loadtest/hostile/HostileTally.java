package org.shuffledcheckin.loadtest.hostile;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.shuffledcheckin.kit.round.RoundId;
import org.shuffledcheckin.loadtest.balance.AckLedger;
import org.shuffledcheckin.loadtest.balance.CountRange;
import org.shuffledcheckin.loadtest.rpc.RawMessage;
import org.shuffledcheckin.loadtest.rpc.RawOutcome;
import org.shuffledcheckin.report.RejectionReason;

/**
 * Counts what came of attacks, enters what the shuffler acknowledged of them into the ledger, and
 * remembers every message that was treated otherwise than it should be. Safe for several threads.
 */
public final class HostileTally {
  private static final String PLEDGE = "PLEDGE";
  private static final String DELIVERY = "DELIVERY";
  private static final String REPEATED = "_AGAIN";

  private final AckLedger ledger;
  private final Map<String, Map<RawOutcome, Long>> outcomes = new TreeMap<>();
  private final Map<String, Long> surprises = new TreeMap<>();

  /** Enters acknowledgements here. */
  public HostileTally(AckLedger ledger) {
    this.ledger = ledger;
  }

  /** Enters messages that were sent for the first time. */
  synchronized void settle(RoundId round, List<Attempt> attempts) {
    for (Attempt attempt : attempts) {
      Optional<Attack> attack = attempt.attack();
      count(attack.map(Attack::name).orElse(plainName(attempt)), attempt.outcome());
      if (attack.isEmpty()) {
        enter(round, AckLedger.COUNTED, attempt.taken());
        continue;
      }
      if (!attack.get().allows(attempt.outcome())) {
        surprise(round, attack.get().name(), attempt.outcome(), attack.get().expected());
      }
      if (attack.get() == Attack.DUPLICATE) {
        attempt.twin().ifPresent(first -> enterTwins(round, first.taken(), attempt.taken()));
      } else {
        enter(round, attack.get().fate(), attempt.taken());
      }
    }
    lonelyTwin(attempts).ifPresent(lonely -> enter(round, AckLedger.COUNTED, lonely.taken()));
  }

  private static String plainName(Attempt attempt) {
    return attempt.message() instanceof RawMessage.RawPledge ? PLEDGE : DELIVERY;
  }

  /** Enters messages that were accepted before, so that none of them may be again. */
  synchronized void settleRepeated(RoundId round, List<Attempt> attempts) {
    for (Attempt attempt : attempts) {
      String name = attempt.attack().orElseThrow() + REPEATED;
      RawOutcome expected =
          attempt.message() instanceof RawMessage.RawPledge
              ? RawOutcome.ALREADY_PLEDGED
              : RawOutcome.ALREADY_DELIVERED;
      count(name, attempt.outcome());
      switch (attempt.outcome()) {
        case BUSY, ROUND_NOT_OPEN, UNREACHABLE -> {}
        default -> {
          if (attempt.outcome() != expected) {
            surprise(round, name, attempt.outcome(), expected);
          }
        }
      }
    }
  }

  /** Enters that misbehaving clients broke off. */
  synchronized void failed(RoundId round, RuntimeException why) {
    surprises.merge(
        "round %d: misbehaving clients broke off because of %s".formatted(round.number(), why),
        1L,
        Long::sum);
  }

  /** How many messages of each kind ended how. */
  public synchronized Map<String, Map<String, Long>> outcomes() {
    Map<String, Map<String, Long>> named = new TreeMap<>();
    outcomes.forEach(
        (kind, ends) -> {
          Map<String, Long> counts = new TreeMap<>();
          ends.forEach((outcome, count) -> counts.put(outcome.name(), count));
          named.put(kind, counts);
        });
    return named;
  }

  /** What the shuffler said that it must not say, one sentence each. */
  public synchronized List<String> surprises() {
    return surprises.entrySet().stream()
        .map(entry -> entry.getKey() + ", " + entry.getValue() + " times")
        .toList();
  }

  /** Of two equal reports one counts, if any was taken. */
  private void enterTwins(RoundId round, CountRange one, CountRange other) {
    CountRange both = one.plus(other);
    CountRange counted = new CountRange(Math.min(1, both.least()), Math.min(1, both.most()));
    enter(round, AckLedger.COUNTED, counted);
    enter(
        round,
        RejectionReason.DUPLICATE.label(),
        new CountRange(Math.max(0, both.least() - 1), Math.max(0, both.most() - 1)));
  }

  /** The one whose twin never came, where they are odd in number. */
  private static Optional<Attempt> lonelyTwin(List<Attempt> attempts) {
    List<Attempt> twins =
        attempts.stream().filter(attempt -> attempt.is(Attack.DUPLICATE)).toList();
    return twins.size() % 2 == 1 ? Optional.of(twins.get(twins.size() - 1)) : Optional.empty();
  }

  private void enter(RoundId round, String fate, CountRange reports) {
    if (reports.most() > 0) {
      ledger.add(round, fate, reports);
    }
  }

  private void count(String kind, RawOutcome outcome) {
    outcomes
        .computeIfAbsent(kind, name -> new EnumMap<>(RawOutcome.class))
        .merge(outcome, 1L, Long::sum);
  }

  private void surprise(RoundId round, String kind, RawOutcome said, RawOutcome expected) {
    surprises.merge(
        "round %d: a message of kind %s ended as %s instead of %s"
            .formatted(round.number(), kind, said, expected),
        1L,
        Long::sum);
  }
}
