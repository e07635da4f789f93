package org.shuffledcheckin.learning.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class IdxFilesTest {
  @TempDir Path folder;
  private Path images;
  private Path labels;

  @BeforeEach
  void write() throws IOException {
    images = Files.write(folder.resolve("images"), TinyFiles.images(3, 2, 2));
    labels = Files.write(folder.resolve("labels"), TinyFiles.labels(7, 0, 9));
  }

  @Test
  void read_plainAndCompressed_giveTheSameRecords() throws IOException {
    Path packed = Files.write(folder.resolve("p"), TinyFiles.gzip(Files.readAllBytes(images)));
    for (Path source : new Path[] {images, packed}) {
      Dataset data = IdxFiles.read("tiny", source, labels, 10);
      float[] record = new float[4];
      data.copyInput(1, record);
      assertThat(data.shape()).isEqualTo(new Shape(1, 2, 2));
      assertThat(record).containsExactly(28 / 255f, 35 / 255f, 42 / 255f, 49 / 255f);
      assertThat(data.label(2)).isEqualTo(9);
    }
  }

  @Test
  void read_brokenFiles_namesFileAndFault() throws IOException {
    byte[] whole = Files.readAllBytes(images);
    Files.write(images, Arrays.copyOf(whole, whole.length - 1));
    assertFails("images: length must be 28 bytes by its header, got 27");
    Files.write(images, Arrays.copyOf(whole, 5));
    assertFails("images: header must be 16 bytes, got 5");
    Files.write(images, TinyFiles.labels(1, 2, 3, 4, 5, 6, 7, 8));
    assertFails("images: first four bytes must be 2051, got 2049");
    Files.write(images, TinyFiles.images(2, 2, 2));
    assertFails("labels: labels must number 2 like the images, got 3");
    Files.write(images, TinyFiles.images(3, 2, 2));
    Files.write(labels, TinyFiles.labels(7, 10, 9));
    assertFails("labels: tiny: label of record 1 must be in [0, 10), got 10");
    Files.delete(labels);
    assertFails("labels: file must exist");
  }

  @Test
  void read_truncatedGzip_saysSo() throws IOException {
    byte[] packed = TinyFiles.gzip(Files.readAllBytes(images));
    Files.write(images, Arrays.copyOf(packed, packed.length - 12));
    assertFails("compressed content must be complete");
  }

  @Test
  void read_hugeSides_isRefusedBeforeAllocating() throws IOException {
    byte[] whole = Files.readAllBytes(images);
    whole[8] = 0x7f;
    Files.write(images, whole);
    assertFails("sides of an image must be in [1, 4096]");
  }

  private void assertFails(String message) {
    assertThatThrownBy(() -> IdxFiles.read("tiny", images, labels, 10))
        .isInstanceOf(DataFormatException.class)
        .hasMessageContaining(message);
  }
}
