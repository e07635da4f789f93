package org.shuffledcheckin.kit.files;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The system's disk, with every step written down; can be full, and can fail to sync. */
public final class FaultyDisk implements Disk {
  private final List<String> steps = new ArrayList<>();
  private int writableBytes = Integer.MAX_VALUE;
  private boolean syncs = true;

  /** What was done so far: {@code write NAME}, {@code sync NAME}, {@code rename NAME NAME}, ... */
  public List<String> steps() {
    return List.copyOf(steps);
  }

  /** Forgets what was done so far. */
  public void forget() {
    steps.clear();
  }

  /** Lets each write have so many bytes; what is longer is cut and fails. */
  public void letWrite(int bytes) {
    writableBytes = bytes;
  }

  /** Lets files and folders be synced, or not. */
  public void letSync(boolean let) {
    syncs = let;
  }

  @Override
  public Output open(Path file) throws IOException {
    return new FaultyOutput(file.getFileName().toString(), SYSTEM.open(file));
  }

  @Override
  public void rename(Path from, Path to) throws IOException {
    SYSTEM.rename(from, to);
    steps.add("rename " + from.getFileName() + " " + to.getFileName());
  }

  @Override
  public void syncFolder(Path folder) throws IOException {
    requireSync();
    SYSTEM.syncFolder(folder);
    steps.add("sync folder");
  }

  private void requireSync() throws IOException {
    if (!syncs) {
      throw new IOException("cannot sync");
    }
  }

  private final class FaultyOutput implements Output {
    private final String name;
    private final Output file;

    FaultyOutput(String name, Output file) {
      this.name = name;
      this.file = file;
    }

    @Override
    public void write(ByteBuffer bytes, long position) throws IOException {
      if (bytes.remaining() > writableBytes) {
        file.write(bytes.slice(0, writableBytes), position);
        throw new IOException("no space left");
      }
      file.write(bytes, position);
      steps.add("write " + name);
    }

    @Override
    public void truncate(long length) throws IOException {
      file.truncate(length);
    }

    @Override
    public void sync() throws IOException {
      requireSync();
      file.sync();
      steps.add("sync " + name);
    }

    @Override
    public void close() throws IOException {
      file.close();
    }
  }
}
