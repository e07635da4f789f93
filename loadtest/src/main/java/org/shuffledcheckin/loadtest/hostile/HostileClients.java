package org.shuffledcheckin.loadtest.hostile;

import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.IntFunction;
import org.shuffledcheckin.client.exchange.AnswerOutcome;
import org.shuffledcheckin.client.exchange.OpenedRound;
import org.shuffledcheckin.kit.round.Announcement;
import org.shuffledcheckin.kit.round.RoundId;
import org.shuffledcheckin.loadtest.rpc.RawAnswer;
import org.shuffledcheckin.loadtest.rpc.RawClient;

/**
 * Enrolled clients that misbehave, each in another way in every round, and know what must come of
 * it. Whoever was refused says "not this time" in the end, so that no round waits for them. Bounded
 * in every respect; works on a thread of its own.
 */
public final class HostileClients implements AutoCloseable {
  private static final long CLOSE_SECONDS = 60;
  private static final int FLOOD_ANSWERS = 60;
  private static final int FLOOD_EVERY = 20;
  private static final long ASK_AGAIN_MILLIS = 500;

  private final IntFunction<byte[]> tokens;
  private final int clients;
  private final SplittableRandom random;
  private final HostileSender sender;
  private final HostileTally tally;
  private final ExecutorService thread =
      Executors.newSingleThreadExecutor(task -> new Thread(task, "hostile-clients"));

  /** Who flooded: the shuffler does not look at them for a while, so they send nothing else. */
  private final Set<Integer> lockedOut = new HashSet<>();

  private volatile Optional<RoundId> newest = Optional.empty();
  private Optional<ReportForger> before = Optional.empty();
  private Optional<RoundId> roundBefore = Optional.empty();
  private long played;

  /**
   * Prepares; nothing is sent before a round opens.
   *
   * @param tokens of each client, by number from 0
   */
  public HostileClients(
      RawClient shuffler, IntFunction<byte[]> tokens, int clients, long seed, HostileTally tally) {
    this.tokens = tokens;
    this.clients = clients;
    this.random = new SplittableRandom(seed);
    this.sender = new HostileSender(shuffler);
    this.tally = tally;
  }

  /** Takes note of a round and returns; announced again, it is not played again. */
  public void opened(OpenedRound round) {
    RoundId id = round.announcement().terms().id();
    if (clients == 0 || newest.equals(Optional.of(id))) {
      return;
    }
    newest = Optional.of(id);
    try {
      thread.execute(() -> playOrSay(round.announcement(), round.remaining()));
    } catch (RejectedExecutionException closing) {
      // Whoever closes wants no more of this.
      return;
    }
  }

  /** Waits for what is under way, whose end must be known before books are compared. */
  @Override
  public void close() {
    thread.shutdown();
    try {
      if (!thread.awaitTermination(CLOSE_SECONDS, TimeUnit.SECONDS)) {
        thread.shutdownNow();
      }
    } catch (InterruptedException e) {
      thread.shutdownNow();
      Thread.currentThread().interrupt();
    }
    sender.close();
  }

  /** Attacks that could not be tried must not look like attacks that were met. */
  private void playOrSay(Announcement round, Duration remaining) {
    try {
      play(round, remaining);
    } catch (RuntimeException e) {
      tally.failed(round.terms().id(), e);
    }
  }

  private void play(Announcement round, Duration remaining) {
    RoundId id = round.terms().id();
    if (!newest.equals(Optional.of(id))) {
      return;
    }
    ReportForger forger = new ReportForger(round, random.split());
    try {
      sender.begin(remaining);
      List<Attempt> first = attempts(id, forger);
      sender.send(first);
      tally.settle(id, first);
      first.forEach(this::letIn);
      repeat(id, first);
      notThisTime(id, first);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return;
    }
    before = Optional.of(forger);
    roundBefore = Optional.of(id);
    played++;
  }

