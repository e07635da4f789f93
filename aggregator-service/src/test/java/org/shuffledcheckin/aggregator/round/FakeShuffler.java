package org.shuffledcheckin.aggregator.round;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Collections;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.function.Function;
import org.shuffledcheckin.aggregator.TestRounds;
import org.shuffledcheckin.aggregator.round.ShufflerRefusal.Reason;
import org.shuffledcheckin.kit.ledger.LedgerChain;
import org.shuffledcheckin.kit.ledger.LedgerChain.Head;
import org.shuffledcheckin.kit.ledger.LedgerChain.Link;
import org.shuffledcheckin.kit.round.Announcement;
import org.shuffledcheckin.kit.round.Digest;
import org.shuffledcheckin.kit.round.RoundId;
import org.shuffledcheckin.kit.round.WireLimits;
import org.shuffledcheckin.kit.sealing.ReportSealer;
import org.shuffledcheckin.kit.signing.SignedRound;
import org.shuffledcheckin.kit.signing.VerifyingKeys;
import org.shuffledcheckin.report.sum.WordSum;

/**
 * Keeps the shuffler's side of the contract in memory, its clients included: witnesses ledgers,
 * repeats answers, delivers the same permuted batch until it is finished. Outlives aggregators.
 */
public final class FakeShuffler implements ShufflerLink {
  private static final int BLOCK = 3;

  private final Map<RoundId, Held> rounds = new HashMap<>();
  private final Random permutation;
  private Optional<Head> witnessed = Optional.empty();
  private RoundId newest;
  public volatile long enrolled = 1000;
  public volatile long largestDelivery = WireLimits.MESSAGE_BYTES;
  public int pages;

  /** How many reports more or fewer than it sends the next batch is said to have. */
  long promisedTooMuch;

  /** The verdicts on the seeds of rounds that are only added up. */
  final Map<RoundId, BitSet> verdicts = new HashMap<>();

  /** How many batches were asked for. */
  int batches;

  final CountDownLatch askedTwice = new CountDownLatch(2);
  public Function<Announcement, List<byte[]>> clients = FakeShuffler::fiveReports;
  public Function<Announcement, Disposition> release = round -> Disposition.RELEASED;
  public volatile long missing;

  /** Whose signature is asked for, as the bundle that the shuffler's operator was given. */
  public volatile VerifyingKeys believed = TestRounds.KEYS.verifyingKeys();

  /** What was announced, in order. */
  public final List<Announcement> announced = new ArrayList<>();

  /** The same as it was signed. */
  public final List<SignedRound> opened = new ArrayList<>();

  private record Held(Announcement round, Disposition disposition, List<byte[]> reports) {}

  public FakeShuffler(long seed) {
    permutation = new Random(seed);
  }

  static List<byte[]> fiveReports(Announcement round) {
    ReportSealer sealer = new ReportSealer(round);
    List<byte[]> reports = new ArrayList<>();
    for (int i = 0; i < 5; i++) {
      reports.add(
          sealer.seal(
              UnitReports.report(round.terms().randomizer(), round.terms().id().number(), i)));
    }
    return reports;
  }

  Optional<Head> witnessed() {
    return witnessed;
  }

  void witnessed(Optional<Head> head) {
    witnessed = head;
  }

  /** Whether reports are still kept. */
  boolean holds(RoundId round) {
    return rounds.containsKey(round);
  }

  void forget() {
    rounds.clear();
  }

  @Override
  public synchronized Witness witness(RoundId.Run run) {
    askedTwice.countDown();
    return new Witness(
        witnessed,
        enrolled,
        rounds.keySet().stream().findFirst().filter(id -> id.run().equals(run)),
        largestDelivery);
  }

  @Override
  public synchronized void extend(RoundId.Run run, List<Link> links, Head head) {
    Head seen = witnessed.orElseGet(() -> LedgerChain.genesis(run));
    require(
        links.size() <= WireLimits.LEDGER_LINKS && LedgerChain.extend(seen, links).equals(head),
        Reason.LEDGER_ROLLED_BACK);
    witnessed = Optional.of(head);
    pages++;
  }

