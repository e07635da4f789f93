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
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
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

  static HttpResponse<String> awaitReply(int port) throws InterruptedException {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + "/readyz")).build();
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
