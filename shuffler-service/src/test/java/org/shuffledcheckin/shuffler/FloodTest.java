package org.shuffledcheckin.shuffler;

import static org.assertj.core.api.Assertions.assertThat;

import io.grpc.Channel;
import io.grpc.ManagedChannel;
import io.grpc.netty.shaded.io.grpc.netty.NettyChannelBuilder;
import io.grpc.stub.StreamObserver;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.shuffledcheckin.proto.v1.CheckInGrpc;
import org.shuffledcheckin.proto.v1.PledgeOutcome;
import org.shuffledcheckin.proto.v1.RoundEvent;
import org.shuffledcheckin.proto.v1.SubscribeRequest;
import org.shuffledcheckin.shuffler.core.TestTerms;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Honest clients are served while strangers flood: first without, then beside connections that
 * subscribe without a credential, as many and as fast as they come, each from a new connection once
 * it was cut. Logs the honest clients' latencies and their ratio; strangers run on the same
 * machine, so the ratio contains what their own side costs.
 */
class FloodTest {
  private static final Logger LOG = LoggerFactory.getLogger(FloodTest.class);
  private static final int HOSTS = 4;
  private static final int CALLS = Integer.getInteger("calls", 200);
  private static final int STRANGERS = Integer.getInteger("strangers", 8);
  private static final int CALLS_OF_A_STRANGER = 64;

  @TempDir Path folder;
  private ServiceHarness shuffler;
  private List<byte[]> tokens;
  private final AtomicInteger nextClient = new AtomicInteger();

  @Test
  void honestClients_besideAFlood_areAllServed() throws Exception {
    ExecutorService threads = Executors.newCachedThreadPool();
    try (ServiceHarness service = ServiceHarness.start(folder, Map.of())) {
      shuffler = service;
      tokens = service.service.enrol(HOSTS * (CALLS + CALLS / 10 + 1) * 3);
      service.open(service.aggregator(), 1, TestTerms.simple().clients(tokens.size()), new byte[0]);
      serve(threads);
      long[][] quiet = serve(threads);
      Flood flood = new Flood(threads);
      long[][] flooded = serve(threads);
      flood.stop();
      report("call on an open connection", quiet[0], flooded[0]);
      report("connection and first call", quiet[1], flooded[1]);
      LOG.warn(
          "strangers meanwhile: {} connections, {} calls, {} of them let in",
          flood.connections,
          flood.calls,
          flood.served);
      assertThat(flood.calls.get()).isGreaterThan(1000);
      assertThat(flood.served).hasValue(0);
    } finally {
      threads.shutdownNow();
      assertThat(threads.awaitTermination(30, TimeUnit.SECONDS)).isTrue();
    }
  }

  /** Every pledge is accepted; how long each waited, sorted, by the kind of connection. */
  private long[][] serve(ExecutorService threads) throws Exception {
    List<Future<long[][]>> hosts = new ArrayList<>();
    for (int host = 0; host < HOSTS; host++) {
      hosts.add(threads.submit((Callable<long[][]>) this::host));
    }
    long[][] all = {new long[0], new long[0]};
    for (Future<long[][]> host : hosts) {
      long[][] waits = host.get(5, TimeUnit.MINUTES);
      for (int kind = 0; kind < all.length; kind++) {
        long[] joined = Arrays.copyOf(all[kind], all[kind].length + waits[kind].length);
        System.arraycopy(waits[kind], 0, joined, all[kind].length, waits[kind].length);
        Arrays.sort(joined);
        all[kind] = joined;
      }
    }
    return all;
  }

  private long[][] host() {
    long[][] waits = {new long[CALLS], new long[CALLS / 10]};
    byte[] speaker = tokens.get(nextClient.getAndIncrement() % tokens.size());
    Channel open = shuffler.client(speaker).getChannel();
    for (int call = 0; call < CALLS; call++) {
      waits[0][call] = pledge(open);
      if (call % 10 == 0) {
        long began = System.nanoTime();
        pledge(shuffler.client(speaker).getChannel());
        waits[1][call / 10] = System.nanoTime() - began;
      }
    }
    return waits;
  }

