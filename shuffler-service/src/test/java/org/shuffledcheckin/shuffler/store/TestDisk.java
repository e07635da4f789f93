package org.shuffledcheckin.shuffler.store;

import java.nio.file.Path;

/**
 * Where a store keeps what it is given. It outlives the stores opened on it, as a disk outlives
 * processes, and its failures are in the test's hands.
 */
public interface TestDisk extends Store.Opener {
  /** The folder of everything that is not in the store; a crash may move it. */
  Path folder();

  /** Ends a process as kill -9 does: what is on disk at this moment is all that remains. */
  void crash(Runnable close);

  /** Lets writes fail, sooner or later, and stores not open. */
  void fail();

  /** Ends that; whoever held an open store opens another. */
  void mend();
}
