package org.shuffledcheckin.shuffler.store;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
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

  @Override
  public void crash(Runnable close) {
    Path copy = folder.resolveSibling("crash-" + crashes++);
    copy(folder, copy);
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

  private static void copy(Path from, Path to) {
    try (Stream<Path> files = Files.walk(from)) {
      for (Path file : (Iterable<Path>) files::iterator) {
        Path target = to.resolve(from.relativize(file).toString());
        if (Files.isDirectory(file)) {
          Files.createDirectories(target);
        } else if (!file.endsWith("LOCK")) {
          Files.copy(file, target, StandardCopyOption.REPLACE_EXISTING);
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
