package org.shuffledcheckin.loadtest.system;

import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.LongFunction;
import org.shuffledcheckin.client.exchange.Delivery;
import org.shuffledcheckin.client.exchange.Pledge;
import org.shuffledcheckin.kit.round.Announcement;
import org.shuffledcheckin.kit.round.Digest;
import org.shuffledcheckin.kit.round.RoundId;
import org.shuffledcheckin.kit.time.VirtualClock;
import org.shuffledcheckin.shuffler.intake.Outcome;

/** Writes down what everybody said, and objects at once where a law is broken. */
final class Books {
  private final Map<Long, Map<Integer, Integer>> pledged = new HashMap<>();
  private final Map<Long, Set<Integer>> holds = new HashMap<>();
  private final Map<Long, Map<Integer, List<ByteBuffer>>> sent = new HashMap<>();
  private final Map<Long, Set<Integer>> acknowledged = new HashMap<>();
  private final Set<List<Long>> drawn = new HashSet<>();
  private final Set<Long> announced = new HashSet<>();
  private final LongFunction<Optional<Digest>> charged;
  private final VirtualClock clock;

  /** Takes how to ask the ledger what a round's charge is for. */
  Books(LongFunction<Optional<Digest>> charged, VirtualClock clock) {
    this.clock = clock;
    this.charged = charged;
  }

  /** A client hears of a round: it must be in the ledger, with these parameters. */
  void announced(Announcement round) {
    long number = round.terms().id().number();
    announced.add(number);
    object(
        charged.apply(number).equals(Optional.of(round.digest())),
        "round %d was announced before it was charged",
        number);
  }

  /** A host is about to draw. */
  void draws(HostPlan host, RoundId round) {
    object(
        !drawn.contains(List.of((long) host.first(), round.number())),
        "host %d draws twice in round %d",
        host.first(),
        round.number());
  }

  /** A host's draws are durable. */
  void drawn(HostPlan host, RoundId round) {
    drawn.add(List.of((long) host.first(), round.number()));
  }

  /** A client pledges; whatever it pledged before in this round must have been the same number. */
  void pledged(RoundId round, int client, Pledge pledge) {
    int first = of(pledged, round).computeIfAbsent(client, absent -> pledge.reports());
    object(
        first == pledge.reports(),
        "client %d pledged %d and %d in round %d",
        client,
        first,
        pledge.reports(),
        round.number());
  }

  /** A client delivers: what it pledged, and the same bytes as whatever it sent before. */
  void delivered(RoundId round, int client, Delivery delivery) {
    List<ByteBuffer> reports = delivery.sealedReports().stream().map(ByteBuffer::wrap).toList();
    List<ByteBuffer> first = of(sent, round).computeIfAbsent(client, absent -> reports);
    object(
        first.equals(reports),
        "client %d sent two different deliveries in round %d",
        client,
        round.number());
    object(
        of(pledged, round).getOrDefault(client, 0) == reports.size(),
        "client %d delivers %d reports in round %d, which it did not pledge",
        client,
        reports.size(),
        round.number());
  }

  /** The shuffler has spoken of a pledge, whether or not anybody hears it. */
  void pledgeDecided(RoundId round, int client, Outcome outcome) {
    if (outcome == Outcome.ACCEPTED || outcome == Outcome.ALREADY_PLEDGED) {
      holds.computeIfAbsent(round.number(), absent -> new HashSet<>()).add(client);
    }
    // A round that the aggregator's own ledger paid for takes every pledge that arrives in time.
    object(
        outcome != Outcome.NOT_AUTHORISED && outcome != Outcome.MALFORMED,
        "the pledge of client %d in round %d was refused as %s",
        client,
        round.number(),
        outcome);
  }

  /** The shuffler has spoken of a delivery, whether or not anybody hears it. */
  void deliveryDecided(RoundId round, int client, Outcome outcome) {
    if (outcome == Outcome.ACCEPTED || outcome == Outcome.ALREADY_DELIVERED) {
      acknowledged.computeIfAbsent(round.number(), absent -> new HashSet<>()).add(client);
    }
    object(
        outcome != Outcome.NOT_AS_PLEDGED && outcome != Outcome.WRONG_LENGTH,
        "the delivery of client %d in round %d was refused as %s",
        client,
        round.number(),
        outcome);
  }

  private static <V> Map<Integer, V> of(Map<Long, Map<Integer, V>> all, RoundId round) {
    return all.computeIfAbsent(round.number(), absent -> new HashMap<>());
  }

  /** How many reports a client sent in a round, in its one delivery. */
  int reportsOf(long round, int client) {
    return sent.getOrDefault(round, Map.of()).getOrDefault(client, List.of()).size();
  }

  /** How many clients pledged, heard or not. */
  long pledges(long round) {
    return pledged.getOrDefault(round, Map.of()).size();
  }

  /** How many reports the shuffler is known to hold pledges of. */
  long pledgedReports(long round) {
    return holds.getOrDefault(round, Set.of()).stream()
        .mapToLong(client -> pledged.get(round).get(client))
        .sum();
  }

  /** Whether the shuffler ever told a client that its delivery counts. */
  boolean isAcknowledged(long round, int client) {
    return acknowledged.getOrDefault(round, Set.of()).contains(client);
  }

  /** In how many rounds a client said anything. */
  long roundsOf(int client) {
    return pledged.values().stream().filter(pledges -> pledges.containsKey(client)).count();
  }

  /** How many rounds any client heard of. */
  long announcedRounds() {
    return announced.size();
  }

  private void object(boolean law, String broken, Object... values) {
    try {
      require(law, broken, values);
    } catch (AssertionError e) {
      clock.fail(e);
    }
  }

  // The annotation that Error Prone asks for is in no library that these tests know.
  @SuppressWarnings("AnnotateFormatMethod")
  static void require(boolean law, String broken, Object... values) {
    if (!law) {
      throw new AssertionError(broken.formatted(values));
    }
  }
}