  private long pledge(Channel channel) {
    byte[] token = tokens.get(nextClient.getAndIncrement());
    long began = System.nanoTime();
    assertThat(
            shuffler.pledge(
                CheckInGrpc.newBlockingStub(channel).withDeadlineAfter(60, TimeUnit.SECONDS),
                1,
                ServiceHarness.pledge(token, 0)))
        .containsExactly(PledgeOutcome.PLEDGE_OUTCOME_ACCEPTED);
    return System.nanoTime() - began;
  }

  private static void report(String what, long[] quiet, long[] flooded) {
    LOG.warn(
        "{}: p50 {} ms without, {} ms beside strangers, ratio {}; p99 {} ms, {} ms, ratio {}",
        what,
        millis(quiet, 0.5),
        millis(flooded, 0.5),
        ratio(quiet, flooded, 0.5),
        millis(quiet, 0.99),
        millis(flooded, 0.99),
        ratio(quiet, flooded, 0.99));
  }

  private static long at(long[] sorted, double quantile) {
    return sorted[(int) (quantile * (sorted.length - 1))];
  }

  private static String millis(long[] sorted, double quantile) {
    return "%.1f".formatted(at(sorted, quantile) / 1e6);
  }

  private static String ratio(long[] quiet, long[] flooded, double quantile) {
    return "%.1f".formatted((double) at(flooded, quantile) / at(quiet, quantile));
  }

  /** Strangers from addresses of their own, each again and again. */
  private final class Flood {
    private final AtomicBoolean ended = new AtomicBoolean();
    private final AtomicLong connections = new AtomicLong();
    private final AtomicLong calls = new AtomicLong();
    private final AtomicLong served = new AtomicLong();
    private final List<Future<?>> strangers = new ArrayList<>();

    Flood(ExecutorService threads) {
      for (int i = 0; i < STRANGERS; i++) {
        String address = "127.0.1." + (i + 1);
        strangers.add(threads.submit(() -> run(address)));
      }
    }

    private void run(String address) {
      while (!ended.get()) {
        ManagedChannel channel =
            NettyChannelBuilder.forAddress(
                    "localhost", shuffler.service.clientsPort(), shuffler.anonymous())
                .localSocketPicker(
                    new NettyChannelBuilder.LocalSocketPicker() {
                      @Override
                      public java.net.SocketAddress createSocketAddress(
                          java.net.SocketAddress remote, io.grpc.Attributes attributes) {
                        return new InetSocketAddress(address, 0);
                      }
                    })
                .build();
        connections.incrementAndGet();
        CountDownLatch under = new CountDownLatch(CALLS_OF_A_STRANGER);
        for (int call = 0; call < CALLS_OF_A_STRANGER; call++) {
          CheckInGrpc.newStub(channel)
              .withDeadlineAfter(5, TimeUnit.SECONDS)
              .subscribe(SubscribeRequest.getDefaultInstance(), new Caller(under));
        }
        try {
          under.await();
        } catch (InterruptedException e) {
          ended.set(true);
        }
        channel.shutdownNow();
      }
    }

    void stop() throws Exception {
      ended.set(true);
      for (Future<?> stranger : strangers) {
        stranger.get(1, TimeUnit.MINUTES);
      }
    }

    private final class Caller implements StreamObserver<RoundEvent> {
      private final CountDownLatch under;

      Caller(CountDownLatch under) {
        this.under = under;
      }

      @Override
      public void onNext(RoundEvent event) {
        served.incrementAndGet();
      }

      @Override
      public void onError(Throwable failure) {
        calls.incrementAndGet();
        under.countDown();
      }

      @Override
      public void onCompleted() {
        calls.incrementAndGet();
        under.countDown();
      }
    }
  }
}
