package org.shuffledcheckin.aggregator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.grpc.ManagedChannel;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.stub.MetadataUtils;
import java.io.IOException;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.Statement;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.shuffledcheckin.aggregator.ledger.LedgerRefusal;
import org.shuffledcheckin.aggregator.ledger.LedgerVerifier;
import org.shuffledcheckin.aggregator.round.RunEnd;
import org.shuffledcheckin.aggregator.round.ShufflerLink;
import org.shuffledcheckin.aggregator.run.RunListener;
import org.shuffledcheckin.aggregator.run.RunState;
import org.shuffledcheckin.aggregator.run.RunStatus;
import org.shuffledcheckin.aggregator.store.Estimate;
import org.shuffledcheckin.aggregator.store.StoredEvaluation;
import org.shuffledcheckin.kit.config.Secret;
import org.shuffledcheckin.kit.ledger.LedgerChain;
import org.shuffledcheckin.kit.ledger.LedgerChain.Head;
import org.shuffledcheckin.kit.ledger.LedgerChain.Link;
import org.shuffledcheckin.kit.round.Digest;
import org.shuffledcheckin.kit.round.RoundId;
import org.shuffledcheckin.kit.server.OperatorToken;
import org.shuffledcheckin.learning.data.Dataset;
import org.shuffledcheckin.learning.data.Shape;
import org.shuffledcheckin.proto.v1.AggregatorOperatorGrpc;
import org.shuffledcheckin.proto.v1.ControlRunRequest;
import org.shuffledcheckin.proto.v1.GetRunReply;
import org.shuffledcheckin.proto.v1.GetRunRequest;
import org.shuffledcheckin.proto.v1.ReadLedgerRequest;

class AggregatorServiceTest extends ServiceFixture {
  @Test
  void start_wholeRun_trainsEvaluatesAndTellsOperators() throws Exception {
    Dataset test =
        Dataset.ofFloats(
            "test", Shape.flat(3), 2, new float[] {1, 2, 3, 4, 5, 6}, new int[] {0, 1});
    try (AggregatorService service = start(Optional.of(test))) {
      RunEnd end = service.await();
      assertThat(end.state()).isEqualTo(RunState.FINISHED);
      assertThat(service.history().evaluations())
          .extracting(StoredEvaluation::round)
          .containsExactly(2L, 3L);
      assertOperatorSees(service);
      String metrics = get(service, "/metrics").body();
      assertThat(metrics)
          .contains("checkin_rounds_total{outcome=\"committed\"} 3.0")
          .contains("checkin_reports_rejected_total{reason=\"duplicate\"} 0.0")
          .contains("checkin_rounds_discarded_total{reason=\"reports_missing\"} 0.0")
          .contains("checkin_rounds_discarded_total{reason=\"too_few_pledges\"} 0.0")
          .contains("checkin_reports_missing 0.0")
          .contains("checkin_epsilon_spent 0.375")
          .contains("checkin_epsilon_left 9.625")
          .contains("checkin_model_version 3.0");
      assertThat(get(service, "/readyz").statusCode()).isEqualTo(200);
    }
  }

  private static void assertOperatorSees(AggregatorService service) throws IOException {
    ManagedChannel channel = dial(service, OPERATOR);
    try {
      GetRunReply run = operator(channel).getRun(GetRunRequest.getDefaultInstance());
      assertThat(run.getState()).isEqualTo(GetRunReply.State.STATE_FINISHED);
      assertThat(run.getRoundsCommitted()).isEqualTo(3);
      assertThat(run.getReportsAggregated()).isEqualTo(12);
      assertThat(run.getEpsilonSpent()).isEqualTo(0.375);
      assertThat(run.getRoundsLeft()).isEqualTo(77);
      Head head = LedgerChain.genesis(RoundId.Run.of(run.getRun().toByteArray()));
      var entries = operator(channel).readLedger(ReadLedgerRequest.getDefaultInstance());
      while (entries.hasNext()) {
        var entry = entries.next();
        byte[] text = entry.getEntry().toByteArray();
        Digest parameters =
            Digest.fromHex(new JsonMapper().readTree(text).get("parameters_sha256").asText());
        head =
            LedgerChain.extend(head, Link.of(entry.getSequence(), Digest.sha256(text), parameters));
        assertThat(entry.getHead().toByteArray()).isEqualTo(head.hash().toBytes());
      }
      assertThat(head.sequence()).isEqualTo(3);
    } finally {
      channel.shutdownNow();
    }
  }

