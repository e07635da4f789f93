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
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.shuffledcheckin.proto.v1.AnswerOutcome;
import org.shuffledcheckin.proto.v1.AnswerReply;
import org.shuffledcheckin.proto.v1.AnswerRequest;
import org.shuffledcheckin.proto.v1.BatchPart;
import org.shuffledcheckin.proto.v1.CheckInGrpc;
import org.shuffledcheckin.proto.v1.ClientAnswer;
import org.shuffledcheckin.proto.v1.FinishRoundRequest;
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
    try (ServiceHarness service = ServiceHarness.start(folder, Map.of())) {
      shuffler = service;
      tokens = service.service.enrol(CLIENTS);
      TestTerms terms =
          TestTerms.simple().clients(CLIENTS).reportBytes(REPORT_BYTES).closingEarly();
      for (int number = 1; number <= ROUNDS; number++) {
        round(number, terms, number % 4 == 3 ? 0 : number % 4 == 0 ? 5 : 20);
      }
    }
  }

  /** One client in {@code every} sends a report; 0 means that one client alone does. */
  private void round(long number, TestTerms terms, int every) throws Exception {
    var aggregator = shuffler.aggregator();
    List<AnswerRequest> requests = requests(number, terms, every);
    shuffler.open(aggregator, number, terms, new byte[0]);
    long began = System.nanoTime();
    long cpu = PROCESS.getProcessCpuTime();
    send(requests);
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
        "{} answers/s, {} reports/s in, {} reports/s out, finish {} ms;"
            + " a second of processor (clients, TLS and shuffler): {} answers, {} reports",
        rate(CLIENTS, answered - began),
        rate(reports, answered - began),
        rate(reports, received - answered),
        TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - received),
        rate(CLIENTS, cpu),
        rate(reports, cpu));
  }

  private List<AnswerRequest> requests(long number, TestTerms terms, int every) {
    List<AnswerRequest> requests = new ArrayList<>();
    AnswerRequest.Builder request = AnswerRequest.newBuilder().setId(shuffler.wireId(number));
    int bytes = 0;
    for (int client = 0; client < CLIENTS; client++) {
      boolean sends = every == 0 ? client == 0 : client % every == 0;
      ClientAnswer answer =
          sends
              ? ServiceHarness.answer(tokens.get(client), report(terms, client))
              : ServiceHarness.answer(tokens.get(client));
      bytes += answer.getSerializedSize();
      request.addAnswers(answer);
      if (request.getAnswersCount() == 4096 || bytes > 3 << 20 || client == CLIENTS - 1) {
        requests.add(request.build());
        request.clearAnswers();
        bytes = 0;
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

  private void send(List<AnswerRequest> requests) throws Exception {
    CheckInGrpc.CheckInStub stub =
        CheckInGrpc.newStub(shuffler.connect(shuffler.service.clientsPort(), shuffler.anonymous()));
    Semaphore room = new Semaphore(4);
    AtomicInteger accepted = new AtomicInteger();
    for (AnswerRequest request : requests) {
      room.acquire();
      stub.answer(
          request,
          new StreamObserver<>() {
            @Override
            public void onNext(AnswerReply reply) {
              for (AnswerOutcome outcome : reply.getOutcomesList()) {
                if (outcome == AnswerOutcome.ANSWER_OUTCOME_ACCEPTED) {
                  accepted.incrementAndGet();
                }
              }
            }

            @Override
            public void onError(Throwable failure) {
              room.release();
            }

            @Override
            public void onCompleted() {
              room.release();
            }
          });
    }
    assertThat(room.tryAcquire(4, 60, TimeUnit.SECONDS)).isTrue();
    assertThat(accepted).hasValue(CLIENTS);
  }

  private static long rate(int count, long nanos) {
    return Math.round(count / (nanos / 1e9));
  }
}
