package org.shuffledcheckin.loadtest.system;

import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.LongFunction;
import org.shuffledcheckin.client.exchange.Answer;
import org.shuffledcheckin.kit.round.Announcement;
import org.shuffledcheckin.kit.round.Digest;
import org.shuffledcheckin.kit.round.RoundId;
import org.shuffledcheckin.kit.time.VirtualClock;
import org.shuffledcheckin.shuffler.intake.Outcome;

/** Writes down what everybody said, and objects at once where a law is broken. */
final class Books {
  private final Map<ByteBuffer, Integer> clients = new HashMap<>();
  private final Map<Long, Map<Integer, List<ByteBuffer>>> sent = new HashMap<>();
  private final Map<Long, Set<Integer>> acknowledged = new HashMap<>();
  private final Set<List<Long>> drawn = new HashSet<>();
  private final Set<Long> announced = new HashSet<>();
  private final LongFunction<Optional<Digest>> charged;
  private final VirtualClock clock;

  /** Takes the tokens of all clients, and how to ask the ledger what a round's charge is for. */
  Books(List<byte[]> tokens, LongFunction<Optional<Digest>> charged, VirtualClock clock) {
    this.clock = clock;
    for (int client = 0; client < tokens.size(); client++) {
      clients.put(ByteBuffer.wrap(tokens.get(client)), client);
    }
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

  /** A client sends; whatever it sent before in this round must have been the same bytes. */
  void sent(RoundId round, Answer answer) {
    List<ByteBuffer> reports = answer.sealedReports().stream().map(ByteBuffer::wrap).toList();
    List<ByteBuffer> first =
        sent.computeIfAbsent(round.number(), absent -> new HashMap<>())
            .computeIfAbsent(client(answer), absent -> reports);
    object(
        first.equals(reports),
        "client %d sent two different answers in round %d",
        client(answer),
        round.number());
  }

  /** The shuffler has spoken, whether or not anybody hears it. */
  void decided(RoundId round, Answer answer, Outcome outcome) {
    if (outcome == Outcome.ACCEPTED || outcome == Outcome.ALREADY_ANSWERED) {
      acknowledged.computeIfAbsent(round.number(), absent -> new HashSet<>()).add(client(answer));
    }
  }

  /** How many reports a client sent in a round, in its one answer. */
  int reportsOf(long round, int client) {
    return sent.getOrDefault(round, Map.of()).getOrDefault(client, List.of()).size();
  }

  /** Whether the shuffler ever told a client that its answer counts. */
  boolean isAcknowledged(long round, int client) {
    return acknowledged.getOrDefault(round, Set.of()).contains(client);
  }

  /** In how many rounds a client said anything. */
  long roundsOf(int client) {
    return sent.values().stream().filter(answers -> answers.containsKey(client)).count();
  }

  /** How many rounds any client heard of. */
  long announcedRounds() {
    return announced.size();
  }

  private int client(Answer answer) {
    return clients.get(ByteBuffer.wrap(answer.credential()));
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