  private List<Attempt> attempts(RoundId id, ReportForger forger) {
    Map<Attack, Integer> doing = new EnumMap<>(Attack.class);
    List<Attempt> attempts = new ArrayList<>(clients);
    Optional<Attempt> twin = Optional.empty();
    for (int client = 0; client < clients; client++) {
      Optional<Attack> chosen = choose(client, forger, doing);
      if (chosen.isEmpty()) {
        attempts.add(Attempt.notThisTime(id, client, tokens.apply(client)));
        continue;
      }
      Attack attack = chosen.get();
      boolean second = attack == Attack.DUPLICATE && twin.isPresent();
      List<byte[]> reports =
          second ? twin.get().answer().reports() : forger.reports(attack, before);
      Attempt attempt =
          new Attempt(
              attack == Attack.LATE ? roundBefore.orElseThrow() : id,
              client,
              chosen,
              new RawAnswer(credential(attack, client, forger), reports),
              second ? twin : Optional.empty());
      attempts.add(attempt);
      if (attack == Attack.DUPLICATE) {
        twin = second ? Optional.empty() : Optional.of(attempt);
      }
    }
    return attempts;
  }

  /** Every client does something else in every round; nothing where a bound is reached. */
  private Optional<Attack> choose(int client, ReportForger forger, Map<Attack, Integer> doing) {
    if (lockedOut.contains(client)) {
      return Optional.empty();
    }
    Attack[] all = Attack.values();
    Attack attack = all[(int) ((client + played) % all.length)];
    if (attack == Attack.POISON && !forger.canPoison()) {
      attack = Attack.GARBAGE;
    }
    boolean impossible =
        (attack == Attack.LATE && roundBefore.isEmpty())
            // Who floods is locked out for a while, so it happens now and then only.
            || (attack == Attack.FLOOD && played % FLOOD_EVERY != 1);
    if (impossible || doing.merge(attack, 1, Integer::sum) > attack.most()) {
      return Optional.empty();
    }
    return Optional.of(attack);
  }

  private byte[] credential(Attack attack, int client, ReportForger forger) {
    byte[] own = tokens.apply(client);
    return attack == Attack.UNKNOWN_TOKEN ? forger.garbage(own.length) : own;
  }

  /** Sends accepted answers again: once, or in a flood. */
  private void repeat(RoundId id, List<Attempt> first) throws InterruptedException {
    List<Attempt> replays = new ArrayList<>();
    for (Attempt attempt : first) {
      if (attempt.outcome() == AnswerOutcome.ACCEPTED) {
        for (int i = 0; i < repetitions(attempt); i++) {
          replays.add(attempt.again());
        }
      }
    }
    sender.send(replays);
    tally.settleRepeated(id, replays);
    replays.stream()
        .filter(attempt -> attempt.outcome() == AnswerOutcome.BUSY)
        .forEach(attempt -> lockedOut.add(attempt.client()));
  }

  private static int repetitions(Attempt attempt) {
    if (attempt.attack().equals(Optional.of(Attack.FLOOD))) {
      return FLOOD_ANSWERS;
    }
    return attempt.attack().equals(Optional.of(Attack.REPLAY)) ? 1 : 0;
  }

  /** Who is not let in yet asks again, as long as the round lasts. */
  private void notThisTime(RoundId id, List<Attempt> first) throws InterruptedException {
    List<Attempt> rest = refused(id, first);
    while (!rest.isEmpty() && newest.equals(Optional.of(id)) && !thread.isShutdown()) {
      sender.send(rest);
      tally.settleSilent(rest);
      List<Attempt> busy =
          rest.stream().filter(attempt -> attempt.outcome() == AnswerOutcome.BUSY).toList();
      rest.forEach(this::letIn);
      rest = busy.stream().map(Attempt::again).toList();
      if (!rest.isEmpty()) {
        Thread.sleep(ASK_AGAIN_MILLIS);
      }
    }
  }

  private List<Attempt> refused(RoundId id, List<Attempt> first) {
    List<Attempt> rest = new ArrayList<>();
    for (Attempt attempt : first) {
      boolean answered = attempt.outcome() == AnswerOutcome.ACCEPTED && attempt.round().equals(id);
      if (!answered) {
        rest.add(Attempt.notThisTime(id, attempt.client(), tokens.apply(attempt.client())));
      }
    }
    return rest;
  }

  private void letIn(Attempt attempt) {
    if (attempt.outcome() == AnswerOutcome.ACCEPTED) {
      lockedOut.remove(attempt.client());
    }
  }
}