  @Test
  void metrics_reportsMissing_areToldByReason() throws Exception {
    fake.release = round -> ShufflerLink.Disposition.REPORTS_MISSING;
    fake.missing = 7;
    flags.put("rounds.count", "2");
    try (AggregatorService service = start()) {
      assertThat(service.await().state()).isEqualTo(RunState.FINISHED);
      assertThat(get(service, "/metrics").body())
          .contains("checkin_rounds_total{outcome=\"discarded\"} 2.0")
          .contains("checkin_rounds_discarded_total{reason=\"reports_missing\"} 2.0")
          .contains("checkin_reports_missing 7.0");
      assertThat(get(service, "/api/rounds").body())
          .contains("\"status\":\"REPORTS_MISSING\"")
          .contains("\"missing\":7");
    }
  }

  @Test
  void start_withoutSigningKey_saysWhatIsMissing() {
    flags.remove("signing-key");
    assertThatThrownBy(this::start)
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("signing-key is required");
    assertThat(folder.resolve("run")).doesNotExist();
  }

  @Test
  void verify_announcementThatTheLedgerDoesNotName_isRefused() throws Exception {
    try (AggregatorService service = start()) {
      assertThat(service.await().state()).isEqualTo(RunState.FINISHED);
    }
    assertThat(verified().head().sequence()).isEqualTo(3);
    try (Connection database =
            DriverManager.getConnection("jdbc:sqlite:" + folder.resolve("run/aggregator.db"));
        Statement statement = database.createStatement()) {
      assertThat(
              statement.executeUpdate(
                  "UPDATE round SET announcement ="
                      + " (SELECT announcement FROM round WHERE number = 1) WHERE number = 2"))
          .isEqualTo(1);
    }
    assertThatThrownBy(this::verified)
        .isInstanceOf(LedgerRefusal.class)
        .hasMessageContaining("entry 2 does not pay for the round that was announced");
  }

  private LedgerVerifier.Findings verified() throws IOException {
    try (LedgerArchive ledger = LedgerArchive.of(RunArchive.ofFolder(folder.resolve("run")))) {
      return ledger.verify(TestAccountant.FRESH);
    }
  }

  @Test
  void controlRun_withoutTokenOrRole_isRefused() throws Exception {
    try (AggregatorService service = start()) {
      ControlRunRequest pause =
          ControlRunRequest.newBuilder().setAction(ControlRunRequest.Action.ACTION_PAUSE).build();
      ManagedChannel channel = dial(service, OPERATOR);
      ManagedChannel stranger = dial(service, STRANGER);
      try {
        assertStatus(Status.Code.UNAUTHENTICATED, () -> operator(channel).controlRun(pause));
        assertStatus(
            Status.Code.UNAUTHENTICATED,
            () -> withToken(channel, "another token").controlRun(pause));
        assertStatus(
            Status.Code.PERMISSION_DENIED,
            () -> operator(stranger).getRun(GetRunRequest.getDefaultInstance()));
        assertStatus(
            Status.Code.INVALID_ARGUMENT,
            () -> withToken(channel, TOKEN).controlRun(ControlRunRequest.getDefaultInstance()));
      } finally {
        channel.shutdownNow();
        stranger.shutdownNow();
      }
      assertThat(service.await().state()).isEqualTo(RunState.FINISHED);
    }
  }

  private static AggregatorOperatorGrpc.AggregatorOperatorBlockingStub withToken(
      ManagedChannel channel, String token) {
    return operator(channel)
        .withInterceptors(
            MetadataUtils.newAttachHeadersInterceptor(OperatorToken.headers(Secret.of(token))));
  }

