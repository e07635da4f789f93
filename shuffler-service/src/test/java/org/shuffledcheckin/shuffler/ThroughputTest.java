package org.shuffledcheckin.shuffler;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import com.sun.management.OperatingSystemMXBean;
import io.grpc.stub.StreamObserver;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.ToLongFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.shuffledcheckin.proto.v1.BatchPart;
import org.shuffledcheckin.proto.v1.CheckInGrpc;
import org.shuffledcheckin.proto.v1.DeliverReply;
import org.shuffledcheckin.proto.v1.DeliverRequest;
import org.shuffledcheckin.proto.v1.DeliveryOutcome;
import org.shuffledcheckin.proto.v1.FinishRoundRequest;
import org.shuffledcheckin.proto.v1.PledgeOutcome;
import org.shuffledcheckin.proto.v1.PledgeReply;
import org.shuffledcheckin.proto.v1.PledgeRequest;
import org.shuffledcheckin.shuffler.core.TestTerms;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Rounds of the size of the demonstration (60,000 clients, 8 KB reports) over loopback TLS with the
 * real store: everything that was acknowledged comes back once. Logs how fast that was.
 */
class ThroughputTest {
  private static final Logger LOG = LoggerFactory.getLogger(ThroughputTest.class);
  private static final int CLIENTS = 60_000;
  private static final int ROUNDS = Integer.getInteger("rounds", 4);
  private static final OperatingSystemMXBean PROCESS =
      (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
  private static final int REPORT_BYTES = 8192 - 48;

  @TempDir Path folder;
  private ServiceHarness shuffler;
  private List<byte[]> tokens;

  @Test
  void rounds_ofSixtyThousandClients_comeBackWhole() throws Exception {
    try (ServiceHarness service =
        ServiceHarness.start(folder, Map.of("rounds.early-close", "true"))) {
      shuffler = service;
      tokens = service.service.enrol(CLIENTS);
      TestTerms terms = TestTerms.simple().clients(CLIENTS).reportBytes(REPORT_BYTES);
      for (int number = 1; number <= ROUNDS; number++) {
        round(number, terms, number % 4 == 3 ? 0 : number % 4 == 0 ? 5 : 20);
      }
    }
  }

  /** One client in {@code every} sends a report; 0 means that one client alone does. */
  private void round(long number, TestTerms terms, int every) throws Exception {
    var aggregator = shuffler.aggregator();
    List<PledgeRequest> pledges = pledges(number, every);
    List<DeliverRequest> deliveries = deliveries(number, terms, every);
    shuffler.open(aggregator, number, terms, new byte[0]);
    long began = System.nanoTime();
    long cpu = PROCESS.getProcessCpuTime();
    pledge(pledges);
    long pledged = System.nanoTime();
    long pledgeCpu = PROCESS.getProcessCpuTime() - cpu;
    deliver(deliveries, every == 0 ? 1 : CLIENTS / every);
    long answered = System.nanoTime();
    cpu = PROCESS.getProcessCpuTime() - cpu;
    List<BatchPart> parts = shuffler.receive(aggregator, number);
    long received = System.nanoTime();
    int reports = every == 0 ? 1 : CLIENTS / every;
    assertThat(parts.get(0).getOutcome().getReports()).isEqualTo(reports);
    List<Long> units = new ArrayList<>();
    for (BatchPart part : parts.subList(1, parts.size())) {
      for (ByteString report : part.getBlock().getSealedReportsList()) {
        units.add(report.asReadOnlyByteBuffer().getLong());
      }
    }
    assertThat(units).hasSize(reports).doesNotHaveDuplicates();
    assertThat(
            aggregator.finishRound(
                FinishRoundRequest.newBuilder().setId(shuffler.wireId(number)).build()))
        .isNotNull();
    LOG.warn(
        "{} pledges/s, {} reports/s in, {} reports/s out, finish {} ms;"
            + " a second of processor (clients, TLS and shuffler): {} pledges, {} reports",
        rate(CLIENTS, pledged - began),
        rate(reports, answered - pledged),
        rate(reports, received - answered),
        TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - received),
        rate(CLIENTS, pledgeCpu),
        rate(reports, cpu - pledgeCpu));
  }

