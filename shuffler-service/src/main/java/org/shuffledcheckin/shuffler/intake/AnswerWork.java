package org.shuffledcheckin.shuffler.intake;

import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.shuffledcheckin.kit.round.RoundId;
import org.shuffledcheckin.shuffler.round.RoundThread;

/** The answers of one request on their way to the round thread. */
public final class AnswerWork implements RoundThread.Groupable {
  /** About what an answer without reports holds. */
  private static final int ANSWER_BYTES = 64;

  private final RoundId round;
  private final long[] clients;
  private final List<ClientAnswer> answers;
  private final Outcome[] outcomes;
  private final CompletableFuture<Outcome[]> done = new CompletableFuture<>();
  private final long bytes;

  AnswerWork(RoundId round, List<ClientAnswer> answers) {
    this.round = round;
    this.answers = answers;
    this.clients = new long[answers.size()];
    this.outcomes = new Outcome[answers.size()];
    long sum = (long) ANSWER_BYTES * answers.size();
    for (ClientAnswer answer : answers) {
      for (byte[] report : answer.sealedReports()) {
        sum += report.length;
      }
    }
    this.bytes = sum;
  }

  @Override
  public long bytes() {
    return bytes;
  }

  @Override
  public void refuse() {
    refuseUndecided(Outcome.BUSY);
    done.complete(outcomes);
  }

  RoundId round() {
    return round;
  }

  int size() {
    return outcomes.length;
  }

  List<byte[]> reports(int index) {
    return answers.get(index).sealedReports();
  }

  long client(int index) {
    return clients[index];
  }

  boolean isDecided(int index) {
    return outcomes[index] != null;
  }

  boolean isDecided() {
    return Arrays.stream(outcomes).allMatch(outcome -> outcome != null);
  }

  void decide(int index, Outcome outcome) {
    outcomes[index] = outcome;
  }

  void authenticated(int index, long client) {
    clients[index] = client;
  }

  /** Takes back what depended on a write that failed, and refuses what was not decided. */
  void undo() {
    refuseUndecided(Outcome.BUSY);
    for (int i = 0; i < outcomes.length; i++) {
      if (outcomes[i] == Outcome.ACCEPTED || outcomes[i] == Outcome.ALREADY_ANSWERED) {
        outcomes[i] = Outcome.BUSY;
      }
    }
  }

  void refuseUndecided(Outcome outcome) {
    for (int i = 0; i < outcomes.length; i++) {
      if (outcomes[i] == null) {
        outcomes[i] = outcome;
      }
    }
  }

  CompletableFuture<Outcome[]> done() {
    return done;
  }

  Outcome[] outcomes() {
    return outcomes;
  }
}
