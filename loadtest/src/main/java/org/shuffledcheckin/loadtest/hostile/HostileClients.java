package org.shuffledcheckin.loadtest.hostile;

import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
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
import org.shuffledcheckin.client.exchange.OpenedRound;
import org.shuffledcheckin.kit.round.Announcement;
import org.shuffledcheckin.kit.round.RoundId;
import org.shuffledcheckin.kit.round.WireLimits;
import org.shuffledcheckin.loadtest.hostile.Attack.Step;
import org.shuffledcheckin.loadtest.rpc.RawClient;
import org.shuffledcheckin.loadtest.rpc.RawMessage.RawDelivery;
import org.shuffledcheckin.loadtest.rpc.RawMessage.RawPledge;
import org.shuffledcheckin.loadtest.rpc.RawOutcome;

/**
 * Enrolled clients that misbehave, each in another way in every round, and know what must come of
 * it. In the end everyone makes amends: who could not pledge pledges nothing, who was refused a
 * delivery delivers what it pledged, so that no round is lost for them. Bounded in every respect;
 * works on a thread of its own.
 */
public final class HostileClients implements AutoCloseable {
  private static final long CLOSE_SECONDS = 60;
  private static final int FLOOD_PLEDGES = 60;
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
    RoundId id = round.id();
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

  private void play(Announcement announced, Duration remaining) {
    RoundId id = announced.terms().id();
    if (!newest.equals(Optional.of(id))) {
      return;
    }
    ReportForger forger = new ReportForger(announced, random.split());
    try {
      sender.begin(remaining);
      new Round(id, forger).play();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return;
    }
    before = Optional.of(forger);
    roundBefore = Optional.of(id);
    played++;
  }

