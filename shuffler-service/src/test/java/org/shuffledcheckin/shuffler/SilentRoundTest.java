package org.shuffledcheckin.shuffler;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.shuffledcheckin.proto.v1.GetShufflerReply;
import org.shuffledcheckin.proto.v1.GetShufflerRequest;
import org.shuffledcheckin.shuffler.core.ShufflerHarness;
import org.shuffledcheckin.shuffler.core.TestTerms;

/**
 * Nobody who reads the shuffler's metrics or its status can watch a round fill: every series of the
 * page, but for those of the Java machine itself, has the same value before the first pledge and
 * after the last delivery, and what came in shows when the round has closed.
 */
class SilentRoundTest {
  /** Load of the process, whoever caused it; no count of ours among them. */
  private static final String OF_THE_MACHINE = "^(jvm|process|system)_.*";

  private static final TestTerms TERMS = TestTerms.simple().clients(4).reportBytes(20_000);

  @TempDir Path folder;

  @Test
  void metricsAndStatus_whileARoundFills_doNotChangeAndTellAtTheClose() throws Exception {
    try (ServiceHarness shuffler = ServiceHarness.start(folder, Map.of())) {
      List<byte[]> tokens = shuffler.enrol(5);
      var aggregator = shuffler.aggregator();
      var operator = shuffler.operator();
      var client = shuffler.client();
      shuffler.open(aggregator, 1, TERMS, new byte[0]);
      Map<String, String> before = page(shuffler);
      GetShufflerReply status = operator.getShuffler(GetShufflerRequest.getDefaultInstance());
      assertThat(before).containsEntry("checkin_shuffler_rounds_open", "1.0");
      for (byte[] token : tokens) {
        byte[][] reports = {ShufflerHarness.report(TERMS, 1), ShufflerHarness.report(TERMS, 2)};
        assertThat(ServiceHarness.takePart(client, shuffler.wireId(1), token, reports))
            .isEqualTo(1);
        shuffler.freeDisk.addAndGet(-2 * 20_048);
        shuffler.looks.drainPermits();
        shuffler.clock.pass(Duration.ofSeconds(2));
        assertThat(shuffler.looks.tryAcquire(20, TimeUnit.SECONDS)).as("it looks").isTrue();
        // Refused ones, and those to no round at all, tell nothing either.
        assertThat(ServiceHarness.takePart(client, shuffler.wireId(1), token, reports))
            .isEqualTo(2);
        shuffler.pledge(client, 1, ServiceHarness.pledge(new byte[24], 0));
        shuffler.pledge(client, 7, ServiceHarness.pledge(token, 0));
        assertThat(page(shuffler)).isEqualTo(before);
        assertThat(operator.getShuffler(GetShufflerRequest.getDefaultInstance())).isEqualTo(status);
      }
      shuffler.clock.pass(Duration.ofSeconds(20));
      assertThat(shuffler.receive(aggregator, 1)).isNotEmpty();
      assertThat(page(shuffler))
          .containsEntry("checkin_shuffler_pledges_total{outcome=\"accepted\"}", "5.0")
          .containsEntry("checkin_shuffler_pledges_total{outcome=\"already_pledged\"}", "5.0")
          .containsEntry("checkin_shuffler_pledges_total{outcome=\"not_authorised\"}", "5.0")
          .containsEntry("checkin_shuffler_pledges_total{outcome=\"round_not_open\"}", "5.0")
          .containsEntry("checkin_shuffler_deliveries_total{outcome=\"accepted\"}", "5.0")
          .containsEntry("checkin_shuffler_deliveries_total{outcome=\"already_delivered\"}", "5.0")
          .containsEntry("checkin_shuffler_reports_total", "10.0")
          .containsEntry("checkin_shuffler_requests_seconds_count{kind=\"delivery\"}", "10")
          .containsEntry("checkin_shuffler_commit_seconds_count", "10")
          .containsEntry("checkin_shuffler_spool_bytes", Double.toString(10 * 20_048))
          .containsEntry("checkin_shuffler_rounds_open", "0.0")
          .containsEntry(
              "checkin_shuffler_disk_free_bytes",
              Double.toString((double) shuffler.freeDisk.get()));
      assertThat(
              operator
                  .getShuffler(GetShufflerRequest.getDefaultInstance())
                  .getLastClosed()
                  .getPledges())
          .isEqualTo(5);
    }
  }

  /** A round that closes says nothing of one that is still open. */
  @Test
  void metrics_anotherRoundCloses_doNotTellOfTheOpenOne() throws Exception {
    try (ServiceHarness shuffler = ServiceHarness.start(folder, Map.of())) {
      List<byte[]> tokens = shuffler.enrol(3);
      var aggregator = shuffler.aggregator();
      var client = shuffler.client();
      var other =
          new org.shuffledcheckin.shuffler.core.TestLedger(
              org.shuffledcheckin.kit.round.RoundId.Run.of(new byte[16]));
      ServiceHarness.open(
          aggregator,
          ServiceHarness.header(other.charge(1, TERMS.openFor(Duration.ofSeconds(5)), 0)),
          new byte[0]);
      shuffler.open(aggregator, 1, TERMS, new byte[0]);
      for (byte[] token : tokens) {
        shuffler.pledge(client, 1, ServiceHarness.pledge(token, 0));
      }
      shuffler.clock.pass(Duration.ofSeconds(5));
      long end = System.nanoTime() + Duration.ofSeconds(20).toNanos();
      while (!page(shuffler).get("checkin_shuffler_rounds_open").equals("1.0")) {
        assertThat(System.nanoTime() - end).as("the short round closes").isNegative();
        Thread.onSpinWait();
      }
      assertThat(page(shuffler))
          .containsEntry("checkin_shuffler_pledges_total{outcome=\"accepted\"}", "0.0");
    }
  }

  private static Map<String, String> page(ServiceHarness shuffler) throws Exception {
    return ServiceHarness.get(shuffler.service, "/metrics")
        .body()
        .lines()
        .filter(line -> !line.startsWith("#") && !line.matches(OF_THE_MACHINE))
        .map(line -> line.split(" (?=[^ ]*$)"))
        .collect(Collectors.toMap(line -> line[0], line -> line[1], (a, b) -> a, TreeMap::new));
  }
}
