package org.shuffledcheckin.client;

import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.shuffledcheckin.client.exchange.OpenedRound;
import org.shuffledcheckin.kit.ledger.LedgerChain;
import org.shuffledcheckin.kit.ledger.LedgerChain.Head;
import org.shuffledcheckin.kit.ledger.LedgerChain.Link;
import org.shuffledcheckin.kit.round.Announcement;
import org.shuffledcheckin.kit.round.Digest;
import org.shuffledcheckin.kit.round.RoundTerms;
import org.shuffledcheckin.kit.round.WireLimits;
import org.shuffledcheckin.kit.signing.SigningKeys;

/** The ledger of the test run as an aggregator keeps it, with the key that signs its rounds. */
public final class TestLedger {
  /** The key that every test client believes, unless it is told otherwise. */
  public static final SigningKeys KEYS = SigningKeys.generate();

  private final List<Link> links = new ArrayList<>();
  private final List<Head> heads = new ArrayList<>();
  private final Map<Digest, OpenedRound> charged = new HashMap<>();

  /** An empty ledger. */
  public TestLedger() {
    heads.add(LedgerChain.genesis(TestRounds.RUN));
  }

  /** A ledger with the first so many links of this one, to go on differently. */
  public TestLedger fork(int sequence) {
    TestLedger fork = new TestLedger();
    fork.links.addAll(links.subList(0, sequence));
    fork.heads.clear();
    fork.heads.addAll(heads.subList(0, sequence + 1));
    return fork;
  }

  /** Adds charges of rounds that nobody was told of, up to a length. */
  public TestLedger upTo(long sequence) {
    while (links.size() < sequence) {
      append(Digest.sha256(new byte[] {7}, sequenceBytes()));
    }
    return this;
  }

  /** Charges a round at the position of its number, and signs it. */
  public OpenedRound charge(RoundTerms terms) {
    return upTo(terms.id().number() - 1).next(terms);
  }

  /** Charges a round with the next link, and signs it; the same round again is the same link. */
  public OpenedRound next(RoundTerms terms) {
    Announcement round = Announcement.of(terms);
    return charged.computeIfAbsent(
        round.digest(),
        digest -> {
          append(digest);
          return signed(round, KEYS, terms.window().openFor());
        });
  }

  /** A round signed by anybody, with the newest links as they are. */
  public OpenedRound signed(Announcement round, SigningKeys keys, Duration remaining) {
    return new OpenedRound(keys.sign(round, head()), newest(), remaining);
  }

  /** The newest head. */
  public Head head() {
    return heads.get(heads.size() - 1);
  }

  /** The newest links, as many as an announcement carries. */
  public List<Link> newest() {
    return List.copyOf(
        links.subList(Math.max(0, links.size() - WireLimits.ANNOUNCED_LINKS), links.size()));
  }

  /** Links after a position, so many at most. */
  public List<Link> after(long sequence, int most) {
    int from = (int) Math.min(sequence, links.size());
    return List.copyOf(links.subList(from, Math.min(links.size(), from + most)));
  }

  private void append(Digest parameters) {
    Link link = Link.of(links.size() + 1L, Digest.sha256(sequenceBytes()), parameters);
    links.add(link);
    heads.add(LedgerChain.extend(head(), link));
  }

  private byte[] sequenceBytes() {
    return ByteBuffer.allocate(Integer.BYTES).putInt(links.size()).array();
  }
}
