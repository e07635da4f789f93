package org.shuffledcheckin.shuffler.intake;

import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.shuffledcheckin.kit.round.RoundId;
import org.shuffledcheckin.shuffler.round.LiveRound;
import org.shuffledcheckin.shuffler.round.RoundThread;

/** The pledges or the deliveries of one request on their way to the round thread. */
public abstract sealed class IntakeWork implements RoundThread.Groupable
    permits PledgeWork, DeliveryWork {
  /** About what a client's part of a request holds, without reports. */
  static final int ITEM_BYTES = 64;

  private final RoundId round;
  private final long[] clients;
  private final Outcome[] outcomes;
  private final CompletableFuture<Outcome[]> done = new CompletableFuture<>();

  IntakeWork(RoundId round, int size) {
    this.round = round;
    this.clients = new long[size];
    this.outcomes = new Outcome[size];
  }

  /** What the clients sent. */
  abstract List<? extends ClientItem> items();

  /** Why a client's part is refused, whatever the round has seen; ACCEPTED if it is not. */
  abstract Outcome check(int index, LiveRound round);

  /** Takes a client's part into a round that is in time, or says why not. Round thread only. */
  abstract Outcome take(int index, LiveRound round, GroupCommit.Group group);

  @Override
  public void refuse() {
    refuseUndecided();
    done.complete(outcomes);
  }

  RoundId round() {
    return round;
  }

  int size() {
    return outcomes.length;
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
    refuseUndecided();
    for (int i = 0; i < outcomes.length; i++) {
      if (restsOnTheStore(outcomes[i])) {
        outcomes[i] = Outcome.BUSY;
      }
    }
  }

  /** Whether it is not true where the group's write failed: it may have come from that group. */
  private static boolean restsOnTheStore(Outcome outcome) {
    return outcome == Outcome.ACCEPTED
        || outcome == Outcome.ALREADY_PLEDGED
        || outcome == Outcome.ALREADY_DELIVERED
        || outcome == Outcome.NOT_AS_PLEDGED;
  }

  private void refuseUndecided() {
    for (int i = 0; i < outcomes.length; i++) {
      if (outcomes[i] == null) {
        outcomes[i] = Outcome.BUSY;
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