  /** Every client does something else in every round; nothing where a bound is reached. */
  private Optional<Attack> choose(int client, ReportForger forger, Map<Attack, Integer> doing) {
    if (lockedOut.contains(client)) {
      return Optional.empty();
    }
    Attack[] all = Attack.values();
    Attack attack = all[(int) ((client + played) % all.length)];
    if (!forger.canMake(attack)) {
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

  /** What everyone does in one round. */
  private final class Round {
    private final RoundId id;
    private final ReportForger forger;
    private final Map<Integer, Attack> attacks = new HashMap<>();
    private final Set<Integer> pledgedOne = new HashSet<>();
    private final Set<Integer> done = new HashSet<>();

    Round(RoundId id, ReportForger forger) {
      this.id = id;
      this.forger = forger;
      Map<Attack, Integer> doing = new EnumMap<>(Attack.class);
      for (int client = 0; client < clients; client++) {
        int number = client;
        choose(client, forger, doing).ifPresent(attack -> attacks.put(number, attack));
      }
    }

    void play() throws InterruptedException {
      List<Attempt> unpledged = deliveries(Step.UNPLEDGED);
      sender.send(unpledged);
      tally.settle(id, unpledged);
      List<Attempt> pledges = pledges();
      sender.send(pledges);
      tally.settle(id, pledges);
      pledges.forEach(this::note);
      List<Attempt> deliveries = deliveries(Step.DELIVERY);
      sender.send(deliveries);
      tally.settle(id, deliveries);
      deliveries.forEach(this::note);
      repeat(pledges, deliveries);
      makeAmends();
    }

    private List<Attempt> pledges() {
      List<Attempt> pledges = new ArrayList<>();
      for (int client = 0; client < clients; client++) {
        Optional<Attack> attack = Optional.ofNullable(attacks.get(client));
        if (attack.isPresent() && attack.get().step() == Step.UNPLEDGED) {
          continue;
        }
        boolean telling = attack.map(kind -> kind.step() == Step.PLEDGE).orElse(false);
        pledges.add(
            new Attempt(
                attack.equals(Optional.of(Attack.LATE)) ? roundBefore.orElseThrow() : id,
                client,
                telling ? attack : Optional.empty(),
                pledge(attack, client),
                Optional.empty()));
      }
      return pledges;
    }

    private RawPledge pledge(Optional<Attack> attack, int client) {
      byte[] token = tokens.apply(client);
      if (attack.isEmpty()) {
        return RawPledge.of(token, 0);
      }
      return switch (attack.get()) {
        case TOO_MANY -> RawPledge.of(token, WireLimits.REPORTS_PER_CLIENT + 1);
        case LONG_PLEDGE -> new RawPledge(token, new byte[2]);
        case UNKNOWN_TOKEN -> RawPledge.of(forger.garbage(token.length), 0);
        case LATE, FLOOD -> RawPledge.of(token, 0);
        default -> RawPledge.of(token, 1);
      };
    }

    private List<Attempt> deliveries(Step step) {
      List<Attempt> deliveries = new ArrayList<>();
      Optional<Attempt> twin = Optional.empty();
      for (int client = 0; client < clients; client++) {
        Attack attack = attacks.get(client);
        boolean ready = step == Step.UNPLEDGED || pledgedOne.contains(client);
        if (attack == null || attack.step() != step || !ready) {
          continue;
        }
        boolean second = attack == Attack.DUPLICATE && twin.isPresent();
        List<byte[]> reports =
            second
                ? forger.twins(((RawDelivery) twin.get().message()).reports())
                : forger.reports(attack, before);
        Attempt attempt =
            new Attempt(
                id,
                client,
                Optional.of(attack),
                new RawDelivery(tokens.apply(client), reports),
                second ? twin : Optional.empty());
        deliveries.add(attempt);
        if (attack == Attack.DUPLICATE) {
          twin = second ? Optional.empty() : Optional.of(attempt);
        }
      }
      return deliveries;
    }

    /** Whoever has an accepted pledge of nothing, or an accepted delivery, is done. */
    private void note(Attempt attempt) {
      if (!attempt.isAccepted() || !attempt.round().equals(id)) {
        return;
      }
      lockedOut.remove(attempt.client());
      if (attempt.message() instanceof RawPledge pledge && pledge.number()[0] == 1) {
        pledgedOne.add(attempt.client());
      } else {
        done.add(attempt.client());
      }
    }

    /** Sends what was accepted again: once, or in a flood. */
    private void repeat(List<Attempt> pledges, List<Attempt> deliveries)
        throws InterruptedException {
      List<Attempt> replays = new ArrayList<>();
      deliveries.stream()
          .filter(attempt -> attempt.isAccepted() && attempt.is(Attack.REPLAY))
          .forEach(attempt -> replays.add(attempt.again()));
      for (Attempt attempt : pledges) {
        for (int i = 0;
            attempt.isAccepted() && attempt.is(Attack.FLOOD) && i < FLOOD_PLEDGES;
            i++) {
          replays.add(attempt.again());
        }
      }
      sender.send(replays);
      tally.settleRepeated(id, replays);
      replays.stream()
          .filter(attempt -> attempt.outcome() == RawOutcome.BUSY)
          .forEach(attempt -> lockedOut.add(attempt.client()));
    }

    /** Who is not let in yet asks again, as long as the round lasts. */
    private void makeAmends() throws InterruptedException {
      List<Attempt> rest = amends();
      while (!rest.isEmpty() && newest.equals(Optional.of(id)) && !thread.isShutdown()) {
        sender.send(rest);
        tally.settle(id, rest);
        rest.forEach(this::note);
        rest =
            rest.stream()
                .filter(attempt -> attempt.outcome() == RawOutcome.BUSY)
                .map(Attempt::again)
                .toList();
        if (!rest.isEmpty()) {
          Thread.sleep(ASK_AGAIN_MILLIS);
        }
      }
    }

    private List<Attempt> amends() {
      List<Attempt> amends = new ArrayList<>();
      for (int client = 0; client < clients; client++) {
        byte[] token = tokens.apply(client);
        if (!done.contains(client) && !pledgedOne.contains(client)) {
          amends.add(Attempt.plain(id, client, RawPledge.of(token, 0)));
        }
      }
      for (int client = 0; client < clients; client++) {
        if (!done.contains(client) && pledgedOne.contains(client)) {
          RawDelivery delivery = new RawDelivery(tokens.apply(client), List.of(forger.good()));
          amends.add(Attempt.plain(id, client, delivery));
        }
      }
      return amends;
    }
  }
}
