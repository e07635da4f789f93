package org.shuffledcheckin.client.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.shuffledcheckin.client.training.ClientData;
import org.shuffledcheckin.learning.data.ClientPartition;
import org.shuffledcheckin.learning.data.Dataset;
import org.shuffledcheckin.learning.data.Shape;

/** Which records become whose. */
class RecordsConfigTest {
  private final Dataset records =
      Dataset.ofFloats("d", Shape.flat(1), 2, new float[] {0, 1, 2, 3, 4}, new int[5]);

  private static RecordsConfig config(int perClient, int first) {
    return new RecordsConfig(
        "digits", Optional.empty(), Optional.empty(), perClient, first, "label");
  }

  @Test
  void of_consecutiveRecords_beginAtTheFirstClient() {
    ClientData data = config(2, 1).of(records, 1);
    assertThat(data.clients()).isEqualTo(1);
    assertThat(data.partition().record(0, 0)).isEqualTo(2);
    assertThat(data.partition().record(0, 1)).isEqualTo(3);
  }

  @Test
  void of_zeroPerClient_givesAllRecordsToOne() {
    assertThat(config(0, 0).of(records, 1).partition().recordCount(0)).isEqualTo(5);
    assertThatThrownBy(() -> config(0, 0).of(records, 2))
        .hasMessage("2 clients from number 0 on need records of 2 clients but d has those of 1");
  }

  @Test
  void of_recordsWithOwners_followThem() {
    Dataset owned = records.withOwners(ClientPartition.byOwner(new int[] {0, 1, 2, 1, 1}, 3));
    ClientData data = config(1, 1).of(owned, 2);
    assertThat(data.partition().recordCount(0)).isEqualTo(3);
    assertThat(data.partition().record(1, 0)).isEqualTo(2);
    assertThatThrownBy(() -> config(1, 1).of(owned, 3)).hasMessageContaining("has those of 3");
  }
}
