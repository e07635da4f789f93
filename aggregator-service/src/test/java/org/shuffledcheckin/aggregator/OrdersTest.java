package org.shuffledcheckin.aggregator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.grpc.ManagedChannel;
import io.grpc.StatusRuntimeException;
import io.grpc.stub.MetadataUtils;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.shuffledcheckin.kit.config.ConfigException;
import org.shuffledcheckin.kit.config.Secret;
import org.shuffledcheckin.kit.journal.JournalChain;
import org.shuffledcheckin.kit.journal.JournalEntry;
import org.shuffledcheckin.kit.journal.OperatorJournal;
import org.shuffledcheckin.kit.server.OperatorToken;
import org.shuffledcheckin.proto.v1.ControlRunReply;
import org.shuffledcheckin.proto.v1.ControlRunRequest;
import org.shuffledcheckin.proto.v1.ControlRunRequest.Action;

/** By which ways orders come in, and that each is in the journal before it takes effect. */
class OrdersTest extends ServiceFixture {
  private List<String> entries() throws IOException {
    return JournalChain.read(folder.resolve("run").resolve(OperatorJournal.FILE)).stream()
        .map(JournalEntry::text)
        .toList();
  }

  private static ControlRunReply order(AggregatorService service, Action action) {
    ManagedChannel channel = dial(service, OPERATOR);
    try {
      return operator(channel)
          .withInterceptors(
              MetadataUtils.newAttachHeadersInterceptor(OperatorToken.headers(Secret.of(TOKEN))))
          .controlRun(ControlRunRequest.newBuilder().setAction(action).build());
    } finally {
      channel.shutdownNow();
    }
  }

  @Test
  void dashboard_byDefault_takesNoOrdersEvenWithTheToken() throws Exception {
    fake.enrolled = 0;
    try (AggregatorService service = start()) {
      assertThat(order(service, "http", TOKEN).statusCode()).isEqualTo(404);
      assertThat(get(service, "/api/run").body()).contains("\"takesOrders\":false");
    }
    assertThat(entries()).isEmpty();
  }

  @Test
  void dashboard_withoutTls_isRefusedAtStart() {
    flags.put("operators.dashboard", "true");
    assertThatThrownBy(this::start)
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("operators.dashboard needs operations.tls");
  }

  @Test
  void dashboard_overTls_takesOrdersWithTheTokenOnly() throws Exception {
    fake.enrolled = 0;
    flags.put("operators.dashboard", "true");
    flags.put("operations.tls", "true");
    try (AggregatorService service = start()) {
      assertThat(getSecurely(service, "/api/run").body()).contains("\"takesOrders\":true");
      assertThat(order(service, "https", TOKEN.substring(1)).statusCode()).isEqualTo(403);
      assertThat(entries()).isEmpty();
      assertThat(order(service, "https", TOKEN).statusCode()).isEqualTo(200);
      assertThatThrownBy(() -> get(service, "/api/run")).isInstanceOf(IOException.class);
    }
    assertThat(entries()).hasSize(1);
    assertThat(entries().get(0)).contains("\"action\":\"pause\"", "the operations port");
  }

  @Test
  void controlRun_everyOrder_isWrittenWithWhoGaveIt() throws Exception {
    fake.enrolled = 0;
    try (AggregatorService service = start()) {
      order(service, Action.ACTION_PAUSE);
      order(service, Action.ACTION_RESUME);
      order(service, Action.ACTION_END);
      assertThatThrownBy(() -> order(service, Action.ACTION_PAUSE))
          .isInstanceOf(StatusRuntimeException.class);
    }
    List<String> entries = entries();
    assertThat(entries).hasSize(5);
    assertThat(entries.get(0)).contains("\"action\":\"pause\"");
    assertThat(entries.get(1)).contains("\"action\":\"resume\"");
    assertThat(entries.get(2)).contains("\"action\":\"end\"");
    assertThat(entries.get(3)).contains("\"action\":\"pause\"");
    assertThat(entries.get(4)).contains("\"action\":\"not-done\"", "\"order\":4");
    assertThat(entries)
        .allSatisfy(
            text ->
                assertThat(text)
                    .contains("\"service\":\"aggregator\"", "urn:checkin:operator:aggregator"));
  }

  @Test
  void start_shufflerWithTheAggregatorsCertificate_isNotTrusted() throws Exception {
    shuffler.close();
    shuffler = serve(0, AGGREGATOR);
    flags.put("shuffler.port", Integer.toString(shuffler.port()));
    try (AggregatorService service = start()) {
      long end = System.nanoTime() + 20_000_000_000L;
      while (!service.status().detail().contains("does not answer")
          && System.nanoTime() - end < 0) {
        Thread.onSpinWait();
      }
      assertThat(service.status().detail()).contains("does not answer");
    }
    assertThat(fake.announced).isEmpty();
  }
}
