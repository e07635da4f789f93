package org.shuffledcheckin.aggregator.round;

import static org.assertj.core.api.Assertions.assertThat;

import io.grpc.CallOptions;
import io.grpc.ClientCall;
import io.grpc.ManagedChannel;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import io.grpc.Status;
import java.io.IOException;
import java.lang.reflect.Proxy;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Clock;
import java.util.Arrays;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.shuffledcheckin.aggregator.TestRounds;
import org.shuffledcheckin.aggregator.ledger.LedgerMark;
import org.shuffledcheckin.aggregator.orders.RunOrders;
import org.shuffledcheckin.aggregator.rpc.OperatorService;
import org.shuffledcheckin.aggregator.store.RunCommand;
import org.shuffledcheckin.aggregator.store.RunStore;
import org.shuffledcheckin.kit.config.Secret;
import org.shuffledcheckin.kit.files.Disk;
import org.shuffledcheckin.kit.journal.OperatorJournal;
import org.shuffledcheckin.kit.server.Endpoint;
import org.shuffledcheckin.kit.server.GrpcServer;
import org.shuffledcheckin.kit.server.OperatorToken;
import org.shuffledcheckin.kit.server.RawCalls;
import org.shuffledcheckin.kit.server.TestServers;
import org.shuffledcheckin.proto.v1.AggregatorOperatorGrpc;
import org.shuffledcheckin.proto.v1.ControlRunRequest;
import org.shuffledcheckin.proto.v1.GetRunRequest;
import org.shuffledcheckin.proto.v1.ReadLedgerRequest;

/**
 * Sends each of the aggregator's endpoints a hundred thousand messages that are nearly right or not
 * right at all. No call may end in INTERNAL or UNKNOWN or not at all; orders need the token; the
 * ledger is as it was.
 */
class OperatorFuzzTest {
  private static final int MESSAGES = 100_000;
  private static final int UNDER_WAY = 64;
  private static final String TOKEN = "a token for tests";

  @TempDir Path folder;
  private RunFixture run;
  private LedgerMark mark;
  private GrpcServer server;
  private ManagedChannel channel;
  private final AtomicReference<RunCommand> ordered = new AtomicReference<>(RunCommand.TRAIN);
  private final AtomicLong orders = new AtomicLong();

  enum Method {
    GET_RUN,
    READ_LEDGER,
    READ_JOURNAL,
    CONTROL_RUN;

    MethodDescriptor<?, ?> descriptor() {
      return switch (this) {
        case GET_RUN -> AggregatorOperatorGrpc.getGetRunMethod();
        case READ_LEDGER -> AggregatorOperatorGrpc.getReadLedgerMethod();
        case READ_JOURNAL -> AggregatorOperatorGrpc.getReadJournalMethod();
        case CONTROL_RUN -> AggregatorOperatorGrpc.getControlRunMethod();
      };
    }
  }

  @BeforeEach
  void start() throws Exception {
    run = new RunFixture(folder, 1);
    run.live(Faults.none());
    mark = LedgerMark.open(folder.resolve("ledger.mark"), TestRounds.RUN);
    RunFixture.Life life = run.life(Faults.none(), mark, this::withoutDisk);
    OperatorJournal journal =
        OperatorJournal.open(
            new IdleDisk(), folder.resolve("journal"), "aggregator", Clock.systemUTC());
    String name = "operators-" + new SecureRandom().nextLong();
    server =
        GrpcServer.builder(name, new Endpoint.InProcess(name), TestServers.limits())
            .serve(
                new OperatorService(
                    life.events()::status,
                    run.store,
                    new RunOrders(journal, life.coordinator()::control),
                    journal))
            .header(OperatorToken.HEADER)
            .check(
                new OperatorToken(Optional.of(Secret.of(TOKEN)), Set.of(OperatorService.GUARDED)))
            .start();
    channel = TestServers.connect(name);
  }

  /** Remembers orders in memory: what a disk does with them is tested elsewhere, and slower. */
  private RunStore withoutDisk(RunStore store) {
    return (RunStore)
        Proxy.newProxyInstance(
            RunStore.class.getClassLoader(),
            new Class<?>[] {RunStore.class},
            (proxy, method, arguments) -> {
              if (!method.getName().equals("command")) {
                return method.invoke(store, arguments);
              }
              if (arguments == null) {
                return ordered.get();
              }
              orders.incrementAndGet();
              ordered.set((RunCommand) arguments[0]);
              return null;
            });
  }

  /** Keeps nothing. */
  private static final class IdleDisk implements Disk {
    @Override
    public Output open(Path file) {
      return new Output() {
        @Override
        public void write(ByteBuffer bytes, long position) {}

        @Override
        public void truncate(long length) {}

        @Override
        public void sync() {}

        @Override
        public void close() {}
      };
    }

