package org.shuffledcheckin.shuffler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.grpc.Context;
import io.grpc.StatusRuntimeException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.shuffledcheckin.kit.journal.JournalChain;
import org.shuffledcheckin.kit.journal.JournalEntry;
import org.shuffledcheckin.kit.journal.JournalRefusal;
import org.shuffledcheckin.kit.journal.OperatorJournal;
import org.shuffledcheckin.proto.v1.EnrolRequest;
import org.shuffledcheckin.proto.v1.GetShufflerRequest;
import org.shuffledcheckin.proto.v1.ReadJournalRequest;
import org.shuffledcheckin.proto.v1.RevokeRequest;

/** What the shuffler's operator orders is in the journal before it happens, without any client. */
class OrderJournalTest {
  private static final int CLIENTS = 5000;

  @TempDir Path folder;
  private ServiceHarness shuffler;

  private void start() {
    shuffler = ServiceHarness.start(folder, Map.of());
  }

  @AfterEach
  void stop() {
    if (shuffler != null) {
      shuffler.close();
    }
  }

  private Path file() {
    return folder.resolve(OperatorJournal.FILE);
  }

  private List<String> entries() throws IOException {
    return JournalChain.read(file()).stream().map(JournalEntry::text).toList();
  }

  private long enrolled() {
    return shuffler
        .operator()
        .getShuffler(GetShufflerRequest.getDefaultInstance())
        .getEnrolledClients();
  }

  @Test
  void orders_areWrittenWithWhoAndHowManyButNeverWhich() throws IOException {
    start();
    List<byte[]> tokens = shuffler.enrol(CLIENTS);
    // Numbers of four digits, so that none of them can be in a time, a count or a hash by chance
    // without standing alone.
    List<Long> revoked = LongStream.of(4321, 4567, 4890).boxed().toList();
    assertThat(tokens).hasSize(CLIENTS);
    shuffler.operator().revoke(RevokeRequest.newBuilder().addAllClients(revoked).build());
    List<String> texts = entries();
    assertThat(texts).hasSize(2);
    assertThat(texts.get(0)).contains("\"action\":\"enrol\"", "\"clients\":5000");
    assertThat(texts.get(1))
        .contains("\"service\":\"shuffler\"", "\"action\":\"revoke\"", "\"clients\":3")
        .contains("CN=operator:shuffler", "urn:checkin:operator:shuffler", "\"sha256\":\"");
    for (String text : texts) {
      String told = text.replaceAll("\"(time|sha256)\":\"[^\"]*\"", "");
      assertThat(told).doesNotContain("4321", "4567", "4890");
      assertThat(told.replaceAll("[^0-9]+", " ").strip().split(" "))
          .as("no number but the count: %s", told)
          .hasSize(1);
    }
  }

  @Test
  void readJournal_ofARunningShuffler_isAnUnbrokenChain() {
    start();
    for (int i = 1; i <= 300; i++) {
      shuffler.operator().revoke(RevokeRequest.newBuilder().addClients(i).build());
    }
    JournalChain chain = new JournalChain();
    shuffler
        .operator()
        .readJournal(ReadJournalRequest.getDefaultInstance())
        .forEachRemaining(
            entry ->
                chain.follow(
                    new JournalEntry(
                        entry.getSequence(),
                        entry.getEntry().toStringUtf8(),
                        org.shuffledcheckin.kit.round.Digest.of(entry.getHead().toByteArray()))));
    assertThat(chain.sequence()).isEqualTo(300);
    assertThatThrownBy(
            () ->
                shuffler
                    .operator()
                    .readJournal(ReadJournalRequest.newBuilder().setAfterSequence(-1).build())
                    .next())
        .isInstanceOf(StatusRuntimeException.class)
        .hasMessageContaining("MALFORMED");
  }

  @Test
  void enrol_brokenOff_isWrittenAsNotDone() throws Exception {
    start();
    Context.CancellableContext call = Context.current().withCancellation();
    call.run(
        () ->
            assertThat(
                    shuffler
                        .operator()
                        .enrol(EnrolRequest.newBuilder().setClients(1_000_000).build())
                        .next()
                        .getTokensCount())
                .isPositive());
    call.cancel(null);
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
    while (entries().size() < 2 && System.nanoTime() - end < 0) {
      Thread.onSpinWait();
    }
    assertThat(entries().get(1)).contains("\"action\":\"not-done\"", "\"order\":1");
    assertThat(enrolled()).isZero();
  }

  @Test
  void order_thatCannotBeWritten_isNotCarriedOut() throws IOException {
    start();
    byte[] token = shuffler.enrol(1).get(0);
    long number = ByteBuffer.wrap(token).getLong();
    // A journal whose file is gone from under it, as on a disk that failed.
    shuffler.service.journal().close();
    assertThatThrownBy(
            () -> shuffler.operator().revoke(RevokeRequest.newBuilder().addClients(number).build()))
        .isInstanceOf(StatusRuntimeException.class)
        .hasMessageContaining("STORE_UNAVAILABLE: the operators' journal cannot be written");
    assertThat(enrolled()).isEqualTo(1);
  }

  @Test
  void start_alteredJournal_isRefused() throws IOException {
    start();
    shuffler.enrol(7);
    shuffler.close();
    shuffler = null;
    Files.writeString(file(), Files.readString(file()).replace("\"clients\":7", "\"clients\":8"));
    assertThatThrownBy(this::start)
        .isInstanceOf(JournalRefusal.class)
        .hasMessageContaining("entry 1 is not what was written");
  }

  @Test
  void start_crashBetweenEntryAndEffect_keepsTheOrderAndGoesOn() throws IOException {
    start();
    shuffler.enrol(2);
    shuffler.close();
    // As if it had died after the entry was synced and before the store was written: an order that
    // was not carried out, and never the other way round.
    List<JournalEntry> before = new ArrayList<>(JournalChain.read(file()));
    try (OperatorJournal journal =
        OperatorJournal.open(file(), "shuffler", java.time.Clock.systemUTC())) {
      journal.append(
          org.shuffledcheckin.kit.journal.Operator.local("test"),
          org.shuffledcheckin.kit.journal.Order.about(
              org.shuffledcheckin.kit.journal.Action.REVOKE, 1));
    }
    start();
    assertThat(enrolled()).isEqualTo(2);
    shuffler.operator().revoke(RevokeRequest.newBuilder().addClients(0).build());
    assertThat(JournalChain.read(file())).startsWith(before.get(0)).hasSize(3);
    assertThat(enrolled()).isEqualTo(1);
  }
}
