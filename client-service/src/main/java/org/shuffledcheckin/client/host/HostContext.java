package org.shuffledcheckin.client.host;

import org.shuffledcheckin.client.journal.ClientJournal;
import org.shuffledcheckin.client.training.LocalTraining;

/**
 * What every round of a host works with.
 *
 * @param settings what the clients are
 * @param journal what they remember
 * @param training what they compute with
 * @param exchange how they reach the shuffler
 * @param listener who hears of it
 */
record HostContext(
    HostSettings settings,
    ClientJournal journal,
    LocalTraining training,
    HostExchange exchange,
    HostListener listener) {
  HostContext(
      HostSettings settings, ClientJournal journal, HostExchange exchange, HostListener listener) {
    this(settings, journal, new LocalTraining(settings.data()), exchange, listener);
  }
}
