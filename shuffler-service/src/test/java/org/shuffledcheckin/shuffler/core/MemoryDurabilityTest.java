package org.shuffledcheckin.shuffler.core;

import java.nio.file.Path;
import org.shuffledcheckin.shuffler.store.MemoryDisk;
import org.shuffledcheckin.shuffler.store.TestDisk;

/** Every crash is a power failure, which loses all that was not written to disk. */
class MemoryDurabilityTest extends DurabilityContract {
  @Override
  TestDisk disk(Path empty) {
    return new MemoryDisk(empty).losingPower();
  }
}
