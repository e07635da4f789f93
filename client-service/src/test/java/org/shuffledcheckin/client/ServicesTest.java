package org.shuffledcheckin.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.protobuf.ByteString;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Clock;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.shuffledcheckin.accountant.Budget;
import org.shuffledcheckin.accountant.CheckInLaw;
import org.shuffledcheckin.accountant.filter.FilterMenu;
import org.shuffledcheckin.accountant.filter.FilterReading;
import org.shuffledcheckin.accountant.filter.PrivacyFilter;
import org.shuffledcheckin.client.coin.ClientRandomness;
import org.shuffledcheckin.client.config.ClientConfig;
import org.shuffledcheckin.client.config.FleetConfig;
import org.shuffledcheckin.client.exchange.PledgeOutcome;
import org.shuffledcheckin.client.host.HostListener;
import org.shuffledcheckin.client.host.RoundSummary;
import org.shuffledcheckin.kit.config.ConfigSource;
import org.shuffledcheckin.kit.round.RoundTerms;
import org.shuffledcheckin.kit.sealing.RoundKey;
import org.shuffledcheckin.kit.tls.DevelopmentAuthority;
import org.shuffledcheckin.kit.tls.TlsFiles;
import org.shuffledcheckin.learning.data.Dataset;

/** Both services as they are deployed: from configuration, over TLS on the loopback interface. */
class ServicesTest {
  private static final byte[] MODEL = TestRounds.model(0.1f);

  @TempDir Path folder;

  private final DevelopmentAuthority authority =
      DevelopmentAuthority.create(Clock.systemUTC(), new SecureRandom());
  private final RoundKey key = RoundKey.generate();
  private final Dataset records = TestRounds.data(50).data();
  private final BlockingQueue<RoundSummary> finished = new LinkedBlockingQueue<>();
  private final HostListener listener =
      new HostListener() {
        @Override
        public void finished(RoundSummary summary) {
          finished.add(summary);
        }
      };
  private TestShuffler shuffler;

  @BeforeEach
  void start() throws IOException {
    shuffler =
        new TestShuffler(authority.issueServer("shuffler", List.of("localhost", "127.0.0.1")));
    Files.writeString(folder.resolve("ca.crt"), authority.certificatePem());
    Files.write(folder.resolve("bundle.json"), TestLedger.KEYS.verifyingKeys().toBytes());
  }

  @AfterEach
  void stop() {
    shuffler.close();
  }

  private Map<String, String> flags() {
    Map<String, String> flags = new HashMap<>();
    flags.put("shuffler.host", "localhost");
    flags.put("shuffler.port", Integer.toString(shuffler.port()));
    flags.put("shuffler.trust", folder.resolve("ca.crt").toString());
    flags.put("aggregator-bundle", folder.resolve("bundle.json").toString());
    flags.put("state", folder.resolve("state").toString());
    flags.put("policy.smallest-population", "10");
    flags.put("policy.largest-check-in-rate", "1");
    flags.put("policy.lifetime-epsilon", "10");
    flags.put("operations.port", "0");
    return flags;
  }

  private static <T extends Record> T config(Map<String, String> flags, Class<T> type) {
    return new ConfigSource(Optional.empty(), "CHECKIN_TEST", Map.of(), flags).read(type);
  }

  private Path tokens(int count) throws IOException {
    List<String> lines = new ArrayList<>();
    for (int client = 0; client < count; client++) {
      byte[] token = new byte[24];
      token[7] = (byte) client;
      lines.add(HexFormat.of().formatHex(token));
    }
    return Files.write(folder.resolve("tokens"), lines);
  }

  private ClientService startFleet(FleetConfig config) throws IOException {
    return ClientService.startFleet(config, records, ClientRandomness.secure(), listener);
  }

  private RoundTerms round(double rate) {
    return TestRounds.gaussian(1, CheckInLaw.POISSON, rate, MODEL, key.publicKey());
  }

