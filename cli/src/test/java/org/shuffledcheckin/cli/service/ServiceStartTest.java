package org.shuffledcheckin.cli.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.shuffledcheckin.aggregator.config.SettingsChanged;
import org.shuffledcheckin.aggregator.ledger.LedgerRefusal;
import org.shuffledcheckin.aggregator.store.StoreUnavailable;
import org.shuffledcheckin.cli.CommandFailure;
import org.shuffledcheckin.cli.ExitCode;
import org.shuffledcheckin.kit.operations.OperationsConfig;
import org.shuffledcheckin.kit.tls.TlsFiles;

class ServiceStartTest {
  private static final OperationsConfig NO_PORT = new OperationsConfig(false, "127.0.0.1", 0);

  @TempDir private Path folder;

  @Test
  void start_missingCertificate_namesTheFileAndEnds() {
    TlsFiles files = new TlsFiles(folder.resolve("a.crt"), folder.resolve("a.key"), folder);
    assertThatThrownBy(() -> ServiceStart.start(false, NO_PORT, files::load))
        .isInstanceOf(CommandFailure.class)
        .hasMessageEndingWith("a.crt (there is no such file)")
        .extracting(failure -> ((CommandFailure) failure).exitCode())
        .isEqualTo(ExitCode.UNAVAILABLE);
  }

  @Test
  void start_databaseRefuses_saysWhatTheDatabaseSaid() {
    StoreUnavailable refused =
        new StoreUnavailable(
            "The database cannot be reached.", new java.sql.SQLException("FATAL: wrong password"));
    assertThatThrownBy(
            () ->
                ServiceStart.start(
                    false,
                    NO_PORT,
                    () -> {
                      throw refused;
                    }))
        .hasMessage("The database cannot be reached (FATAL: wrong password)");
  }

  @Test
  void start_ledgerRolledBack_endsWithTheAnswerNo() {
    assertThatThrownBy(
            () ->
                ServiceStart.start(
                    false,
                    NO_PORT,
                    () -> {
                      throw new LedgerRefusal("The ledger was rolled back.");
                    }))
        .isInstanceOf(CommandFailure.class)
        .extracting(failure -> ((CommandFailure) failure).exitCode())
        .isEqualTo(ExitCode.FAILED);
  }

  @Test
  void start_wrongConfiguration_isNotWaitedFor() {
    assertThatThrownBy(
            () ->
                ServiceStart.start(
                    true,
                    NO_PORT,
                    () -> {
                      throw new IllegalArgumentException("rate must be in (0, 1] but is 7");
                    }))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void start_waiting_isNotReadyUntilTheCauseIsGone() throws Exception {
    int port = freePort();
    Path missing = folder.resolve("later");
    CompletableFuture<String> started =
        CompletableFuture.supplyAsync(
            () -> {
              try {
                return ServiceStart.start(
                    true,
                    new OperationsConfig(true, "127.0.0.1", port),
                    () -> Files.readString(missing));
              } catch (InterruptedException e) {
                throw new IllegalStateException(e);
              }
            });
    HttpResponse<String> ready = awaitReply(port);
    assertThat(ready.statusCode()).isEqualTo(503);
    assertThat(ready.body()).contains("later").contains("it is not there");
    assertThat(started).isNotDone();
    Files.writeString(missing, "here");
    assertThat(started.get(30, TimeUnit.SECONDS)).isEqualTo("here");
  }

  @Test
  void start_ledgerRefused_isExportedWhileItWaits() throws Exception {
    String metrics =
        whileWaiting(new LedgerRefusal("The ledger was rolled back."), "/metrics", "rolled back");
    assertThat(metrics)
        .contains("checkin_run_state{state=\"refused\"} 1.0")
        .contains("checkin_run_state{state=\"training\"} 0.0");
  }

  @Test
  void start_configurationThatIsNotTheRuns_isWaitedForWithTheDifference() throws Exception {
    SettingsChanged changed = new SettingsChanged(List.of("rounds.count was 400 and is now 100"));
    String ready = whileWaiting(changed, "/readyz", "rounds.count was 400");
    assertThat(ready).contains("This run was begun with another configuration");
    assertThatThrownBy(
            () ->
                ServiceStart.start(
                    false,
                    NO_PORT,
                    () -> {
                      throw changed;
                    }))
        .isSameAs(changed);
  }

  /** What a page says while a service waits for a failure to be mended. */
  private static String whileWaiting(RuntimeException failure, String page, String said)
      throws Exception {
    int port = freePort();
    AtomicBoolean mended = new AtomicBoolean();
    CompletableFuture<String> started =
        CompletableFuture.supplyAsync(
            () -> {
              try {
                return ServiceStart.start(
                    true,
                    new OperationsConfig(true, "127.0.0.1", port),
                    () -> {
                      if (mended.get()) {
                        return "here";
                      }
                      throw failure;
                    });
              } catch (InterruptedException e) {
                throw new IllegalStateException(e);
              }
            });
    assertThat(awaitReply(port).body()).contains(said);
    String body = awaitReply(port, page).body();
    mended.set(true);
    assertThat(started.get(30, TimeUnit.SECONDS)).isEqualTo("here");
    return body;
  }

  static HttpResponse<String> awaitReply(int port) throws InterruptedException {
    return awaitReply(port, "/readyz");
  }

  private static HttpResponse<String> awaitReply(int port, String page)
      throws InterruptedException {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + page)).build();
    while (true) {
      try {
        return HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofString());
      } catch (IOException notYet) {
        Thread.sleep(50);
      }
    }
  }

  static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0)) {
      return socket.getLocalPort();
    }
  }
}
