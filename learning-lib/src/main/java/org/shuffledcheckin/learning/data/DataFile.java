package org.shuffledcheckin.learning.data;

import java.io.ByteArrayInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.zip.GZIPInputStream;
import java.util.zip.ZipException;

/** Reads a file whole, decompressing it if it is gzip by its first bytes, whatever its name. */
final class DataFile {
  /** Longer content is refused: a small file can decompress to anything. */
  static final int MAX_CONTENT = 1 << 30;

  private DataFile() {}

  static byte[] content(Path file) throws IOException {
    byte[] bytes;
    try {
      if (Files.size(file) > MAX_CONTENT) {
        throw new DataFormatException(
            "%s: length must be at most %d bytes, got %d"
                .formatted(file, MAX_CONTENT, Files.size(file)));
      }
      bytes = Files.readAllBytes(file);
    } catch (NoSuchFileException e) {
      throw new DataFormatException(file + ": file must exist");
    }
    return isGzip(bytes) ? decompress(file, bytes) : bytes;
  }

  private static boolean isGzip(byte[] bytes) {
    return bytes.length > 2 && bytes[0] == 0x1f && bytes[1] == (byte) 0x8b;
  }

  private static byte[] decompress(Path file, byte[] bytes) throws IOException {
    try (GZIPInputStream in = new GZIPInputStream(new ByteArrayInputStream(bytes), 1 << 16)) {
      byte[] content = in.readNBytes(MAX_CONTENT);
      if (in.read() >= 0) {
        throw new DataFormatException(
            "%s: content must be at most %d bytes".formatted(file, MAX_CONTENT));
      }
      return content;
    } catch (EOFException | ZipException e) {
      throw new DataFormatException(
          "%s: compressed content must be complete, it ends or breaks early (%s)"
              .formatted(file, e.getMessage()));
    }
  }

  static String sha256(byte[] content) {
    try {
      return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(content));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java runtime has SHA-256", e);
    }
  }
}
