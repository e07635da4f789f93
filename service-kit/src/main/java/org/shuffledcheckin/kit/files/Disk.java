package org.shuffledcheckin.kit.files;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;

/** The operations that durability rests on; a test replaces them to watch or to fail. */
public interface Disk {
  /** The operating system's files. */
  Disk SYSTEM = new SystemDisk();

  /** Opens a file for writing, creating it if need be; what it holds stays. */
  Output open(Path file) throws IOException;

  /** Gives a file another name in one step, in place of what had that name. */
  void rename(Path from, Path to) throws IOException;

  /** Returns only after the names in a folder are on stable storage. */
  void syncFolder(Path folder) throws IOException;

  /** A file open for writing. */
  interface Output extends Closeable {
    /** Writes all of the bytes at a position. */
    void write(ByteBuffer bytes, long position) throws IOException;

    /** Cuts the file to a length. */
    void truncate(long length) throws IOException;

    /** Returns only after everything written is on stable storage. */
    void sync() throws IOException;
  }
}
