package org.shuffledcheckin.kit.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class RefusalSpecificationTest {
  @ParameterizedTest
  @EnumSource(Refusal.class)
  void specification_listsTheReasonWithItsStatus(Refusal refusal) throws IOException {
    String specification = Files.readString(Path.of("..", "proto", "README.md"));
    assertThat(specification)
        .contains("| `" + refusal + "` | `" + refusal.status("").getCode() + "` |");
  }
}
