package org.shuffledcheckin.cli.clients;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.shuffledcheckin.cli.ExitCode;
import org.shuffledcheckin.cli.main.Checkin;
import org.shuffledcheckin.cli.service.TestSystem;
import org.shuffledcheckin.shuffler.ShufflerService;

/** Against a real shuffler over TLS. */
class ClientsCommandTest {
  @TempDir private static Path folder;
  private static TestSystem system;
  private static ShufflerService shuffler;

  private StringWriter out = new StringWriter();
  private StringWriter err = new StringWriter();

  @BeforeAll
  static void start() throws IOException {
    system = new TestSystem(folder);
    shuffler = system.shuffler();
  }

  @AfterAll
  static void stop() {
    shuffler.close();
  }

  @Test
  void enrol_manyClients_writesPrivateTokensAndCountsThem() throws IOException {
    long before = enrolled();
    Path tokens = folder.resolve("many");
    assertThat(clients("enrol", "--count", "5000", "--out", tokens.toString())).isZero();
    assertThat(out.toString()).contains("enrolled 5000 clients");
    assertThat(Files.readAllLines(tokens)).hasSize(5000).doesNotHaveDuplicates();
    assertThat(Files.readAllLines(tokens)).allMatch(line -> line.matches("[0-9a-f]{48}"));
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(tokens)))
        .isEqualTo("rw-------");
    assertThat(enrolled()).isEqualTo(before + 5000);
  }

  @Test
  void revoke_tokenFileAndNumber_takesThemOffOnce() throws IOException {
    Path tokens = folder.resolve("revoked");
    clients("enrol", "--count", "10", "--out", tokens.toString());
    long before = enrolled();
    String first =
        Long.toString(Long.parseLong(Files.readAllLines(tokens).get(0).substring(0, 16), 16));
    assertThat(clients("revoke", first, "--json")).isZero();
    assertThat(json()).containsEntry("revoked", 1);
    assertThat(clients("revoke", "--tokens", tokens.toString(), "--json")).isZero();
    assertThat(json()).containsEntry("named", 10).containsEntry("revoked", 9);
    assertThat(enrolled()).isEqualTo(before - 10);
  }

  @Test
  void enrol_fileIsThere_changesNothing() throws IOException {
    Path tokens = Files.writeString(folder.resolve("mine"), "precious");
    long before = enrolled();
    assertThat(clients("enrol", "--count", "3", "--out", tokens.toString()))
        .isEqualTo(ExitCode.USAGE);
    assertThat(err.toString()).contains("never overwritten");
    assertThat(tokens).hasContent("precious");
    assertThat(enrolled()).isEqualTo(before);
  }

  @Test
  void enrol_wrongToken_isRefusedAndLeavesNoFile() throws IOException {
    Path wrong = Files.writeString(folder.resolve("wrong.token"), "guessed");
    Path tokens = folder.resolve("none");
    assertThat(
            clients(
                "enrol", "--count", "3", "--out", tokens.toString(), "--token", wrong.toString()))
        .isEqualTo(ExitCode.FAILED);
    assertThat(err.toString()).contains("refuses").doesNotContain("guessed");
    try (var files = Files.list(folder)) {
      assertThat(files).noneMatch(file -> file.getFileName().toString().contains("none"));
    }
  }

  @Test
  void enrol_countOutOfRange_isRefused() {
    assertThat(clients("enrol", "--count", "0", "--out", folder.resolve("zero").toString()))
        .isEqualTo(ExitCode.USAGE);
    assertThat(err.toString()).contains("--count must be in [1, 10000000] but is 0");
  }

  @Test
  void status_noShuffler_saysSo() {
    assertThat(run("clients", "status", "--shuffler", "127.0.0.1:1", "--keys", keys()))
        .isEqualTo(ExitCode.UNAVAILABLE);
    assertThat(err.toString()).contains("127.0.0.1:1").contains("cannot be asked");
  }

  @Test
  void status_noKeys_namesTheFile() {
    assertThat(run("clients", "status", "--keys", folder.resolve("nowhere").toString()))
        .isEqualTo(ExitCode.UNAVAILABLE);
    assertThat(err.toString()).contains("operator.token");
  }

  @Test
  void revoke_nobodyNamed_isRefused() {
    assertThat(clients("revoke")).isEqualTo(ExitCode.USAGE);
    assertThat(err.toString()).contains("--tokens FILE");
  }

  private long enrolled() throws IOException {
    assertThat(clients("status", "--json")).isZero();
    return ((Number) json().get("enrolled")).longValue();
  }

  private Map<String, Object> json() throws IOException {
    return new ObjectMapper().readValue(out.toString(), new TypeReference<>() {});
  }

  private String keys() {
    return system.keys().toString();
  }

  private int clients(String... arguments) {
    List<String> all = new ArrayList<>(List.of("clients"));
    all.addAll(List.of(arguments));
    all.addAll(List.of("--shuffler", "127.0.0.1:" + shuffler.operatorsPort(), "--keys", keys()));
    return run(all.toArray(String[]::new));
  }

  private int run(String... arguments) {
    out = new StringWriter();
    err = new StringWriter();
    return Checkin.commandLine()
        .setOut(new PrintWriter(out, true))
        .setErr(new PrintWriter(err, true))
        .execute(arguments);
  }
}