  private static void assertStatus(Status.Code code, Runnable call) {
    assertThatThrownBy(call::run)
        .isInstanceOfSatisfying(
            StatusRuntimeException.class, e -> assertThat(e.getStatus().getCode()).isEqualTo(code));
  }

  @Test
  void controlRun_pauseThenEnd_outlivesARestart() throws Exception {
    fake.enrolled = 0;
    try (AggregatorService service = start()) {
      ManagedChannel channel = dial(service, OPERATOR);
      withToken(channel, TOKEN).controlRun(action(ControlRunRequest.Action.ACTION_END));
      channel.shutdownNow();
      assertThat(service.await().state()).isEqualTo(RunState.FINISHED);
    }
    fake.enrolled = 1000;
    try (AggregatorService service = start()) {
      assertThat(service.await().detail()).contains("operator");
    }
    assertThat(fake.announced).isEmpty();
  }

  private static ControlRunRequest action(ControlRunRequest.Action action) {
    return ControlRunRequest.newBuilder().setAction(action).build();
  }

  @Test
  void start_shufflerAway_stallsAndGoesOnByItself() throws Exception {
    int port = shuffler.port();
    shuffler.close();
    CountDownLatch stalled = new CountDownLatch(1);
    try (AggregatorService service = start()) {
      service
          .events()
          .subscribe(
              new RunListener() {
                @Override
                public void stateChanged(RunStatus status) {
                  if (status.detail().contains("does not answer")) {
                    stalled.countDown();
                  }
                }
              });
      stalled.await();
      assertThat(get(service, "/readyz").statusCode()).isEqualTo(503);
      assertThat(get(service, "/healthz").statusCode()).isEqualTo(200);
      shuffler = serve(port);
      assertThat(service.await().state()).isEqualTo(RunState.FINISHED);
    }
  }

  @Test
  void start_testSetOfAnotherShape_isRefusedAndLeavesNothing() {
    Dataset other = Dataset.ofFloats("other", Shape.flat(2), 2, new float[] {1, 2}, new int[] {0});
    assertThatThrownBy(() -> start(Optional.of(other)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("evaluation needs records of 1x1x3");
    assertThat(folder.resolve("run")).doesNotExist();
  }

  @Test
  void start_countingTask_storesEstimatesWithErrors() throws Exception {
    flags.keySet().removeIf(key -> key.startsWith("model.") || key.startsWith("randomizer."));
    flags.put("randomizer.kind", "k-ary");
    flags.put("randomizer.categories", "3");
    flags.put("randomizer.epsilon0", "1");
    Estimate found;
    try (AggregatorService service = start()) {
      assertThat(service.await().state()).isEqualTo(RunState.FINISHED);
      found = service.history().outcome(3).orElseThrow().estimate().orElseThrow();
      assertThat(get(service, "/api/results").body())
          .contains("\"combined\":{\"reports\":12,\"estimates\":[", "\"round\":3");
    }
    JsonNode written = new ObjectMapper().readTree(folder.resolve("run/results.json").toFile());
    assertThat(written.path("rounds")).hasSize(3);
    assertCombined(written);
    assertThat(fake.announced.get(0).terms().model().bytes()).isZero();
    assertThat(found.reports()).isEqualTo(4);
    assertThat(found.values()).hasSize(3);
  }

  /** Three rounds of equally many reports: the plain mean, and errors that shrink by its root. */
  private static void assertCombined(JsonNode written) {
    for (int category = 0; category < 3; category++) {
      double mean = 0;
      double variance = 0;
      for (JsonNode round : written.path("rounds")) {
        mean += round.path("estimates").get(category).path("estimate").asDouble() / 3;
        variance +=
            Math.pow(
                round.path("estimates").get(category).path("standard_error").asDouble() / 3, 2);
      }
      JsonNode combined = written.path("combined");
      assertThat(combined.path("estimates").get(category).path("estimate").asDouble())
          .isCloseTo(mean, within(1e-12));
      assertThat(combined.path("estimates").get(category).path("standard_error").asDouble())
          .isCloseTo(Math.sqrt(variance), within(1e-12));
    }
  }
}