  @Override
  public synchronized void open(SignedRound signed, List<Link> links, byte[] model) {
    Announcement round = signed.announcement();
    Head head = signed.ledger();
    RoundId id = round.terms().id();
    require(believed.verify(signed), Reason.SIGNATURE_INVALID);
    Held held = rounds.get(id);
    if (held != null) {
      require(held.round().digest().equals(round.digest()), Reason.ROUND_CONFLICT);
      return;
    }
    require(newest == null || id.number() > newest.number(), Reason.ROUND_CONFLICT);
    require(rounds.isEmpty(), Reason.ROUND_UNFINISHED);
    Head seen = witnessed.orElseGet(() -> LedgerChain.genesis(id.run()));
    require(
        !links.isEmpty()
            && links.size() <= WireLimits.LEDGER_LINKS
            && links.get(0).sequence() == seen.sequence() + 1
            && LedgerChain.extend(seen, links).equals(head)
            && links.get(links.size() - 1).charges(round.digest()),
        Reason.LEDGER_ROLLED_BACK);
    if (!Digest.sha256(model).equals(round.terms().model().sha256())) {
      throw new AssertionError("the model is not the announced one");
    }
    witnessed = Optional.of(head);
    newest = id;
    announced.add(round);
    opened.add(signed);
    List<byte[]> reports = new ArrayList<>(clients.apply(round));
    Collections.shuffle(reports, permutation);
    rounds.put(id, new Held(round, release.apply(round), reports));
  }

  @Override
  public synchronized Batch receive(RoundId round) {
    batches++;
    Held held = rounds.get(round);
    require(held != null, Reason.ROUND_UNKNOWN);
    boolean released = held.disposition() == Disposition.RELEASED;
    List<List<byte[]>> blocks = new ArrayList<>();
    int share = held.round().terms().shareBytes();
    List<byte[]> sent =
        held.reports().stream()
            .map(report -> Arrays.copyOfRange(report, share, report.length))
            .toList();
    for (int i = 0; released && i < sent.size(); i += BLOCK) {
      blocks.add(sent.subList(i, Math.min(i + BLOCK, sent.size())));
    }
    long promised = released ? held.reports().size() + promisedTooMuch : 0;
    promisedTooMuch = 0;
    return new HeldBatch(held.disposition(), promised, missing, blocks.iterator());
  }

  /** The first verdict on a round's seeds stands; what it keeps is added up. */
  @Override
  public synchronized Sum sum(RoundId round, BitSet kept, long seeds) {
    Held held = rounds.get(round);
    require(held != null, Reason.ROUND_UNKNOWN);
    if (seeds != held.reports().size()) {
      throw new AssertionError("a verdict on " + seeds + " of " + held.reports().size());
    }
    require(verdicts.computeIfAbsent(round, id -> kept).equals(kept), Reason.VERDICT_GIVEN);
    if (kept.cardinality() < held.round().terms().window().leastKept(seeds)) {
      return new Sum(Disposition.TOO_MANY_STRUCK, 0, new byte[0]);
    }
    WordSum sum = new WordSum(held.round().terms().randomizer().dimension());
    kept.stream().forEach(place -> sum.add(held.reports().get(place), 0));
    return new Sum(Disposition.RELEASED, kept.cardinality(), sum.toBytes());
  }

  @Override
  public synchronized void finish(RoundId round) {
    rounds.remove(round);
  }

  @Override
  public void close() {}

  private static void require(boolean good, Reason reason) {
    if (!good) {
      throw new ShufflerRefusal(reason, reason + ": refused");
    }
  }

  private record HeldBatch(
      Disposition disposition, long reports, long missing, Iterator<List<byte[]>> blocks)
      implements Batch {
    @Override
    public Optional<List<byte[]>> next() {
      return blocks.hasNext() ? Optional.of(blocks.next()) : Optional.empty();
    }

    @Override
    public void close() {}
  }
}
