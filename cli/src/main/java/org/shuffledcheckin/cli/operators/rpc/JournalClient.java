package org.shuffledcheckin.cli.operators.rpc;

import java.util.Iterator;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.shuffledcheckin.kit.journal.JournalRefusal;
import org.shuffledcheckin.kit.round.Digest;
import org.shuffledcheckin.kit.server.OperatorClient;
import org.shuffledcheckin.proto.v1.AggregatorOperatorGrpc;
import org.shuffledcheckin.proto.v1.JournalEntry;
import org.shuffledcheckin.proto.v1.ReadJournalRequest;
import org.shuffledcheckin.proto.v1.ShufflerOperatorGrpc;

/** Reads the operators' journal of a running service. */
public final class JournalClient implements AutoCloseable {
  private static final long CALL_MINUTES = 5;

  private final OperatorClient operator;

  /** Calls through an operator's client, which it closes. */
  public JournalClient(OperatorClient operator) {
    this.operator = operator;
  }

  /** Hands over every entry of a shuffler's. */
  public void ofShuffler(Consumer<org.shuffledcheckin.kit.journal.JournalEntry> entries) {
    handOver(
        operator
            .stub(ShufflerOperatorGrpc::newBlockingStub)
            .withDeadlineAfter(CALL_MINUTES, TimeUnit.MINUTES)
            .readJournal(ReadJournalRequest.getDefaultInstance()),
        entries);
  }

  /** Hands over every entry of an aggregator's. */
  public void ofAggregator(Consumer<org.shuffledcheckin.kit.journal.JournalEntry> entries) {
    handOver(
        operator
            .stub(AggregatorOperatorGrpc::newBlockingStub)
            .withDeadlineAfter(CALL_MINUTES, TimeUnit.MINUTES)
            .readJournal(ReadJournalRequest.getDefaultInstance()),
        entries);
  }

  private void handOver(
      Iterator<JournalEntry> replies,
      Consumer<org.shuffledcheckin.kit.journal.JournalEntry> entries) {
    while (operator.call(replies::hasNext)) {
      entries.accept(entry(operator.call(replies::next)));
    }
  }

  private static org.shuffledcheckin.kit.journal.JournalEntry entry(JournalEntry wire) {
    try {
      return new org.shuffledcheckin.kit.journal.JournalEntry(
          wire.getSequence(),
          wire.getEntry().toStringUtf8(),
          Digest.of(wire.getHead().toByteArray()));
    } catch (IllegalArgumentException e) {
      throw new JournalRefusal("What the service sent is not a journal: " + e.getMessage() + ".");
    }
  }

  @Override
  public void close() {
    operator.close();
  }
}
