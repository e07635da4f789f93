package org.shuffledcheckin.kit.files;

import java.io.Closeable;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Keeps a folder for one holder, in this process or another, until it is closed or the process ends
 * in whatever way. Nothing keeps out those who do not ask for the lock.
 */
public final class FolderLock implements Closeable {
  private static final String NAME = "lock";

  // Looked up first: closing a second channel would give up the system's lock of the first. Also
  // keeps channels that nobody holds from the collector, which would close them.
  private static final Map<Path, FolderLock> HELD = new HashMap<>();

  private final Path file;
  private final FileChannel channel;

  private FolderLock(Path file, FileChannel channel) {
    this.file = file;
    this.channel = channel;
  }

  /** Takes the lock of a folder, which must be there; nothing if somebody holds it. */
  public static Optional<FolderLock> tryAcquire(Path folder) throws IOException {
    Path file = file(folder);
    synchronized (HELD) {
      if (HELD.containsKey(file)) {
        return Optional.empty();
      }
      FileChannel channel =
          FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
      if (!tryLock(channel)) {
        channel.close();
        return Optional.empty();
      }
      FolderLock lock = new FolderLock(file, channel);
      HELD.put(file, lock);
      return Optional.of(lock);
    }
  }

  /** Whether anybody has ever taken the lock of a folder. */
  public static boolean wasTaken(Path folder) {
    return Files.exists(folder.resolve(NAME));
  }

  /** Whether somebody holds the lock of a folder; takes nothing and leaves nothing behind. */
  public static boolean isHeld(Path folder) throws IOException {
    if (!Files.isWritable(folder.resolve(NAME))) {
      return false;
    }
    Path file = file(folder);
    synchronized (HELD) {
      if (HELD.containsKey(file)) {
        return true;
      }
      try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
        return !tryLock(channel);
      }
    }
  }

  /** Locks a file until its channel is closed; false if somebody else has locked it. */
  public static boolean tryLock(FileChannel channel) throws IOException {
    try {
      FileLock lock = channel.tryLock();
      return lock != null;
    } catch (OverlappingFileLockException heldByThisProcess) {
      return false;
    }
  }

  @Override
  public void close() throws IOException {
    synchronized (HELD) {
      HELD.remove(file, this);
      channel.close();
    }
  }

  private static Path file(Path folder) throws IOException {
    return folder.toRealPath().resolve(NAME);
  }
}
