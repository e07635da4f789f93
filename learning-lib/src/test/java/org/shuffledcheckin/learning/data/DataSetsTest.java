package org.shuffledcheckin.learning.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class DataSetsTest {
  @TempDir Path folder;
  private final Map<String, byte[]> files = TinyFiles.idxSet();
  private final Map<String, byte[]> served = new ConcurrentHashMap<>();
  private final AtomicInteger requests = new AtomicInteger();
  private final List<String> notes = new ArrayList<>();
  private final List<String> transfers = new ArrayList<>();
  private HttpServer server;
  private URI home;

  @BeforeEach
  void serve() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext(
        "/",
        exchange -> {
          requests.incrementAndGet();
          String path = exchange.getRequestURI().getPath();
          byte[] body = served.getOrDefault(path.substring(1), new byte[0]);
          exchange.sendResponseHeaders(body.length == 0 ? 404 : 200, Math.max(body.length, 1));
          exchange.getResponseBody().write(body.length == 0 ? new byte[1] : body);
          exchange.close();
        });
    server.start();
    home = URI.create("http://127.0.0.1:" + server.getAddress().getPort() + "/");
    for (Map.Entry<String, byte[]> file : files.entrySet()) {
      served.put(file.getKey() + ".gz", TinyFiles.gzip(file.getValue()));
    }
  }

  @AfterEach
  void stop() {
    server.stop(0);
  }

  @Test
  void resolve_nothingCached_downloadsChecksAndThenUsesTheCache() throws IOException {
    DataSplit split = DataSets.resolve(set(), options(List.of()), listener());
    assertThat(split.train().size()).isEqualTo(4);
    assertThat(split.test().label(1)).isEqualTo(4);
    assertThat(split.origin()).isEqualTo("tiny from " + home);
    assertThat(requests).hasValue(4);
    assertThat(transfers).anyMatch(line -> line.startsWith("train-images-idx3-ubyte.gz "));

    DataSplit again = DataSets.resolve(set(), options(List.of()), listener());
    assertThat(again.origin()).contains("cache");
    assertThat(requests).hasValue(4);
  }

  @Test
  void resolve_damagedCache_isRemovedAndFetchedAgain() throws IOException {
    DataSets.resolve(set(), options(List.of()), listener());
    Path cached = folder.resolve("cache/tiny/t10k-labels-idx1-ubyte.gz");
    Files.write(cached, TinyFiles.labels(1, 1));
    DataSplit split = DataSets.resolve(set(), options(List.of()), listener());
    assertThat(split.test().label(0)).isEqualTo(3);
    assertThat(requests).hasValue(5);
    assertThat(notes).anyMatch(note -> note.contains("is not the published file and was removed"));
  }

  @Test
  void resolve_damagedDownload_isTriedAgainAndNeverUsed() throws IOException {
    served.put("t10k-labels-idx1-ubyte.gz", TinyFiles.gzip(TinyFiles.labels(1, 1)));
    assertThatThrownBy(() -> DataSets.resolve(set(), options(List.of()), listener()))
        .isInstanceOf(DataFormatException.class)
        .hasMessageContaining("tiny: must lie in the folder");
    assertThat(requests).hasValue(5);
    assertThat(notes)
        .filteredOn(
            note -> note.equals("t10k-labels-idx1-ubyte.gz arrived damaged and was removed"))
        .hasSize(2);
    try (var left = Files.list(folder.resolve("cache/tiny"))) {
      assertThat(left.map(path -> path.getFileName().toString()).toList())
          .hasSize(3)
          .noneMatch(name -> name.startsWith("t10k-labels") || name.startsWith("."));
    }
  }

  @Test
  void resolve_firstHomeUnreachable_takesTheNext() throws IOException {
    URI nobody = URI.create("http://127.0.0.1:1/");
    DataSplit split =
        DataSets.resolve(
            TinyFiles.published(files, Optional.empty(), List.of(nobody, home)),
            options(List.of()),
            listener());
    assertThat(split.origin()).contains(home.toString());
    assertThat(notes).contains(nobody + " does not give tiny: it cannot be reached");
  }

  @Test
  void resolve_archive_isUnpacked() throws IOException {
    served.put("tiny.tar.gz", TinyFiles.tarGz(prefixed()));
    PublishedDataSet archive =
        TinyFiles.published(files, Optional.of("tiny.tar.gz"), List.of(home));
    DataSplit split = DataSets.resolve(archive, options(List.of()), listener());
    assertThat(split.train().label(1)).isEqualTo(9);
    assertThat(requests).hasValue(1);
  }

  private Map<String, byte[]> prefixed() {
    Map<String, byte[]> entries = new java.util.TreeMap<>();
    files.forEach((name, content) -> entries.put("some/folder/" + name, content));
    return entries;
  }

  @Test
  void resolve_userFolder_comesFirstAndIsHeldToTheChecksum() throws IOException {
    Path own = Files.createDirectories(folder.resolve("own/tiny"));
    for (Map.Entry<String, byte[]> file : files.entrySet()) {
      Files.write(own.resolve(file.getKey()), file.getValue());
    }
    List<Path> directories = List.of(folder.resolve("own"));
    assertThat(DataSets.resolve(set(), options(directories), listener()).origin())
        .isEqualTo("tiny from " + folder.resolve("own"));
    assertThat(requests).hasValue(0);

    Files.write(own.resolve("t10k-labels-idx1-ubyte"), TinyFiles.labels(1, 1));
    assertThatThrownBy(() -> DataSets.resolve(set(), options(directories), listener()))
        .isInstanceOf(DataFormatException.class)
        .hasMessageContaining("t10k-labels-idx1-ubyte: sha256 of the content must be");
    assertThat(Files.exists(own.resolve("t10k-labels-idx1-ubyte"))).isTrue();
  }

  @Test
  void resolve_missingUserFolder_isAnError() {
    assertThatThrownBy(
            () -> DataSets.resolve(set(), options(List.of(folder.resolve("no"))), listener()))
        .isInstanceOf(DataFormatException.class)
        .hasMessageContaining("no: data folder must exist");
  }

  @Test
  void resolve_mnistWithoutNetwork_drawsDigitsAndSaysSo() throws IOException {
    DataSplit split = DataSets.resolve("mnist", options(List.of(), false), listener());
    assertThat(split.origin()).isEqualTo("drawn digits in place of mnist, seed 5");
    assertThat(split.train().size()).isEqualTo(60);
    assertThat(notes).contains("mnist could not be found or fetched; digits are drawn instead");
    assertThat(requests).hasValue(0);
  }

  @Test
  void resolve_unknownName_listsTheKnown() {
    assertThatThrownBy(() -> DataSets.resolve("mnits", options(List.of()), listener()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("data set must be one of [mnist, fashion-mnist, cifar10, digits], got mnits");
  }

  @Test
  void of_environment_givesFoldersInOrderAndCache() {
    DataOptions options =
        DataOptions.of(
            Optional.of(Path.of("a")),
            Map.of("CHECKIN_DATA", "b", "XDG_CACHE_HOME", "c"),
            Path.of("home"));
    assertThat(options.directories()).containsExactly(Path.of("a"), Path.of("b"));
    assertThat(options.cache()).isEqualTo(Path.of("c", "shuffled-checkin"));
    assertThat(DataOptions.of(Optional.empty(), Map.of(), Path.of("home")).cache())
        .isEqualTo(Path.of("home", ".cache", "shuffled-checkin"));
  }

  private PublishedDataSet set() {
    return TinyFiles.published(files, Optional.empty(), List.of(home));
  }

  private DataOptions options(List<Path> directories) {
    return options(directories, true);
  }

  private DataOptions options(List<Path> directories, boolean network) {
    return new DataOptions(
        directories, folder.resolve("cache"), network, Duration.ofSeconds(2), 60, 5);
  }

  private ProgressListener listener() {
    return new ProgressListener() {
      @Override
      public void note(String line) {
        notes.add(line);
      }

      @Override
      public void transferred(String file, long bytes, long total) {
        transfers.add(file + " " + bytes + "/" + total);
      }
    };
  }
}
