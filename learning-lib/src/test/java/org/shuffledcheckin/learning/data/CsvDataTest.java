package org.shuffledcheckin.learning.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class CsvDataTest {
  private static final CsvOptions BY_USER =
      new CsvOptions("kind", Optional.of("user"), List.of(), List.of());

  @TempDir Path folder;

  @Test
  void read_clientColumn_groupsRecordsByIt() throws IOException {
    CsvData table =
        read(
            "user,height,kind,\"weight, kg\"\nann,1.5,b,2\nbob,-3,a,4\n\nann,5e1,a,\"6\"\n",
            BY_USER);
    assertThat(table.classes()).containsExactly("a", "b");
    assertThat(table.data().shape()).isEqualTo(Shape.flat(2));
    assertThat(table.partition().clients()).isEqualTo(2);
    assertThat(table.partition().recordCount(0)).isEqualTo(2);
    assertThat(table.partition().record(0, 1)).isEqualTo(2);
    assertThat(table.partition().record(1, 0)).isEqualTo(1);
    float[] record = new float[2];
    table.data().copyInput(2, record);
    assertThat(record).containsExactly(50f, 6f);
    assertThat(table.data().label(0)).isEqualTo(1);
  }

  @Test
  void read_noClientColumn_givesOneClientPerRecord() throws IOException {
    CsvOptions options = new CsvOptions("k", Optional.empty(), List.of(), List.of("y", "x"));
    CsvData table = read("k,v\nx,1\nx,2\n", options);
    assertThat(table.partition().clients()).isEqualTo(2);
    assertThat(table.data().label(1)).isEqualTo(1);
  }

  @Test
  void source_featureColumns_areChosenScaledAndOwned() throws IOException {
    Path file =
        Files.writeString(
            folder.resolve("t.csv"), "user,age,note,kind,w\nann,60,?,a,7\nbob,150,,b,-1\n");
    Dataset data =
        new CsvSource(
                file,
                "kind",
                Optional.of("user"),
                Optional.of(List.of("w", "age=0..120")),
                List.of("b", "a"))
            .read();
    assertThat(data.shape()).isEqualTo(Shape.flat(2));
    float[] record = new float[2];
    data.copyInput(0, record);
    assertThat(record).containsExactly(7f, 0.5f);
    data.copyInput(1, record);
    assertThat(record).containsExactly(-1f, 1f);
    assertThat(data.label(0)).isEqualTo(1);
    assertThat(data.owners().orElseThrow().clients()).isEqualTo(2);
  }

  @Test
  void source_badDescription_isRefusedBeforeReading() {
    assertThatThrownBy(() -> source("age=5..5")).hasMessageContaining("to a larger one");
    assertThatThrownBy(() -> source("age=1..2..3..4")).hasMessageContaining("column=low..high");
    assertThatThrownBy(() -> source("kind")).hasMessageContaining("neither the label's");
    assertThatThrownBy(
            () -> new CsvSource(folder, "k", Optional.empty(), Optional.empty(), List.of("x")))
        .hasMessageContaining("number of classes must be at least 2 but is 1");
    assertThatThrownBy(
            () -> new CsvSource(folder, "k", Optional.empty(), Optional.empty(), List.of("x", "x")))
        .hasMessageContaining("classes must differ");
  }

  private CsvSource source(String column) {
    return new CsvSource(
        folder, "kind", Optional.of("user"), Optional.of(List.of(column)), List.of("x", "y"));
  }

  @Test
  void slice_ofAPartition_numbersClientsAnew() {
    ClientPartition partition = ClientPartition.byOwner(new int[] {0, 1, 2, 1}, 3).slice(1, 3);
    assertThat(partition.clients()).isEqualTo(2);
    assertThat(partition.recordCount(0)).isEqualTo(2);
    assertThat(partition.record(0, 1)).isEqualTo(3);
    assertThat(partition.record(1, 0)).isEqualTo(2);
  }

  @Test
  void read_brokenTable_namesFileLineAndColumnButNotTheCell() {
    assertFails(
        "user,kind,v\na,b,secret\n", BY_USER, "t.csv line 2: column v must be a finite number");
    assertFails("user,kind,v\na,b,NaN\n", BY_USER, "line 2: column v must be a finite number");
    assertFails(
        "user,kind,v\na,b\n", BY_USER, "line 2: cells must number 3 like the header, got 2");
    assertFails(
        "user,v\na,1\n", BY_USER, "line 1: header must name the column kind once, got [user, v]");
    assertFails("", BY_USER, "header must name the column kind");
    assertFails("user,kind,v\na,b,1\n", BY_USER, "at least 2 classes, got 1 records of 1 classes");
    assertFails("user,kind\na,b\n", BY_USER, "columns besides label and client must number");
    assertFails(
        "k,v\nz,1\n",
        new CsvOptions("k", Optional.empty(), List.of(), List.of("x", "y")),
        "t.csv line 2: column k must be one of [x, y]");
    assertThatThrownBy(() -> CsvData.read(folder.resolve("none"), BY_USER))
        .isInstanceOf(DataFormatException.class)
        .hasMessageContaining("none: file must exist");
  }

  private void assertFails(String text, CsvOptions options, String message) {
    assertThatThrownBy(() -> read(text, options))
        .isInstanceOf(DataFormatException.class)
        .hasMessageContaining(message)
        .hasMessageNotContaining("secret");
  }

  private CsvData read(String text, CsvOptions options) throws IOException {
    return CsvData.read(Files.writeString(folder.resolve("t.csv"), text), options);
  }
}
