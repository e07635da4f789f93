package org.shuffledcheckin.shuffler.core;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.shuffledcheckin.kit.ledger.LedgerChain;
import org.shuffledcheckin.kit.round.Announcement;
import org.shuffledcheckin.kit.round.Digest;
import org.shuffledcheckin.kit.round.RoundId;
import org.shuffledcheckin.kit.signing.SigningKeys;
import org.shuffledcheckin.shuffler.round.OpenRequest;

/** The ledger of an honest aggregator: one entry for each round, none taken back, all signed. */
public final class TestLedger {
  /** What the aggregator's operator signs with. */
  public static final SigningKeys KEYS = SigningKeys.generate();

  private final RoundId.Run run;
  private final List<LedgerChain.Link> links = new ArrayList<>();
  private LedgerChain.Head head;

  public TestLedger(RoundId.Run run) {
    this.run = run;
    this.head = LedgerChain.genesis(run);
  }

  /** The bundle of {@link #KEYS}, in a file that goes with the process. */
  public static Path bundle() {
    return Bundle.FILE;
  }

  private static final class Bundle {
    static final Path FILE = write();

    private static Path write() {
      try {
        Path file = Files.createTempFile("aggregator", ".bundle");
        file.toFile().deleteOnExit();
        return Files.write(file, KEYS.verifyingKeys().toBytes());
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  public RoundId.Run run() {
    return run;
  }

  public LedgerChain.Head head() {
    return head;
  }

  public List<LedgerChain.Link> links() {
    return List.copyOf(links);
  }

  /** An entry for a round that nobody asks for. */
  public LedgerChain.Link append() {
    return append(Digest.sha256(number(head.sequence() + 1)));
  }

  private LedgerChain.Link append(Digest parameters) {
    long sequence = head.sequence() + 1;
    LedgerChain.Link link =
        LedgerChain.Link.of(sequence, Digest.sha256(number(sequence)), parameters);
    links.add(link);
    head = LedgerChain.extend(head, link);
    return link;
  }

  /** Charges a round and asks for it with the links after what the shuffler has witnessed. */
  public OpenRequest charge(long number, TestTerms terms, long witnessed) {
    append(announcement(number, terms).digest());
    return request(number, terms, witnessed);
  }

  /** Asks for a round at the ledger's end, whether or not it is charged there. */
  public OpenRequest request(long number, TestTerms terms, long witnessed) {
    return OpenRequest.of(
        KEYS.sign(announcement(number, terms), head), links.subList((int) witnessed, links.size()));
  }

  public Announcement announcement(long number, TestTerms terms) {
    return Announcement.of(terms.of(new RoundId(run, number)));
  }

  private static byte[] number(long value) {
    return ByteBuffer.allocate(Long.BYTES).putLong(value).array();
  }
}
