package org.shuffledcheckin.learning.data;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.zip.GZIPOutputStream;

/** Data sets of a few bytes, in the published formats. */
final class TinyFiles {
  private TinyFiles() {}

  static byte[] images(int count, int rows, int columns) {
    ByteBuffer buffer = ByteBuffer.allocate(16 + count * rows * columns);
    buffer.putInt(2051).putInt(count).putInt(rows).putInt(columns);
    for (int i = 0; buffer.hasRemaining(); i++) {
      buffer.put((byte) (i * 7));
    }
    return buffer.array();
  }

  static byte[] labels(int... labels) {
    ByteBuffer buffer = ByteBuffer.allocate(8 + labels.length);
    buffer.putInt(2049).putInt(labels.length);
    for (int label : labels) {
      buffer.put((byte) label);
    }
    return buffer.array();
  }

  static byte[] gzip(byte[] content) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (GZIPOutputStream out = new GZIPOutputStream(bytes)) {
      out.write(content);
    }
    return bytes.toByteArray();
  }

  static byte[] tarGz(Map<String, byte[]> entries) throws IOException {
    ByteArrayOutputStream tar = new ByteArrayOutputStream();
    for (Map.Entry<String, byte[]> entry : entries.entrySet()) {
      byte[] header = new byte[512];
      byte[] name = entry.getKey().getBytes(StandardCharsets.US_ASCII);
      System.arraycopy(name, 0, header, 0, name.length);
      byte[] size = "%011o".formatted(entry.getValue().length).getBytes(StandardCharsets.US_ASCII);
      System.arraycopy(size, 0, header, 124, size.length);
      tar.write(header);
      tar.write(entry.getValue());
      tar.write(new byte[(512 - entry.getValue().length % 512) % 512]);
    }
    tar.write(new byte[1024]);
    return gzip(tar.toByteArray());
  }

  /** The four files of a set like MNIST, by name. */
  static Map<String, byte[]> idxSet() {
    return Map.of(
        "train-images-idx3-ubyte", images(4, 3, 2),
        "train-labels-idx1-ubyte", labels(0, 9, 5, 1),
        "t10k-images-idx3-ubyte", images(2, 3, 2),
        "t10k-labels-idx1-ubyte", labels(3, 4));
  }

  static PublishedDataSet published(
      Map<String, byte[]> files, Optional<String> archive, List<URI> homes) {
    List<PublishedFile> list =
        List.of(
                "train-images-idx3-ubyte",
                "train-labels-idx1-ubyte",
                "t10k-images-idx3-ubyte",
                "t10k-labels-idx1-ubyte")
            .stream()
            .map(name -> new PublishedFile(name, DataFile.sha256(files.get(name))))
            .toList();
    return new PublishedDataSet(
        "tiny",
        PublishedDataSet.Format.IDX,
        list,
        2,
        new PublishedDataSet.Source(archive, homes, Optional.empty()));
  }
}
