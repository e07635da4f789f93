package org.shuffledcheckin.shuffler.core;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.shuffledcheckin.shuffler.store.RocksDisk;
import org.shuffledcheckin.shuffler.store.TestDisk;

class RocksDurabilityTest extends DurabilityContract {
  @Override
  TestDisk disk(Path empty) {
    return new RocksDisk(empty);
  }

  @Test
  void finish_round_removesItsReportsFromTheDisk() throws IOException {
    byte[] token = harness.enrol(1).get(0);
    harness.open(1, TestTerms.simple().reportBytes(1000));
    byte[] report =
        "a sealed report that must not stay"
            .repeat(40)
            .substring(0, 1048)
            .getBytes(StandardCharsets.US_ASCII);
    harness.takePart(1, token, report);
    assertThat(anyFileHolds("must not stay")).isTrue();
    harness.advance(Duration.ofSeconds(30));
    harness.finish(1);
    harness.restart();
    assertThat(anyFileHolds("must not stay")).isFalse();
  }

  private boolean anyFileHolds(String text) throws IOException {
    try (var files = Files.walk(disk.folder())) {
      for (Path file : (Iterable<Path>) files::iterator) {
        if (Files.isRegularFile(file)
            && new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1).contains(text)) {
          return true;
        }
      }
    }
    return false;
  }
}
