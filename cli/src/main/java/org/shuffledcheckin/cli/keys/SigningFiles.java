package org.shuffledcheckin.cli.keys;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import org.shuffledcheckin.kit.journal.Action;
import org.shuffledcheckin.kit.signing.SigningFolder;

/** The aggregator's signing keys in a folder, and the bundle that others believe. */
final class SigningFiles {
  private SigningFiles() {}

  /**
   * Makes what is missing. A bundle without keys is somebody else's: a key beside it would sign
   * rounds that nobody believes, so none is made.
   */
  static void makeMissing(Path folder, PrintWriter out, PrintWriter err, KeyJournal journal)
      throws IOException {
    SigningFolder files = new SigningFolder(folder);
    boolean newKeys = Files.notExists(files.keys());
    boolean newBundle = Files.notExists(files.bundle());
    boolean newModelKeys = Files.notExists(files.modelKeys());
    if (newKeys && !newBundle) {
      err.printf(
          "checkin: %s is there without %s: no signing key is made, as nobody who has that bundle"
              + " would believe it%n",
          files.bundle(), SigningFolder.KEYS);
      return;
    }
    if (newKeys) {
      journal.write(Action.ISSUE, SigningFolder.KEYS);
    }
    if (newModelKeys) {
      journal.write(Action.ISSUE, SigningFolder.MODEL_KEYS);
    }
    files.makeMissing();
    if (newKeys) {
      out.println(files.keys());
    }
    if (newBundle) {
      out.println(files.bundle());
    }
    if (newModelKeys) {
      out.println(files.modelKeys());
    }
  }
}
