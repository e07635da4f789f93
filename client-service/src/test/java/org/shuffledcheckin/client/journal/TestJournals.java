package org.shuffledcheckin.client.journal;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import org.shuffledcheckin.accountant.filter.FilterMenu;
import org.shuffledcheckin.client.policy.ClientLedgers;
import org.shuffledcheckin.kit.files.Disk;

/** Journals on a disk that a test has chosen. */
public final class TestJournals {
  /** Small, so that tests compact journals in the middle of their rounds. */
  private static final long COMPACT_ABOVE_BYTES = 1000;

  private TestJournals() {}

  /** Opens a journal with its mark beside it. */
  public static ClientJournal open(Disk disk, Path folder, int clients, FilterMenu menu)
      throws IOException {
    return ClientJournal.open(
        disk, folder, Optional.empty(), new ClientLedgers(clients, menu), COMPACT_ABOVE_BYTES);
  }
}
