package org.shuffledcheckin.shuffler;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import io.grpc.ManagedChannel;
import io.grpc.stub.MetadataUtils;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.shuffledcheckin.kit.config.ConfigSource;
import org.shuffledcheckin.kit.round.RoundId;
import org.shuffledcheckin.kit.server.CredentialHeader;
import org.shuffledcheckin.kit.server.GrpcChannels;
import org.shuffledcheckin.kit.server.OperatorToken;
import org.shuffledcheckin.kit.server.ShutdownSignal;
import org.shuffledcheckin.kit.tls.DevelopmentAuthority;
import org.shuffledcheckin.kit.tls.TlsFiles;
import org.shuffledcheckin.kit.tls.TlsIdentity;
import org.shuffledcheckin.proto.v1.BatchPart;
import org.shuffledcheckin.proto.v1.CheckInGrpc;
import org.shuffledcheckin.proto.v1.EnrolReply;
import org.shuffledcheckin.proto.v1.EnrolRequest;
import org.shuffledcheckin.proto.v1.ReceiveBatchRequest;
import org.shuffledcheckin.proto.v1.ReleaseGrpc;
import org.shuffledcheckin.proto.v1.ShufflerOperatorGrpc;
import org.shuffledcheckin.shuffler.config.ShufflerConfig;
import org.shuffledcheckin.shuffler.core.ShufflerHarness;
import org.shuffledcheckin.shuffler.core.TestLedger;
import org.shuffledcheckin.shuffler.core.TestTerms;

/** A shuffler in a process of its own, ended by SIGKILL and by SIGTERM. */
class ProcessTest {
  private static final TestTerms TERMS =
      TestTerms.simple().clients(4).openFor(Duration.ofSeconds(60));

  @TempDir Path folder;
  private final DevelopmentAuthority authority =
      DevelopmentAuthority.create(Clock.systemUTC(), new SecureRandom());
  private final TestLedger ledger = new TestLedger(RoundId.Run.random(new SecureRandom()));
  private final List<ManagedChannel> channels = new ArrayList<>();
  private final int[] ports = new int[3];
  private Process process;

  /** The child's entry: the configuration file is its only argument. */
  public static void main(String[] args) throws InterruptedException {
    ConfigSource source =
        new ConfigSource(
            Optional.of(Path.of(args[0])), ShufflerConfig.ENVIRONMENT, Map.of(), Map.of());
    ShutdownSignal.closes("shuffler", ShufflerService.start(source.read(ShufflerConfig.class)));
    // Nobody counts down: the process ends by its signal, whose hook closes the service.
    new CountDownLatch(1).await();
  }

  @AfterEach
  void stop() {
    channels.forEach(ManagedChannel::shutdownNow);
    if (process != null) {
      process.destroyForcibly();
    }
  }

  @Test
  void process_killedAndTerminated_losesNothingThatWasAcknowledged() throws Exception {
    Path config = configure();
    start(config);
    List<byte[]> tokens = enrol();
    ServiceHarness.open(
        ReleaseGrpc.newBlockingStub(connect(1, "aggregator")).withWaitForReady(),
        ServiceHarness.header(ledger.charge(1, TERMS, 0)),
        new byte[0]);
    assertThat(takePart(tokens.get(0), 0)).isEqualTo(1);
    assertThat(takePart(tokens.get(1), 1)).isEqualTo(1);
    process.destroyForcibly();
    assertThat(process.waitFor(30, TimeUnit.SECONDS)).isTrue();
    start(config);
    assertThat(takePart(tokens.get(0), 0)).isEqualTo(2);
    assertThat(takePart(tokens.get(2), 2)).isEqualTo(1);
    process.destroy();
    assertThat(process.waitFor(30, TimeUnit.SECONDS)).isTrue();
    assertThat(process.exitValue()).isEqualTo(128 + 15);
    start(config);
    assertThat(takePart(tokens.get(2), 2)).isEqualTo(2);
    assertThat(takePart(tokens.get(3), 3)).isEqualTo(1);
    assertThat(receive()).containsExactlyInAnyOrder(0L, 1L, 2L, 3L);
    assertThat(Files.readString(folder.resolve("log")))
        .contains("round closed")
        .doesNotContain("127.0.0.1")
        .doesNotContain("PRIVATE");
  }

