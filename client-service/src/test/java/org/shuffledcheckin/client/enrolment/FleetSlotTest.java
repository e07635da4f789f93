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
    FleetSlot first = FleetSlot.takeAny(folder, 1);
    FleetSlot second = FleetSlot.takeAny(folder, 1);
    assertThat(first.folder()).isNotEqualTo(second.folder());
    assertThatThrownBy(second::enrolledValues).hasMessageContaining("nobody was enrolled");
    Files.writeString(second.folder().resolve("tokens"), "aa\nbb\ncc\n");
    assertThat(second.enrolledValues())
        .containsEntry("records.first", "3")
        .containsEntry("state", second.folder().resolve("state").toString());
  }

  @Test
  void take_namedSlot_isThatOneOrNone() throws IOException {
    FleetSlot third = FleetSlot.take(folder.resolve("fleet-3"));
    assertThat(third.number()).isEqualTo(2);
    assertThatThrownBy(() -> FleetSlot.take(folder.resolve("fleet-3")))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("another fleet has slot");
    assertThat(FleetSlot.takeAny(folder, 3).folder()).hasFileName("fleet-4");
    assertThatThrownBy(() -> FleetSlot.take(folder.resolve("mine")))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
