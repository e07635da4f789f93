package org.shuffledcheckin.shuffler.store;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A folder for RocksDB. */
public final class RocksDisk implements TestDisk {
  private static final long WRITE_BUFFER = 1 << 20;

  private Path folder;
  private int crashes;

  /** Uses that folder. */
  public RocksDisk(Path folder) {
    this.folder = folder;
  }

  @Override
  public Path folder() {
    return folder;
  }

  @Override
  public Store open() {
    return new RocksStore(folder.resolve("store"), WRITE_BUFFER);
  }

  /** Copies what is there once the database's own threads are at rest: no copy is a moment. */
  @Override
  public void crash(Runnable close) {
    Path copy = folder.resolveSibling("crash-" + crashes++);
    Map<Path, Long> before = Map.of();
    for (Map<Path, Long> now = sizes(); !now.equals(before); now = sizes()) {
      before = now;
      delete(copy);
      now.keySet().forEach(file -> copy(file, copy.resolve(folder.relativize(file))));
    }
    close.run();
    folder = copy;
  }

  /** The database can make no new file: it fails as soon as it needs one. */
  @Override
  public void fail() {
    move(folder, folder.resolveSibling("gone"));
    try {
      Files.createFile(folder);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void mend() {
    try {
      Files.delete(folder);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    move(folder.resolveSibling("gone"), folder);
  }

  private static void move(Path from, Path to) {
    try {
      Files.move(from, to);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private Map<Path, Long> sizes() {
    try (Stream<Path> files = Files.walk(folder)) {
      return files
          .filter(file -> !file.endsWith("LOCK") && Files.isRegularFile(file))
          .collect(Collectors.toMap(file -> file, file -> file.toFile().length()));
    } catch (UncheckedIOException e) {
      // A file went while the folder was walked.
      return sizes();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void copy(Path from, Path to) {
    try {
      Files.createDirectories(to.getParent());
      Files.copy(from, to);
    } catch (NoSuchFileException e) {
      // Gone since the folder was listed; the next listing shows it.
      return;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void delete(Path folder) {
    try (Stream<Path> files = Files.exists(folder) ? Files.walk(folder) : Stream.empty()) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
