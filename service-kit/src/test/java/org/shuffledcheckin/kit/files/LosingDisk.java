package org.shuffledcheckin.kit.files;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import java.util.random.RandomGenerator;

/**
 * A disk that keeps no more than it was asked to. At a power failure, what was written to a file
 * since its last sync is lost, or all but a beginning of it, which may end within a write; and so
 * are the names given in a folder since that was synced last. Files and folders lose independently
 * of each other, each in the order of its changes.
 *
 * <p>Until then readers find what was written, as the system's cache shows it. Files that this disk
 * did not open and deletions made behind its back are not its own: it takes them as they are.
 */
public final class LosingDisk implements Disk {
  private static final RandomGenerator KEEP_NOTHING = () -> 0;

  private final Map<Path, Content> names = new HashMap<>();
  private final Map<Path, Content> syncedNames = new HashMap<>();
  private final Map<Path, List<Naming>> unsynced = new HashMap<>();
  private Runnable step = () -> {};
  private int failures;
  private boolean off;

  /** One name given: to what {@code from} named, or to a new file. */
  private record Naming(Optional<Path> from, Path to, Content content) {}

  /** One change of a file: bytes at a position, or its length. */
  private record Change(long position, Optional<byte[]> bytes) {
    byte[] apply(byte[] before) {
      if (bytes.isEmpty()) {
        return Arrays.copyOf(before, (int) position);
      }
      byte[] after =
          Arrays.copyOf(before, Math.max(before.length, (int) position + bytes.get().length));
      System.arraycopy(bytes.get(), 0, after, (int) position, bytes.get().length);
      return after;
    }

    Change tornAt(int length) {
      return new Change(position, bytes.map(all -> Arrays.copyOf(all, length)));
    }
  }

  /** A file, whatever it is called. */
  private static final class Content {
    private byte[] synced;
    private final List<Change> unsynced = new ArrayList<>();

    Content(byte[] synced) {
      this.synced = synced;
    }

    void sync() {
      unsynced.forEach(change -> synced = change.apply(synced));
      unsynced.clear();
    }

    void lose(RandomGenerator random) {
      int kept = random.nextInt(unsynced.size() + 1);
      List<Change> torn = new ArrayList<>(unsynced.subList(0, kept));
      if (kept < unsynced.size() && unsynced.get(kept).bytes().isPresent()) {
        Change next = unsynced.get(kept);
        torn.add(next.tornAt(random.nextInt(next.bytes().orElseThrow().length + 1)));
      }
      unsynced.clear();
      unsynced.addAll(torn);
      sync();
    }
  }

  /** Loses everything that was not synced; see {@link #losePower(RandomGenerator)}. */
  public void losePower() {
    losePower(KEEP_NOTHING);
  }

  /**
   * Ends the machine: on disk is from now on what a power failure leaves, chosen by the random
   * numbers. Whoever still has the disk changes nothing until {@link #restorePower}, and what is
   * open now never again.
   */
  public synchronized void losePower(RandomGenerator random) {
    if (off) {
      return;
    }
    off = true;
    step = () -> {};
    failures++;
    Set<Path> known = new HashSet<>(names.keySet());
    known.addAll(syncedNames.keySet());
    // In one order, so that a seed repeats a failure.
    List<Path> ordered = known.stream().sorted().toList();
    ordered.stream()
        .flatMap(path -> Arrays.stream(new Content[] {names.get(path), syncedNames.get(path)}))
        .filter(Objects::nonNull)
        .distinct()
        .forEach(content -> content.lose(random));
    unsynced.keySet().stream()
        .sorted()
        .forEach(
            folder -> {
              List<Naming> given = unsynced.get(folder);
              given.subList(0, random.nextInt(given.size() + 1)).forEach(this::makeDurable);
            });
    unsynced.clear();
    names.clear();
    names.putAll(syncedNames);
    ordered.forEach(this::restore);
  }