  private RoundSummary awaitFinished() throws InterruptedException {
    RoundSummary summary = finished.poll(20, TimeUnit.SECONDS);
    assertThat(summary).isNotNull();
    return summary;
  }

  @Test
  void fleet_overTls_pledgesForEveryClientAndItsMetricsTellNoDraw() throws Exception {
    Map<String, String> flags = flags();
    flags.put("token-file", tokens(50).toString());
    FleetConfig config = config(flags, FleetConfig.class);
    try (ClientService fleet = startFleet(config)) {
      assertThat(fleet.clients()).isEqualTo(50);
      shuffler.open(round(0.5), MODEL);
      assertThat(awaitFinished().pledges(PledgeOutcome.ACCEPTED)).isEqualTo(50);
      assertThat(shuffler.pledged(1)).hasSize(50);
      assertTellsNoDraw(get(fleet.operationsPort().orElseThrow(), "/metrics"), 50);
      assertThat(get(fleet.operationsPort().orElseThrow(), "/readyz")).contains("shuffler: ok");
    }
  }

  @Test
  void client_withToken_sendsItInTheMetadataAndItsMetricsTellNoDraw() throws Exception {
    Map<String, String> flags = flags();
    flags.put("token-file", tokens(1).toString());
    try (ClientService client =
        ClientService.start(config(flags, ClientConfig.class), records, listener)) {
      shuffler.open(round(0.5), MODEL);
      RoundSummary summary = awaitFinished();
      assertThat(summary.pledges(PledgeOutcome.ACCEPTED)).isEqualTo(1);
      ByteString token = ByteString.copyFrom(new byte[24]);
      assertThat(shuffler.pledged(1)).containsOnlyKeys(token);
      assertThat(shuffler.tokens()).isNotEmpty().containsOnly(token);
      assertTellsNoDraw(get(client.operationsPort().orElseThrow(), "/metrics"), 1);
    }
  }

  /** All there is about rounds, by name: whatever is added has to be thought about here. */
  private void assertTellsNoDraw(String metrics, int clients) {
    // What was charged is known from the announcement alone.
    FilterReading spent =
        PrivacyFilter.open(FilterMenu.recommended(new Budget(10, 1e-5)))
            .charge(TestRounds.policy().charge(round(0.5)))
            .reading();
    assertThat(metrics.lines().filter(line -> line.startsWith("checkin_client")))
        .containsExactlyInAnyOrder(
            "checkin_client_clients " + clients + ".0",
            "checkin_client_connected 1.0",
            "checkin_client_delta_limit 1.0E-5",
            "checkin_client_draws_total " + clients + ".0",
            "checkin_client_epsilon " + spent.epsilon(),
            "checkin_client_epsilon_limit 10.0",
            "checkin_client_filter{filter=\"first-kind\"} 1.0",
            "checkin_client_filter{filter=\"renyi-3\"} 0.0",
            "checkin_client_filter{filter=\"renyi-5\"} 0.0",
            "checkin_client_filter{filter=\"renyi-8\"} 0.0",
            "checkin_client_filter{filter=\"slices\"} 0.0",
            "checkin_client_pledges_total{outcome=\"accepted\"} " + clients + ".0",
            "checkin_client_rounds_total 1.0");
  }

  @Test
  void client_thatPolls_takesTheRoundWithoutAStream() throws Exception {
    Map<String, String> flags = flags();
    flags.put("token-file", tokens(1).toString());
    flags.put("shuffler.poll-every", "20ms");
    flags.put("operations.enabled", "false");
    try (ClientService client =
        ClientService.start(config(flags, ClientConfig.class), records, listener)) {
      shuffler.open(round(0.5), MODEL);
      assertThat(awaitFinished().pledges(PledgeOutcome.ACCEPTED)).isEqualTo(1);
      assertThat(shuffler.subscribers()).isZero();
      assertThat(client.isConnected()).isTrue();
      assertThat(shuffler.heard(1, new byte[24])).hasSize(1);
    }
  }

