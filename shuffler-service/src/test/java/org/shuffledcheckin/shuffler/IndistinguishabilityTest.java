package org.shuffledcheckin.shuffler;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import io.grpc.CallOptions;
import io.grpc.Channel;
import io.grpc.ClientCall;
import io.grpc.ClientInterceptor;
import io.grpc.ForwardingClientCall.SimpleForwardingClientCall;
import io.grpc.ForwardingClientCallListener.SimpleForwardingClientCallListener;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import io.grpc.Status;
import io.grpc.stub.MetadataUtils;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.shuffledcheckin.proto.v1.FinishRoundRequest;
import org.shuffledcheckin.proto.v1.GetWitnessRequest;
import org.shuffledcheckin.proto.v1.ReceiveSumRequest;
import org.shuffledcheckin.proto.v1.ReleaseGrpc;
import org.shuffledcheckin.proto.v1.SumPart;
import org.shuffledcheckin.shuffler.core.ShufflerHarness;
import org.shuffledcheckin.shuffler.core.TestTerms;

/**
 * Everything the aggregator sees, byte by byte, when two clients swap their reports. With the same
 * random keys the two transcripts must be equal, so what it sees is a function of the sealed bytes
 * and of random keys alone; {@code PermutationTest} shows that the keys hide the order of arrival.
 * Together: the distribution does not change under a swap.
 */
class IndistinguishabilityTest {
  private static final TestTerms TERMS = TestTerms.simple().clients(3).reportBytes(100);
  private static final long SEED = 20240601;

  @TempDir Path folder;

  @Test
  void transcript_twoClientsSwapTheirReports_isTheSame() throws Exception {
    List<String> before = transcript("before", new int[] {0, 1, 2, 3}, "first-client/1.0");
    List<String> swapped = transcript("swapped", new int[] {2, 1, 0, 3}, "another-client/2.0");
    assertThat(swapped).isEqualTo(before);
    assertThat(before).anyMatch(line -> line.contains("sealed_reports"));
    // The sensor works: other bytes make another transcript.
    assertThat(transcript("other", new int[] {0, 1, 2, 4}, "")).isNotEqualTo(before);
  }

  /**
   * Runs a round in which whoever sends, the same bytes arrive in the same order.
   *
   * @param senders which client takes part in each of the four turns; 4 sends other bytes
   */
  private List<String> transcript(String name, int[] senders, String trace) throws Exception {
    List<String> seen = new ArrayList<>();
    try (ServiceHarness shuffler =
        ServiceHarness.start(folder.resolve(name), Map.of(), new InsecureSeededRandom(SEED))) {
      List<byte[]> tokens = shuffler.enrol(5);
      ReleaseGrpc.ReleaseBlockingStub aggregator =
          shuffler.aggregator().withInterceptors(new Recorder(seen));
      shuffler.open(aggregator, 1, TERMS, new byte[0]);
      for (int i = 0; i < senders.length; i++) {
        send(shuffler, tokens.get(senders[i]), i == 1 ? 0 : 1 + i % 2, senders[i] == 4, i, trace);
      }
      GetWitnessRequest witness =
          GetWitnessRequest.newBuilder()
              .setRun(ByteString.copyFrom(shuffler.ledger.run().toBytes()))
              .build();
      assertThat(aggregator.getWitness(witness).hasWitnessed()).isTrue();
      shuffler.clock.pass(Duration.ofSeconds(30));
      assertThat(shuffler.receive(aggregator, 1)).hasSize(2);
      assertThat(shuffler.receive(aggregator, 1)).hasSize(2);
      assertThat(
              aggregator.finishRound(
                  FinishRoundRequest.newBuilder().setId(shuffler.wireId(1)).build()))
          .isNotNull();
    }
    return seen;
  }

