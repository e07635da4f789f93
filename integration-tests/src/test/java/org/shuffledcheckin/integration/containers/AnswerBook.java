package org.shuffledcheckin.integration.containers;

import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import org.shuffledcheckin.client.exchange.Answer;
import org.shuffledcheckin.client.exchange.AnswerOutcome;

/**
 * What clients were told about each of their answers: the other side of the aggregator's books.
 * Safe for several threads.
 */
final class AnswerBook {
  private static final class Entry {
    private final int reports;
    private int pending;
    private boolean acknowledged;
    private boolean unheard;

    Entry(int reports) {
      this.reports = reports;
    }
  }

  private final Map<Long, Map<String, Entry>> rounds = new HashMap<>();

  /** Answers leave for the shuffler. */
  synchronized void sent(long round, List<Answer> answers) {
    for (Answer answer : answers) {
      entry(round, answer).pending++;
    }
  }

  /** The shuffler has replied. */
  synchronized void replied(long round, List<Answer> answers, List<AnswerOutcome> outcomes) {
    for (int i = 0; i < answers.size(); i++) {
      Entry entry = entry(round, answers.get(i));
      entry.pending--;
      entry.acknowledged |=
          outcomes.get(i) == AnswerOutcome.ACCEPTED
              || outcomes.get(i) == AnswerOutcome.ALREADY_ANSWERED;
    }
  }

  /** No reply came, so nobody can tell whether the answers are durable. */
  synchronized void unheard(long round, List<Answer> answers) {
    for (Answer answer : answers) {
      Entry entry = entry(round, answer);
      entry.pending--;
      entry.unheard = true;
    }
  }

  private Entry entry(long round, Answer answer) {
    return rounds
        .computeIfAbsent(round, number -> new HashMap<>())
        .computeIfAbsent(
            HexFormat.of().formatHex(answer.credential()),
            client -> new Entry(answer.sealedReports().size()));
  }

  /** Whether replies to answers of rounds up to this one may still come. */
  synchronized boolean isQuiet(long upTo) {
    return rounds.entrySet().stream()
        .filter(round -> round.getKey() <= upTo)
        .flatMap(round -> round.getValue().values().stream())
        .allMatch(entry -> entry.pending == 0);
  }

  /** The reports of a round whose clients were told that they count. */
  synchronized long acknowledged(long round) {
    return entries(round).values().stream()
        .filter(entry -> entry.acknowledged)
        .mapToLong(entry -> entry.reports)
        .sum();
  }

  /** The reports of a round of which only the shuffler knows. */
  synchronized long uncertain(long round) {
    return entries(round).values().stream()
        .filter(entry -> !entry.acknowledged && entry.unheard)
        .mapToLong(entry -> entry.reports)
        .sum();
  }

  /** How many clients were told that their answer to a round counts. */
  synchronized long answered(long round) {
    return entries(round).values().stream().filter(entry -> entry.acknowledged).count();
  }

  /** The newest round that anybody answered. */
  synchronized long newest() {
    return rounds.keySet().stream().mapToLong(Long::longValue).max().orElse(0);
  }

  private Map<String, Entry> entries(long round) {
    return rounds.getOrDefault(round, Map.of());
  }
}
