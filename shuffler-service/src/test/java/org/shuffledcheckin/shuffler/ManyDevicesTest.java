package org.shuffledcheckin.shuffler;

import static org.assertj.core.api.Assertions.assertThat;

import io.grpc.Channel;
import io.grpc.netty.shaded.io.netty.util.internal.PlatformDependent;
import io.grpc.stub.StreamObserver;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.shuffledcheckin.proto.v1.CheckInGrpc;
import org.shuffledcheckin.proto.v1.PledgeOutcome;
import org.shuffledcheckin.proto.v1.PledgeReply;
import org.shuffledcheckin.proto.v1.PledgeRequest;
import org.shuffledcheckin.proto.v1.RoundEvent;
import org.shuffledcheckin.proto.v1.SubscribeRequest;
import org.shuffledcheckin.shuffler.core.TestTerms;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Devices that each keep a connection and a subscription of their own, all from one address, on the
 * defaults. Logs the memory that one takes on both sides together.
 */
class ManyDevicesTest {
  private static final Logger LOG = LoggerFactory.getLogger(ManyDevicesTest.class);
  private static final int DEVICES = Integer.getInteger("devices", 2000);

  /** Handshakes at once: fewer than the strangers that one address may have. */
  private static final int AT_ONCE = 200;

  @TempDir Path folder;
  private final AtomicInteger told = new AtomicInteger();
  private final AtomicInteger accepted = new AtomicInteger();
  private final AtomicInteger failed = new AtomicInteger();

  @Test
  void devices_withAConnectionEach_allHearAndAllPledge() throws Exception {
    try (ServiceHarness shuffler = ServiceHarness.start(folder, Map.of())) {
      List<byte[]> tokens = shuffler.service.enrol(DEVICES);
      TestTerms terms = TestTerms.simple().clients(DEVICES);
      shuffler.open(shuffler.aggregator(), 1, terms, new byte[0]);
      long before = memory();
      List<Channel> devices = new ArrayList<>();
      for (byte[] token : tokens) {
        Channel device = shuffler.client(token).getChannel();
        devices.add(device);
        CheckInGrpc.newStub(device).subscribe(SubscribeRequest.getDefaultInstance(), new Events());
        await(() -> told.get() + failed.get() > devices.size() - AT_ONCE);
      }
      await(() -> told.get() + failed.get() == DEVICES);
      assertThat(failed).hasValue(0);
      LOG.warn("{} devices: {} KB each, both sides", DEVICES, (memory() - before) / DEVICES / 1024);
      for (int device = 0; device < DEVICES; device++) {
        CheckInGrpc.newStub(devices.get(device))
            .pledge(
                PledgeRequest.newBuilder()
                    .setId(shuffler.wireId(1))
                    .addPledges(ServiceHarness.pledge(tokens.get(device), 0))
                    .build(),
                new Pledged());
      }
      await(() -> accepted.get() + failed.get() == DEVICES);
      assertThat(accepted).hasValue(DEVICES);
    }
  }

  private static long memory() {
    System.gc();
    return Runtime.getRuntime().totalMemory()
        - Runtime.getRuntime().freeMemory()
        + PlatformDependent.usedDirectMemory();
  }

  private static void await(BooleanSupplier condition) throws InterruptedException {
    long end = System.nanoTime() + TimeUnit.MINUTES.toNanos(5);
    while (!condition.getAsBoolean()) {
      assertThat(System.nanoTime() - end).as("waited too long").isNegative();
      Thread.sleep(5);
    }
  }

  private final class Events implements StreamObserver<RoundEvent> {
    @Override
    public void onNext(RoundEvent event) {
      told.incrementAndGet();
    }

    @Override
    public void onError(Throwable failure) {
      failed.incrementAndGet();
    }

    @Override
    public void onCompleted() {
      failed.incrementAndGet();
    }
  }

  private final class Pledged implements StreamObserver<PledgeReply> {
    @Override
    public void onNext(PledgeReply reply) {
      if (reply.getOutcomes(0) == PledgeOutcome.PLEDGE_OUTCOME_ACCEPTED) {
        accepted.incrementAndGet();
      }
    }

    @Override
    public void onError(Throwable failure) {
      failed.incrementAndGet();
    }

    @Override
    public void onCompleted() {}
  }
}