  private static boolean sends(int client, int every) {
    return every == 0 ? client == 0 : client % every == 0;
  }

  private List<PledgeRequest> pledges(long number, int every) {
    List<PledgeRequest> requests = new ArrayList<>();
    PledgeRequest.Builder request = PledgeRequest.newBuilder().setId(shuffler.wireId(number));
    for (int client = 0; client < CLIENTS; client++) {
      request.addPledges(ServiceHarness.pledge(tokens.get(client), sends(client, every) ? 1 : 0));
      if (request.getPledgesCount() == 4096 || client == CLIENTS - 1) {
        requests.add(request.build());
        request.clearPledges();
      }
    }
    return requests;
  }

  private List<DeliverRequest> deliveries(long number, TestTerms terms, int every) {
    List<DeliverRequest> requests = new ArrayList<>();
    DeliverRequest.Builder request = DeliverRequest.newBuilder().setId(shuffler.wireId(number));
    for (int client = 0; client < CLIENTS; client++) {
      if (sends(client, every)) {
        request.addDeliveries(ServiceHarness.delivery(tokens.get(client), report(terms, client)));
      }
      boolean full = request.getDeliveriesCount() * 8192 > 3 << 20;
      if (full || (client == CLIENTS - 1 && request.getDeliveriesCount() > 0)) {
        requests.add(request.build());
        request.clearDeliveries();
      }
    }
    return requests;
  }

  private static byte[] report(TestTerms terms, long unit) {
    byte[] report = new byte[terms.reportBytes() + 48];
    new java.util.Random(unit).nextBytes(report);
    ByteBuffer.wrap(report).putLong(unit);
    return report;
  }

  private void pledge(List<PledgeRequest> requests) throws Exception {
    CheckInGrpc.CheckInStub stub = stub();
    Sending<PledgeReply> sending =
        new Sending<>(
            reply ->
                reply.getOutcomesList().stream()
                    .filter(outcome -> outcome == PledgeOutcome.PLEDGE_OUTCOME_ACCEPTED)
                    .count());
    for (PledgeRequest request : requests) {
      stub.pledge(request, sending.next());
    }
    assertThat(sending.accepted()).isEqualTo(CLIENTS);
  }

  private void deliver(List<DeliverRequest> requests, int expected) throws Exception {
    CheckInGrpc.CheckInStub stub = stub();
    Sending<DeliverReply> sending =
        new Sending<>(
            reply ->
                reply.getOutcomesList().stream()
                    .filter(outcome -> outcome == DeliveryOutcome.DELIVERY_OUTCOME_ACCEPTED)
                    .count());
    for (DeliverRequest request : requests) {
      stub.deliver(request, sending.next());
    }
    assertThat(sending.accepted()).isEqualTo(expected);
  }

  private CheckInGrpc.CheckInStub stub() {
    return CheckInGrpc.newStub(shuffler.client(tokens.get(0)).getChannel());
  }

  /** Four requests at a time; counts what was accepted. */
  private static final class Sending<R> {
    private final Semaphore room = new Semaphore(4);
    private final AtomicLong accepted = new AtomicLong();
    private final ToLongFunction<R> count;

    Sending(ToLongFunction<R> count) {
      this.count = count;
    }

    StreamObserver<R> next() throws InterruptedException {
      room.acquire();
      return new StreamObserver<>() {
        @Override
        public void onNext(R reply) {
          accepted.addAndGet(count.applyAsLong(reply));
        }

        @Override
        public void onError(Throwable failure) {
          room.release();
        }

        @Override
        public void onCompleted() {
          room.release();
        }
      };
    }

    long accepted() throws InterruptedException {
      assertThat(room.tryAcquire(4, 60, TimeUnit.SECONDS)).isTrue();
      return accepted.get();
    }
  }

  private static long rate(int count, long nanos) {
    return Math.round(count / (nanos / 1e9));
  }
}