  /**
   * Of a round that is only added up the aggregator sees the seeds, which say nothing of the
   * reports, and the sum: two data sets with the same sum and the same seeds look the same to it,
   * byte by byte.
   */
  @Test
  void transcript_twoDataSetsWithTheSameSum_isTheSame() throws Exception {
    List<String> before = summed("even", 6, 6, 6);
    assertThat(summed("uneven", -100, 100, 18)).isEqualTo(before);
    assertThat(before).anyMatch(line -> line.contains("words"));
    // The sensor works: another sum makes another transcript.
    assertThat(summed("other", 6, 6, 7)).isNotEqualTo(before);
  }

  private List<String> summed(String name, int... shares) throws Exception {
    TestTerms terms = TestTerms.summed(2, 3, 0).clients(3);
    List<String> seen = new ArrayList<>();
    try (ServiceHarness shuffler =
        ServiceHarness.start(folder.resolve(name), Map.of(), new InsecureSeededRandom(SEED))) {
      List<byte[]> tokens = shuffler.enrol(3);
      ReleaseGrpc.ReleaseBlockingStub aggregator =
          shuffler.aggregator().withInterceptors(new Recorder(seen));
      shuffler.open(aggregator, 1, terms, new byte[0]);
      for (int i = 0; i < shares.length; i++) {
        byte[] report =
            ByteBuffer.allocate(terms.reportBytes() + 48)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putInt(shares[i])
                .putInt(-shares[i])
                .putInt(i)
                .array();
        assertThat(
                ServiceHarness.takePart(
                    shuffler.client(tokens.get(i)), shuffler.wireId(1), tokens.get(i), report))
            .isEqualTo(1);
      }
      shuffler.clock.pass(Duration.ofSeconds(30));
      assertThat(shuffler.receive(aggregator, 1)).isNotEmpty();
      ReceiveSumRequest verdict =
          ReceiveSumRequest.newBuilder()
              .setId(shuffler.wireId(1))
              .setKept(ByteString.copyFrom(new byte[] {7}))
              .build();
      for (int i = 0; i < 2; i++) {
        List<SumPart> parts = new ArrayList<>();
        aggregator.receiveSum(verdict).forEachRemaining(parts::add);
        assertThat(parts).hasSize(2);
      }
      assertThat(
              aggregator.finishRound(
                  FinishRoundRequest.newBuilder().setId(shuffler.wireId(1)).build()))
          .isNotNull();
    }
    return seen;
  }

  private static void send(
      ServiceHarness shuffler,
      byte[] token,
      int reports,
      boolean other,
      int arrival,
      String trace) {
    byte[][] sealed = new byte[reports][];
    for (int i = 0; i < reports; i++) {
      sealed[i] = ShufflerHarness.report(TERMS, (other ? 1000 : 10) * arrival + i);
    }
    Metadata headers = new Metadata();
    headers.put(Metadata.Key.of("traceparent", Metadata.ASCII_STRING_MARSHALLER), trace);
    var client =
        shuffler.client(token).withInterceptors(MetadataUtils.newAttachHeadersInterceptor(headers));
    assertThat(ServiceHarness.takePart(client, shuffler.wireId(1), token, sealed)).isEqualTo(1);
  }

  /** Writes down headers, messages, statuses and trailers as the aggregator gets them. */
  private record Recorder(List<String> seen) implements ClientInterceptor {
    @Override
    public <Q, R> ClientCall<Q, R> interceptCall(
        MethodDescriptor<Q, R> method, CallOptions options, Channel next) {
      return new SimpleForwardingClientCall<>(next.newCall(method, options)) {
        @Override
        public void start(Listener<R> listener, Metadata headers) {
          super.start(
              new SimpleForwardingClientCallListener<>(listener) {
                @Override
                public void onHeaders(Metadata headers) {
                  seen.add(method.getBareMethodName() + " headers " + headers);
                  super.onHeaders(headers);
                }

                @Override
                public void onMessage(R message) {
                  seen.add(method.getBareMethodName() + " message " + message);
                  super.onMessage(message);
                }

                @Override
                public void onClose(Status status, Metadata trailers) {
                  seen.add(method.getBareMethodName() + " " + status + " " + trailers);
                  super.onClose(status, trailers);
                }
              },
              headers);
        }
      };
    }
  }
}
