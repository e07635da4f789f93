package org.shuffledcheckin.learning.model;

import java.io.BufferedInputStream;
import java.io.Closeable;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Optional;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import org.deeplearning4j.util.ModelSerializer;

/**
 * Reads a zip of Deeplearning4j's that a stranger may have made. Nothing is inflated beyond what a
 * model may have, no array is made because a header asks for it, and no object is deserialised:
 * only the configuration's text and the parameters are looked at.
 */
final class Dl4jZip implements Closeable {
  private static final int MOST_ENTRIES = 16;
  private static final int LONGEST_SHAPE = 64;

  private final Path file;
  private final ZipFile zip;

  Dl4jZip(Path file) throws IOException {
    this.file = file;
    zip = new ZipFile(file.toFile());
    int entries = zip.size();
    if (entries > MOST_ENTRIES) {
      zip.close();
      throw new IllegalArgumentException(
          "%s must have at most %d entries, got %d".formatted(file, MOST_ENTRIES, entries));
    }
  }

  /** The configuration, unchecked. */
  String configuration() throws IOException {
    return text(ModelSerializer.CONFIGURATION_JSON)
        .orElseThrow(() -> lacks(ModelSerializer.CONFIGURATION_JSON));
  }

  /** An entry of text, if there is one. */
  Optional<String> text(String name) throws IOException {
    ZipEntry entry = zip.getEntry(name);
    if (entry == null) {
      return Optional.empty();
    }
    try (InputStream in = zip.getInputStream(entry)) {
      byte[] bytes = in.readNBytes(ModelSpec.MAX_TEXT + 1);
      if (bytes.length > ModelSpec.MAX_TEXT) {
        throw new IllegalArgumentException(
            "%s in %s must have at most %d bytes, got more"
                .formatted(name, file, ModelSpec.MAX_TEXT));
      }
      return Optional.of(new String(bytes, StandardCharsets.UTF_8));
    }
  }

  /** So many parameters, in the flat order. */
  float[] parameters(int count) throws IOException {
    ZipEntry entry = zip.getEntry(ModelSerializer.COEFFICIENTS_BIN);
    if (entry == null) {
      throw lacks(ModelSerializer.COEFFICIENTS_BIN);
    }
    try (DataInputStream in =
        new DataInputStream(new BufferedInputStream(zip.getInputStream(entry)))) {
      // An array is two buffers: its shape, which a row of known length needs not, and its values.
      in.skipNBytes(Long.BYTES * header(in, "LONG", 1, LONGEST_SHAPE));
      header(in, "FLOAT", count, count);
      float[] parameters = new float[count];
      ByteBuffer.wrap(in.readNBytes(Float.BYTES * count)).asFloatBuffer().get(parameters);
      return parameters;
    } catch (EOFException | java.nio.BufferUnderflowException e) {
      throw new IllegalArgumentException(file + " must hold all parameters, got fewer", e);
    }
  }

  private long header(DataInputStream in, String type, int least, int most) throws IOException {
    String unusedMode = in.readUTF();
    long length = in.readLong();
    String found = in.readUTF();
    if (length < least || length > most || !found.equals(type)) {
      throw new IllegalArgumentException(
          "parameters in %s must be %d to %d of type %s, got %d of type %s"
              .formatted(file, least, most, type, length, ModelText.shortened(found)));
    }
    return length;
  }

  private IllegalArgumentException lacks(String name) {
    return new IllegalArgumentException(
        "%s must hold %s: it is no Deeplearning4j network".formatted(file, name));
  }

  @Override
  public void close() throws IOException {
    zip.close();
  }
}