  private Path configure() throws Exception {
    for (int i = 0; i < ports.length; i++) {
      try (ServerSocket free = new ServerSocket(0)) {
        ports[i] = free.getLocalPort();
      }
    }
    TlsFiles files =
        authority
            .issueServer("shuffler", List.of("localhost"))
            .writeTo(folder.resolve("keys"), "it");
    Files.writeString(folder.resolve("token"), ServiceHarness.TOKEN.reveal());
    return Files.writeString(
        folder.resolve("shuffler.yaml"),
        """
        data: %s
        tls: {certificate: %s, key: %s, trust: %s}
        clients: {host: 127.0.0.1, port: %d}
        aggregator: {host: 127.0.0.1, port: %d, bundle: %s}
        operators: {host: 127.0.0.1, port: %d, token: "file:%s"}
        operations: {enabled: false}
        rounds: {early-close: true}
        """
            .formatted(
                folder.resolve("data"),
                files.certificate(),
                files.key(),
                files.trust(),
                ports[0],
                ports[1],
                TestLedger.bundle(),
                ports[2],
                folder.resolve("token")));
  }

  private void start(Path config) throws Exception {
    process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx256m",
                "-Dlogback.configurationFile=logback.xml",
                "-cp",
                System.getProperty("java.class.path"),
                ProcessTest.class.getName(),
                config.toString())
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.appendTo(folder.resolve("log").toFile()))
            .start();
  }

  private ManagedChannel connect(int port, String role) {
    ManagedChannel channel =
        GrpcChannels.connect(
            "localhost",
            ports[port],
            role.isEmpty()
                ? TlsIdentity.anonymous(authority.certificatePem()).channel(ServiceHarness.SHUFFLER)
                : authority.issueClient(role).channel(ServiceHarness.SHUFFLER));
    channels.add(channel);
    return channel;
  }

  private List<byte[]> enrol() {
    List<byte[]> tokens = new ArrayList<>();
    ShufflerOperatorGrpc.newBlockingStub(connect(2, "operator:shuffler"))
        .withWaitForReady()
        .withDeadlineAfter(60, TimeUnit.SECONDS)
        .withInterceptors(
            MetadataUtils.newAttachHeadersInterceptor(OperatorToken.headers(ServiceHarness.TOKEN)))
        .enrol(EnrolRequest.newBuilder().setClients(4).build())
        .forEachRemaining(
            (EnrolReply reply) ->
                reply.getTokensList().forEach(token -> tokens.add(token.toByteArray())));
    return tokens;
  }

  private int takePart(byte[] token, long unit) {
    return ServiceHarness.takePart(
        CheckInGrpc.newBlockingStub(connect(0, ""))
            .withInterceptors(
                MetadataUtils.newAttachHeadersInterceptor(CredentialHeader.with(token)))
            .withWaitForReady()
            .withDeadlineAfter(60, TimeUnit.SECONDS),
        id(),
        token,
        ShufflerHarness.report(TERMS, unit));
  }

  private List<Long> receive() {
    List<Long> units = new ArrayList<>();
    ReleaseGrpc.newBlockingStub(connect(1, "aggregator"))
        .withDeadlineAfter(60, TimeUnit.SECONDS)
        .receiveBatch(ReceiveBatchRequest.newBuilder().setId(id()).build())
        .forEachRemaining(
            (BatchPart part) ->
                part.getBlock()
                    .getSealedReportsList()
                    .forEach(report -> units.add(ShufflerHarness.unit(report.toByteArray()))));
    return units;
  }

  private org.shuffledcheckin.proto.v1.RoundId id() {
    return org.shuffledcheckin.proto.v1.RoundId.newBuilder()
        .setRun(ByteString.copyFrom(ledger.run().toBytes()))
        .setNumber(1)
        .build();
  }
}
