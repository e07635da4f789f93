package org.shuffledcheckin.shuffler.core;

import java.nio.file.Path;
import org.shuffledcheckin.shuffler.store.MemoryDisk;
import org.shuffledcheckin.shuffler.store.TestDisk;

class MemorySumTest extends SumContract {
  @Override
  TestDisk disk(Path empty) {
    return new MemoryDisk(empty);
  }
}