    @Override
    public void rename(Path from, Path to) {}

    @Override
    public void syncFolder(Path folder) {}
  }

  @AfterEach
  void stop() throws IOException {
    channel.shutdownNow();
    server.close();
    mark.close();
    run.close();
  }

  @ParameterizedTest
  @EnumSource(Method.class)
  void anyMessage_toAnyEndpoint_isAnsweredOrRefused(Method method) throws Exception {
    long seed = new SecureRandom().nextLong();
    System.out.println("OperatorFuzzTest " + method + " from seed " + seed);
    Random random = new Random(seed);
    var ledger = run.store.ledgerAfter(0, 10);
    Tally tally = new Tally();
    for (int i = 0; i < MESSAGES; i++) {
      tally.room.acquire();
      boolean withToken = random.nextInt(3) > 0;
      send(method, mutate(sample(method, random), random), withToken, tally);
    }
    assertThat(tally.room.tryAcquire(UNDER_WAY, 60, TimeUnit.SECONDS))
        .as("every call ends")
        .isTrue();
    assertThat(tally.bad.get()).as("seed %d", seed).isNull();
    assertThat(tally.refused.get()).as("messages are wrong in ways that are noticed").isPositive();
    assertThat(tally.answered.get()).as("and some are right").isPositive();
    assertThat(run.store.ledgerAfter(0, 10)).isEqualTo(ledger);
    if (method == Method.CONTROL_RUN) {
      assertThat(tally.answeredWithoutToken.get()).as("orders without a token").isZero();
      assertThat(orders.get()).isGreaterThanOrEqualTo(tally.answered.get());
    } else {
      assertThat(orders.get()).isZero();
    }
  }

  private static byte[] sample(Method method, Random random) {
    return switch (method) {
      case GET_RUN -> GetRunRequest.getDefaultInstance().toByteArray();
      case READ_LEDGER, READ_JOURNAL ->
          ReadLedgerRequest.newBuilder()
              .setAfterSequence(random.nextBoolean() ? random.nextInt(5) : random.nextLong())
              .build()
              .toByteArray();
      case CONTROL_RUN ->
          ControlRunRequest.newBuilder()
              .setActionValue(random.nextInt(6) - 1)
              .build()
              .toByteArray();
    };
  }

  /** Flips, cuts, lengthens or replaces bytes. */
  private static byte[] mutate(byte[] bytes, Random random) {
    byte[] changed = bytes.clone();
    int changes = random.nextInt(3);
    for (int i = 0; i < changes && changed.length > 0; i++) {
      changed[random.nextInt(changed.length)] = (byte) random.nextInt(256);
    }
    return switch (random.nextInt(6)) {
      case 0 -> Arrays.copyOf(changed, random.nextInt(changed.length + 1));
      case 1 -> Arrays.copyOf(changed, changed.length + random.nextInt(40));
      case 2 -> {
        byte[] other = new byte[random.nextInt(200)];
        random.nextBytes(other);
        yield other;
      }
      default -> changed;
    };
  }

  private void send(Method method, byte[] message, boolean withToken, Tally tally) {
    ClientCall<byte[], byte[]> call =
        channel.newCall(
            RawCalls.of(method.descriptor()),
            CallOptions.DEFAULT.withDeadlineAfter(60, TimeUnit.SECONDS));
    call.start(
        new ClientCall.Listener<>() {
          @Override
          public void onClose(Status status, Metadata trailers) {
            tally.closed(status, withToken);
          }
        },
        withToken ? OperatorToken.headers(Secret.of(TOKEN)) : new Metadata());
    call.request(100);
    call.sendMessage(message);
    call.halfClose();
  }

  /** What became of the calls. */
  private static final class Tally {
    final Semaphore room = new Semaphore(UNDER_WAY);
    final AtomicReference<Status> bad = new AtomicReference<>();
    final AtomicLong refused = new AtomicLong();
    final AtomicLong answered = new AtomicLong();
    final AtomicLong answeredWithoutToken = new AtomicLong();

    void closed(Status status, boolean withToken) {
      switch (status.getCode()) {
        case OK -> {
          answered.incrementAndGet();
          answeredWithoutToken.addAndGet(withToken ? 0 : 1);
        }
        case INTERNAL, UNKNOWN, DEADLINE_EXCEEDED -> bad.set(status);
        default -> refused.incrementAndGet();
      }
      if (String.valueOf(status.getDescription()).contains(TOKEN)) {
        bad.set(Status.DATA_LOSS.withDescription("the token leaks"));
      }
      room.release();
    }
  }
}
