package org.shuffledcheckin.cli.keys;

import java.nio.file.Path;
import java.time.Clock;
import org.shuffledcheckin.kit.journal.Action;
import org.shuffledcheckin.kit.journal.Operator;
import org.shuffledcheckin.kit.journal.OperatorJournal;
import org.shuffledcheckin.kit.journal.Order;

/**
 * The operators' journal beside the keys. There is no certificate to know the caller by, so it
 * names the user of this machine. Clients' certificates are not told apart.
 */
final class KeyJournal implements AutoCloseable {
  private static final String CLIENT = "client-";

  private final Path folder;
  private OperatorJournal journal;

  KeyJournal(Path folder) {
    this.folder = folder;
  }

  /** Writes down what is about to be done to a certificate, key or secret. */
  void write(Action action, String name) {
    if (journal == null) {
      journal =
          OperatorJournal.open(folder.resolve(OperatorJournal.FILE), "keys", Clock.systemUTC());
    }
    journal.append(
        Operator.local("user " + System.getProperty("user.name")),
        Order.about(action, name.startsWith(CLIENT) ? "client" : name));
  }

  @Override
  public void close() {
    if (journal != null) {
      journal.close();
    }
  }
}