  /** Loses power just before the n-th change or sync from now on, from 0. */
  public synchronized void losePowerAt(long moment, RandomGenerator random) {
    AtomicLong left = new AtomicLong(moment);
    step =
        () -> {
          if (left.getAndDecrement() == 0) {
            losePower(random);
          }
        };
  }

  /** Whether power was lost and is not back. */
  public synchronized boolean isOff() {
    return off;
  }

  /** Lets the disk be used again. */
  public synchronized void restorePower() {
    off = false;
  }

  /** What a file would hold after a power failure that keeps nothing; empty if it were gone. */
  public synchronized Optional<byte[]> durable(Path file) {
    return Optional.ofNullable(syncedNames.get(absolute(file))).map(content -> content.synced);
  }

  @Override
  public synchronized Output open(Path file) throws IOException {
    step.run();
    if (off) {
      throw new IOException("the machine is off");
    }
    Path path = absolute(file);
    Content content =
        Files.exists(path) ? known(path) : name(Optional.empty(), path, new Content(new byte[0]));
    return new LosingOutput(SYSTEM.open(path), content);
  }

  @Override
  public synchronized void rename(Path from, Path to) throws IOException {
    step.run();
    if (off) {
      return;
    }
    Content content = known(absolute(from));
    if (Files.exists(to)) {
      known(absolute(to));
    }
    SYSTEM.rename(from, to);
    names.remove(absolute(from));
    name(Optional.of(absolute(from)), absolute(to), content);
  }

  @Override
  public synchronized void syncFolder(Path folder) {
    step.run();
    if (!off) {
      unsynced.getOrDefault(absolute(folder), List.of()).forEach(this::makeDurable);
      unsynced.remove(absolute(folder));
    }
  }

  /** A file that is there; one that this disk did not make was always there. */
  private Content known(Path path) throws IOException {
    if (!names.containsKey(path)) {
      Content content = new Content(Files.readAllBytes(path));
      names.put(path, content);
      syncedNames.put(path, content);
    }
    return names.get(path);
  }

  private Content name(Optional<Path> from, Path path, Content content) {
    names.put(path, content);
    unsynced
        .computeIfAbsent(path.getParent(), none -> new ArrayList<>())
        .add(new Naming(from, path, content));
    return content;
  }

  private void makeDurable(Naming naming) {
    naming.from().ifPresent(syncedNames::remove);
    syncedNames.put(naming.to(), naming.content());
  }

  private void restore(Path path) {
    Content content = syncedNames.get(path);
    try {
      // Not in place: who still has the file open must not see or change the new one.
      Files.deleteIfExists(path);
      if (content != null) {
        Files.write(path, content.synced);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Path absolute(Path path) {
    return path.toAbsolutePath().normalize();
  }

  private final class LosingOutput implements Output {
    private final Output file;
    private final Content content;
    private final int life = failures;

    LosingOutput(Output file, Content content) {
      this.file = file;
      this.content = content;
    }

    @Override
    public void write(ByteBuffer bytes, long position) throws IOException {
      byte[] all = new byte[bytes.remaining()];
      bytes.get(all);
      change(new Change(position, Optional.of(all)));
    }

    @Override
    public void truncate(long length) throws IOException {
      change(new Change(length, Optional.empty()));
    }

    private void change(Change change) throws IOException {
      synchronized (LosingDisk.this) {
        step.run();
        if (life != failures) {
          return;
        }
        if (change.bytes().isPresent()) {
          file.write(ByteBuffer.wrap(change.bytes().get()), change.position());
        } else {
          file.truncate(change.position());
        }
        content.unsynced.add(change);
      }
    }

    @Override
    public void sync() {
      synchronized (LosingDisk.this) {
        step.run();
        if (life == failures) {
          content.sync();
        }
      }
    }

    @Override
    public void close() throws IOException {
      file.close();
    }
  }
}
