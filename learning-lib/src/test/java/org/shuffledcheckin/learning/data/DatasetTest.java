package org.shuffledcheckin.learning.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

final class DatasetTest {
  private static final Shape PAIR = Shape.flat(2);

  @Test
  void slice_middle_seesOnlyItsRecords() {
    Dataset data =
        Dataset.ofFloats("d", PAIR, 3, new float[] {0, 1, 2, 3, 4, 5}, new int[] {0, 1, 2});
    Dataset middle = data.slice(1, 3).slice(0, 1);
    float[] record = new float[2];
    middle.copyInput(0, record);
    assertThat(record).containsExactly(2, 3);
    assertThat(middle.label(0)).isEqualTo(1);
    assertThatThrownBy(() -> middle.label(1)).isInstanceOf(IndexOutOfBoundsException.class);
  }

  @Test
  void ofFloats_badRecords_namesTheFirst() {
    assertThatThrownBy(
            () -> Dataset.ofFloats("d", PAIR, 2, new float[] {0, 1, 2, Float.NaN}, new int[2]))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("d: number 1 of record 1 must be finite, got NaN");
    assertThatThrownBy(() -> Dataset.ofFloats("d", PAIR, 2, new float[3], new int[2]))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("d: 2 labels need 4 numbers of shape 1x1x2, got 3");
    assertThatThrownBy(() -> Dataset.ofFloats("d", PAIR, 2, new float[2], new int[] {-1}))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("d: label of record 0 must be in [0, 2), got -1");
    assertThatThrownBy(() -> Dataset.ofBytes("d", PAIR, 1, new byte[0], new byte[0]))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("d: classes must be at least 2 but is 1");
  }

  @Test
  void evenly_leftOverRecords_belongToNobody() {
    Dataset data = Dataset.ofBytes("d", PAIR, 2, new byte[14], new byte[7]);
    ClientPartition partition = ClientPartition.evenly(data, 3);
    assertThat(partition.clients()).isEqualTo(2);
    assertThat(partition.record(1, 2)).isEqualTo(5);
    assertThat(ClientPartition.onePerClient(data).clients()).isEqualTo(7);
    assertThatThrownBy(() -> ClientPartition.evenly(data, 8))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("records per client must be in [1, 7] but is 8");
  }

  @Test
  void byOwner_clientWithoutRecordOrOwnerOutOfRange_isRefused() {
    assertThatThrownBy(() -> ClientPartition.byOwner(new int[] {0, 0}, 2))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("client 1 must own at least one record");
    assertThatThrownBy(() -> ClientPartition.byOwner(new int[] {0, 2}, 2))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("owner of record 1 must be in [0, 2), got 2");
  }

  @Test
  void shape_tooLargeOrEmpty_isRefused() {
    assertThatThrownBy(() -> new Shape(1, 0, 3))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("height must be in [1,");
    assertThatThrownBy(() -> new Shape(1 << 20, 1 << 20, 1 << 20))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("shape must hold at most");
  }
}