  @Test
  void client_withoutABundle_isNotStarted() throws Exception {
    Map<String, String> flags = flags();
    flags.put("token-file", tokens(1).toString());
    Files.delete(folder.resolve("bundle.json"));
    assertThatThrownBy(() -> startFleet(config(flags, FleetConfig.class)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("bundle.json");
    flags.remove("aggregator-bundle");
    assertThatThrownBy(() -> config(flags, FleetConfig.class))
        .hasMessageContaining("aggregator-bundle");
  }

  @Test
  void client_withCertificate_sendsNoToken() throws Exception {
    TlsFiles files = authority.issueClient(3).writeTo(folder.resolve("tls"), "client");
    Map<String, String> flags = flags();
    flags.put("shuffler.certificate", files.certificate().toString());
    flags.put("shuffler.key", files.key().toString());
    flags.put("operations.enabled", "false");
    try (ClientService client =
        ClientService.start(config(flags, ClientConfig.class), records, listener)) {
      shuffler.open(round(0.5), MODEL);
      assertThat(awaitFinished().pledges(PledgeOutcome.ACCEPTED)).isEqualTo(1);
      assertThat(shuffler.pledged(1)).containsOnlyKeys(ByteString.EMPTY);
      assertThat(shuffler.tokens()).containsOnly(ByteString.EMPTY);
      assertThat(client.operationsPort()).isEmpty();
    }
  }

  @Test
  void client_serverOfAnotherAuthority_isNotBelieved() throws Exception {
    DevelopmentAuthority other = DevelopmentAuthority.create(Clock.systemUTC(), new SecureRandom());
    Files.writeString(folder.resolve("ca.crt"), other.certificatePem());
    assertNotBelieved();
  }

  /** Same authority, same host, another role: what a name in an address cannot tell. */
  @ParameterizedTest
  @ValueSource(strings = {"aggregator", "operator:shuffler"})
  void client_serverOfAnotherRole_isNotBelieved(String role) throws Exception {
    shuffler.close();
    shuffler = new TestShuffler(authority.issueServer(role, List.of("localhost")));
    assertNotBelieved();
  }

  private void assertNotBelieved() throws Exception {
    Map<String, String> flags = flags();
    flags.put("token-file", tokens(1).toString());
    flags.put("operations.port", "0");
    flags.put("retry.first-wait", "1ms");
    try (ClientService client =
        ClientService.start(config(flags, ClientConfig.class), records, listener)) {
      shuffler.open(round(0.5), MODEL);
      assertThat(finished.poll(1, TimeUnit.SECONDS)).isNull();
      assertThat(client.isConnected()).isFalse();
      assertThat(shuffler.subscribers()).isZero();
      assertThat(get(client.operationsPort().orElseThrow(), "/readyz"))
          .contains("has not been heard of");
    }
  }

  @Test
  void client_neitherTokenNorCertificate_isRefused() {
    assertThatThrownBy(() -> config(flags(), ClientConfig.class))
        .hasMessageContaining("token-file");
  }

  @Test
  void fleet_tokensThatAreNone_areRefusedWithoutShowingThem() throws Exception {
    Map<String, String> flags = flags();
    Path file = Files.writeString(folder.resolve("tokens"), "00ff\nsecret-that-is-not-hex\n");
    flags.put("token-file", file.toString());
    assertThatThrownBy(() -> startFleet(config(flags, FleetConfig.class)))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("line 2")
        .hasMessageNotContaining("secret-that");
  }

  @Test
  void fleet_moreClientsThanRecords_isRefused() throws Exception {
    Map<String, String> flags = flags();
    flags.put("token-file", tokens(51).toString());
    assertThatThrownBy(() -> startFleet(config(flags, FleetConfig.class)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("51");
  }

  private static String get(int port, String path) throws Exception {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path)).build();
    return HttpClient.newHttpClient().send(request, BodyHandlers.ofString()).body();
  }
}
