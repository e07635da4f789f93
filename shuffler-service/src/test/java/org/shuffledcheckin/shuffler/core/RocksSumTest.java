package org.shuffledcheckin.shuffler.core;

import java.nio.file.Path;
import org.shuffledcheckin.shuffler.store.RocksDisk;
import org.shuffledcheckin.shuffler.store.TestDisk;

class RocksSumTest extends SumContract {
  @Override
  TestDisk disk(Path empty) {
    return new RocksDisk(empty);
  }
}
