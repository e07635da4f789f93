package org.shuffledcheckin.aggregator.store;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.primitives.Bytes;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SqliteRunStoreTest extends RunStoreContract {
  @TempDir Path folder;

  @Override
  Database database() {
    return Database.sqlite(folder.resolve("run.db"));
  }

  @Test
  void discard_afterwards_noFileHoldsTheKey() throws IOException {
    chargeNext(genesis());
    assertThat(filesWithKey()).isNotEmpty();
    store.discard(1, RoundOutcome.discarded("ABANDONED"));
    assertThat(filesWithKey()).isEmpty();
  }

  private List<Path> filesWithKey() throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.filter(this::holdsKey).toList();
    }
  }

  private boolean holdsKey(Path file) {
    try {
      return Bytes.indexOf(Files.readAllBytes(file), key.exportSecret()) >= 0;
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }
}
