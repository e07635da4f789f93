package org.shuffledcheckin.learning.data;

import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.GZIPInputStream;
import java.util.zip.ZipException;

/** Takes single files out of a compressed tar archive. */
final class TarArchive {
  private static final int BLOCK = 512;
  private static final int NAME_LENGTH = 100;
  private static final int SIZE_AT = 124;
  private static final int SIZE_LENGTH = 12;

  private TarArchive() {}

  /** Copies the entry whose last name is {@code name} to {@code target}; false if there is none. */
  static boolean extract(Path archive, String name, Path target) throws IOException {
    try (InputStream file = Files.newInputStream(archive);
        InputStream in = new BufferedInputStream(new GZIPInputStream(file, 1 << 16), 1 << 16)) {
      byte[] header = new byte[BLOCK];
      while (in.readNBytes(header, 0, BLOCK) == BLOCK && header[0] != 0) {
        long size = size(archive, header);
        String path = text(header, 0, NAME_LENGTH);
        if (path.substring(path.lastIndexOf('/') + 1).equals(name)) {
          byte[] content = in.readNBytes((int) size);
          if (content.length < size) {
            throw new EOFException();
          }
          Files.write(target, content);
          return true;
        }
        in.skipNBytes((size + BLOCK - 1) / BLOCK * BLOCK);
      }
      return false;
    } catch (EOFException | ZipException e) {
      throw new DataFormatException(archive + ": archive must be complete, it ends early");
    }
  }

  private static long size(Path archive, byte[] header) throws DataFormatException {
    String octal = text(header, SIZE_AT, SIZE_LENGTH).trim();
    try {
      long size = Long.parseLong(octal, 8);
      if (size >= 0 && size <= DataFile.MAX_CONTENT) {
        return size;
      }
    } catch (NumberFormatException e) {
      // Falls through to the same sentence.
    }
    throw new DataFormatException(
        "%s: size of an entry must be octal and at most %d, got %s"
            .formatted(archive, DataFile.MAX_CONTENT, octal));
  }

  private static String text(byte[] header, int at, int length) {
    int end = at;
    while (end < at + length && header[end] != 0) {
      end++;
    }
    return new String(header, at, end - at, StandardCharsets.ISO_8859_1);
  }
}
