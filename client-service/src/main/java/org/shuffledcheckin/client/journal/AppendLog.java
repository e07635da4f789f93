package org.shuffledcheckin.client.journal;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** A file that grows at its end, as far as the journal needs one; a seam for failing disks. */
interface AppendLog extends Closeable {
  /** Writes all of the bytes at a position. */
  void write(ByteBuffer bytes, long position) throws IOException;

  /** Cuts the file to a length. */
  void truncate(long length) throws IOException;

  /** Returns only after everything written is on stable storage. */
  void force() throws IOException;

  /** Opens a file, creating it if need be. */
  static AppendLog open(Path path) throws IOException {
    FileChannel channel =
        FileChannel.open(path, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
    return new AppendLog() {
      @Override
      public void write(ByteBuffer bytes, long position) throws IOException {
        long at = position;
        while (bytes.hasRemaining()) {
          at += channel.write(bytes, at);
        }
      }

      @Override
      public void truncate(long length) throws IOException {
        FileChannel unused = channel.truncate(length);
      }

      @Override
      public void force() throws IOException {
        channel.force(true);
      }

      @Override
      public void close() throws IOException {
        channel.close();
      }
    };
  }
}
