package org.shuffledcheckin.shuffler.core;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.shuffledcheckin.kit.ledger.LedgerChain;
import org.shuffledcheckin.kit.round.Announcement;
import org.shuffledcheckin.kit.round.Digest;
import org.shuffledcheckin.kit.round.RoundId;
import org.shuffledcheckin.shuffler.round.LedgerExtension;
import org.shuffledcheckin.shuffler.round.OpenRequest;

/** The ledger of an honest aggregator: one entry for each round, none taken back. */
public final class TestLedger {
  private final RoundId.Run run;
  private final List<LedgerChain.Link> links = new ArrayList<>();
  private LedgerChain.Head head;

  public TestLedger(RoundId.Run run) {
    this.run = run;
    this.head = LedgerChain.genesis(run);
  }

  public RoundId.Run run() {
    return run;
  }

  public LedgerChain.Head head() {
    return head;
  }

  public LedgerChain.Link append() {
    long sequence = head.sequence() + 1;
    LedgerChain.Link link =
        new LedgerChain.Link(
            sequence, Digest.sha256(ByteBuffer.allocate(8).putLong(sequence).array()));
    links.add(link);
    head = LedgerChain.extend(head, link);
    return link;
  }

  /** Charges a round and asks for it with the links after what the shuffler has witnessed. */
  public OpenRequest charge(long number, TestTerms terms, long witnessed) {
    append();
    return request(number, terms, witnessed);
  }

  public OpenRequest request(long number, TestTerms terms, long witnessed) {
    return new OpenRequest(
        Announcement.of(terms.of(new RoundId(run, number))),
        new LedgerExtension(run, links.subList((int) witnessed, links.size()), head.hash()));
  }
}
