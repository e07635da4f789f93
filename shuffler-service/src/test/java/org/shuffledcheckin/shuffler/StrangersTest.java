package org.shuffledcheckin.shuffler;

import static org.assertj.core.api.Assertions.assertThat;

import io.grpc.ManagedChannel;
import io.grpc.Status;
import io.grpc.health.v1.HealthCheckRequest;
import io.grpc.health.v1.HealthCheckResponse;
import io.grpc.health.v1.HealthGrpc;
import io.grpc.netty.shaded.io.netty.util.internal.PlatformDependent;
import io.grpc.stub.StreamObserver;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.shuffledcheckin.kit.server.RawHttp2;
import org.shuffledcheckin.proto.v1.CheckInGrpc;
import org.shuffledcheckin.proto.v1.PledgeOutcome;
import org.shuffledcheckin.proto.v1.RoundEvent;
import org.shuffledcheckin.proto.v1.SubscribeRequest;
import org.shuffledcheckin.shuffler.core.TestTerms;

/** Whoever holds no credential takes no service away from those who do. */
class StrangersTest {
  private static final int MIB = 1 << 20;
  private static final String UNAUTHENTICATED = "16";

  @TempDir Path folder;
  private ServiceHarness shuffler;
  private List<byte[]> tokens;

  @BeforeEach
  void start() throws Exception {
    shuffler = ServiceHarness.start(folder, Map.of());
    tokens = shuffler.enrol(3);
    shuffler.open(shuffler.aggregator(), 1, TestTerms.simple(), new byte[0]);
  }

  @AfterEach
  void stop() {
    shuffler.close();
  }

  @Test
  void subscribe_tenConnectionsOfStrangers_leaveIntakeOpen() throws Exception {
    int connections = 10;
    int each = 1000;
    Ends ends = new Ends();
    for (int i = 0; i < connections; i++) {
      var stranger = CheckInGrpc.newStub(strangersChannel());
      for (int call = 0; call < each; call++) {
        stranger.subscribe(SubscribeRequest.getDefaultInstance(), ends.observer());
      }
    }
    await(() -> ends.count.get() + subscriptions() >= (long) connections * each);
    assertServed(0);
    assertThat(ends.statuses())
        .hasSize(connections * each)
        .contains(Status.Code.UNAUTHENTICATED)
        .doesNotContain(Status.Code.OK);
  }

  @Test
  void deliver_halfSentByStrangers_isNotTaken() throws Exception {
    long before = PlatformDependent.usedDirectMemory();
    List<RawHttp2> strangers = new ArrayList<>();
    List<RawHttp2.Call> half = new ArrayList<>();
    try {
      for (int i = 0; i < 8; i++) {
        strangers.add(new RawHttp2(port(), shuffler.authority.certificatePem()));
        for (int call = 0; call < 8; call++) {
          half.add(strangers.get(i).call(method(), Optional.empty(), 4 * MIB));
        }
      }
      for (int part = 0; part < 7; part++) {
        half.forEach(call -> call.send(new byte[MIB / 2]));
      }
      await(() -> half.stream().allMatch(call -> call.status().isDone() || call.sent() > 3 * MIB));
      long taken = half.stream().mapToLong(RawHttp2.Call::sent).sum();
      assertThat(taken).as("bytes that strangers got rid of").isLessThan(MIB);
      assertThat(PlatformDependent.usedDirectMemory() - before).isLessThan(64 * MIB);
      assertThat(half)
          .allSatisfy(call -> assertThat(call.status()).isCompletedWithValue(UNAUTHENTICATED));
      assertServed(0);
    } finally {
      strangers.forEach(RawHttp2::close);
    }
  }

  @Test
  void watchHealth_byStrangers_isBounded() throws Exception {
    int connections = 3;
    int each = 500;
    AtomicInteger watching = new AtomicInteger();
    Ends ends = new Ends();
    for (int i = 0; i < connections; i++) {
      var stranger = HealthGrpc.newStub(strangersChannel());
      for (int call = 0; call < each; call++) {
        stranger.watch(
            HealthCheckRequest.getDefaultInstance(),
            new Forwarding<HealthCheckResponse>(ends) {
              private boolean under;

              @Override
              public void onNext(HealthCheckResponse status) {
                under = true;
                watching.incrementAndGet();
              }

              @Override
              public void onError(Throwable failure) {
                if (under) {
                  watching.decrementAndGet();
                }
                super.onError(failure);
              }
            });
      }
    }
    await(() -> ends.count.get() + watching.get() >= connections * each);
    assertThat(watching).as("watches under way").hasValueLessThanOrEqualTo(connections * 2);
    assertServed(0);
  }

  private ManagedChannel strangersChannel() {
    return shuffler.connect(port(), shuffler.anonymous());
  }

  private int port() {
    return shuffler.service.clientsPort();
  }

  private static String method() {
    return CheckInGrpc.getDeliverMethod().getFullMethodName();
  }

  private void assertServed(int client) {
    var stub = shuffler.client(tokens.get(client));
    assertThat(shuffler.pledge(stub, 1, ServiceHarness.pledge(tokens.get(client), 0)))
        .containsExactly(PledgeOutcome.PLEDGE_OUTCOME_ACCEPTED);
  }

  private long subscriptions() {
    try {
      return ServiceHarness.get(shuffler.service, "/metrics")
          .body()
          .lines()
          .filter(line -> line.startsWith("checkin_shuffler_subscriptions "))
          .mapToLong(line -> (long) Double.parseDouble(line.split(" ", 2)[1]))
          .sum();
    } catch (Exception e) {
      throw new AssertionError(e);
    }
  }

  private static void await(BooleanSupplier condition) throws InterruptedException {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
    while (!condition.getAsBoolean()) {
      assertThat(System.nanoTime() - end).as("waited too long").isNegative();
      Thread.sleep(20);
    }
  }

  /** How calls ended. */
  private static final class Ends {
    private final AtomicInteger count = new AtomicInteger();
    private final List<Status.Code> codes = new ArrayList<>();

    StreamObserver<RoundEvent> observer() {
      return new Forwarding<>(this);
    }

    synchronized List<Status.Code> statuses() {
      return List.copyOf(codes);
    }

    synchronized void add(Status.Code code) {
      codes.add(code);
      count.incrementAndGet();
    }
  }

  private static class Forwarding<T> implements StreamObserver<T> {
    private final Ends ends;

    Forwarding(Ends ends) {
      this.ends = ends;
    }

    @Override
    public void onNext(T message) {}

    @Override
    public void onError(Throwable failure) {
      ends.add(Status.fromThrowable(failure).getCode());
    }

    @Override
    public void onCompleted() {
      ends.add(Status.Code.OK);
    }
  }
}
