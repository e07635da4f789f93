package org.shuffledcheckin.learning.data;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.Arrays;

/** Reads pairs of IDX files, the format of MNIST and Fashion-MNIST, compressed or not. */
public final class IdxFiles {
  private static final int IMAGES = 2051;
  private static final int LABELS = 2049;
  private static final int IMAGES_HEADER = 16;
  private static final int LABELS_HEADER = 8;

  private IdxFiles() {}

  /** Reads images and their labels; both must hold equally many records. */
  public static Dataset read(String name, Path images, Path labels, int classes)
      throws IOException {
    return parse(
        name,
        images.toString(),
        DataFile.content(images),
        labels.toString(),
        DataFile.content(labels),
        classes);
  }

  static Dataset parse(
      String name, String imagesName, byte[] images, String labelsName, byte[] labels, int classes)
      throws DataFormatException {
    ByteBuffer head = header(imagesName, images, IMAGES, IMAGES_HEADER);
    int count = head.getInt();
    int rows = head.getInt();
    int columns = head.getInt();
    if (rows < 1 || columns < 1 || rows > 4096 || columns > 4096) {
      throw new DataFormatException(
          "%s: sides of an image must be in [1, 4096], got %dx%d"
              .formatted(imagesName, rows, columns));
    }
    requireLength(imagesName, images.length, IMAGES_HEADER + (long) count * rows * columns);
    int labelCount = header(labelsName, labels, LABELS, LABELS_HEADER).getInt();
    requireLength(labelsName, labels.length, LABELS_HEADER + (long) labelCount);
    if (count != labelCount) {
      throw new DataFormatException(
          "%s: labels must number %d like the images, got %d"
              .formatted(labelsName, count, labelCount));
    }
    try {
      return Dataset.ofBytes(
          name,
          new Shape(1, rows, columns),
          classes,
          Arrays.copyOfRange(images, IMAGES_HEADER, images.length),
          Arrays.copyOfRange(labels, LABELS_HEADER, labels.length));
    } catch (IllegalArgumentException e) {
      throw new DataFormatException(labelsName + ": " + e.getMessage());
    }
  }

  private static ByteBuffer header(String name, byte[] content, int magic, int length)
      throws DataFormatException {
    if (content.length < length) {
      throw new DataFormatException(
          "%s: header must be %d bytes, got %d".formatted(name, length, content.length));
    }
    ByteBuffer head = ByteBuffer.wrap(content, 0, length);
    int found = head.getInt();
    if (found != magic) {
      throw new DataFormatException(
          "%s: first four bytes must be %d, got %d".formatted(name, magic, found));
    }
    if (head.getInt(head.position()) < 0) {
      throw new DataFormatException(name + ": number of records must not be negative");
    }
    return head;
  }

  private static void requireLength(String name, long length, long expected)
      throws DataFormatException {
    if (length != expected) {
      throw new DataFormatException(
          "%s: length must be %d bytes by its header, got %d".formatted(name, expected, length));
    }
  }
}
