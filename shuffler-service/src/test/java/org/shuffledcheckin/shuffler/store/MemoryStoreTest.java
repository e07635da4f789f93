package org.shuffledcheckin.shuffler.store;

import java.nio.file.Path;

/** Holds the store of the simulations to what they simulate. */
class MemoryStoreTest extends StoreContract {
  @Override
  TestDisk disk(Path empty) {
    return new MemoryDisk(empty);
  }
}
