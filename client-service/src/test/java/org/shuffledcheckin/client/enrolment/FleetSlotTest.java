package org.shuffledcheckin.client.enrolment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FleetSlotTest {
  @TempDir private Path folder;

  @Test
  void take_twice_isTwoSlotsWithTheirOwnRecords() throws IOException {
    FleetSlot first = FleetSlot.take(folder);
    FleetSlot second = FleetSlot.take(folder);
    assertThat(first.folder()).isNotEqualTo(second.folder());
    assertThatThrownBy(second::enrolledValues).hasMessageContaining("nobody was enrolled");
    Files.writeString(second.folder().resolve("tokens"), "aa\nbb\ncc\n");
    assertThat(second.enrolledValues())
        .containsEntry("records.first", "3")
        .containsEntry("state", second.folder().resolve("state").toString());
  }
}
