package org.shuffledcheckin.learning.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class CifarFilesTest {
  private static final int RECORD = 3073;
  @TempDir Path folder;

  @Test
  void read_twoFiles_joinsTheirRecords() throws IOException {
    Path first = Files.write(folder.resolve("a"), records(3, 4));
    Path second = Files.write(folder.resolve("b"), TinyFiles.gzip(records(9)));
    Dataset data = CifarFiles.read("c", List.of(first, second));
    float[] record = new float[3072];
    data.copyInput(2, record);
    assertThat(data.size()).isEqualTo(3);
    assertThat(data.label(2)).isEqualTo(9);
    assertThat(record[0]).isEqualTo(1 / 255f);
    assertThat(record[3071]).isEqualTo((3072 % 251) / 255f);
  }

  @Test
  void read_truncatedOrWrongLabel_namesTheFault() throws IOException {
    Path cut = Files.write(folder.resolve("cut"), new byte[RECORD - 1]);
    assertThatThrownBy(() -> CifarFiles.read("c", List.of(cut)))
        .isInstanceOf(DataFormatException.class)
        .hasMessageContaining("cut: length must be a multiple of 3073 bytes, got 3072");
    Path wrong = Files.write(folder.resolve("wrong"), records(10));
    assertThatThrownBy(() -> CifarFiles.read("c", List.of(wrong)))
        .isInstanceOf(DataFormatException.class)
        .hasMessageContaining("label of record 0 must be in [0, 10), got 10");
  }

  private static byte[] records(int... labels) {
    byte[] bytes = new byte[labels.length * RECORD];
    for (int i = 0; i < bytes.length; i++) {
      bytes[i] = (byte) (i % RECORD == 0 ? labels[i / RECORD] : i % RECORD % 251);
    }
    return bytes;
  }
}
