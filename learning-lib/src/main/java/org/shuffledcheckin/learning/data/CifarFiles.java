package org.shuffledcheckin.learning.data;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** Reads the binary version of CIFAR-10: one label byte, then three planes of 32x32. */
public final class CifarFiles {
  private static final Shape SHAPE = new Shape(3, 32, 32);
  private static final int RECORD = 1 + 3 * 32 * 32;
  private static final int CLASSES = 10;

  private CifarFiles() {}

  /** Reads the records of all files, one file after the other. */
  public static Dataset read(String name, List<Path> files) throws IOException {
    byte[][] contents = new byte[files.size()][];
    int records = 0;
    for (int i = 0; i < contents.length; i++) {
      contents[i] = DataFile.content(files.get(i));
      if (contents[i].length == 0 || contents[i].length % RECORD != 0) {
        throw new DataFormatException(
            "%s: length must be a multiple of %d bytes, got %d"
                .formatted(files.get(i), RECORD, contents[i].length));
      }
      records += contents[i].length / RECORD;
    }
    byte[] inputs = new byte[records * SHAPE.size()];
    byte[] labels = new byte[records];
    int record = 0;
    for (byte[] content : contents) {
      for (int at = 0; at < content.length; at += RECORD) {
        labels[record] = content[at];
        System.arraycopy(content, at + 1, inputs, record * SHAPE.size(), SHAPE.size());
        record++;
      }
    }
    try {
      return Dataset.ofBytes(name, SHAPE, CLASSES, inputs, labels);
    } catch (IllegalArgumentException e) {
      throw new DataFormatException(e.getMessage());
    }
  }
}
