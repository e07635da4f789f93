package org.shuffledcheckin.client.journal;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The sealed reports of the clients of a host in one round, by client. The arrays are not copied
 * and must not be changed.
 *
 * @param byClient each client's reports, in the order they were made
 */
public record SealedReports(Map<Integer, List<byte[]>> byClient) {
  /** Sorts by client. */
  public SealedReports {
    byClient = new TreeMap<>(byClient);
  }

  /** The reports of a client, none if it has none here. */
  public List<byte[]> of(int client) {
    return byClient.getOrDefault(client, List.of());
  }

  /** These and the reports of other clients. */
  SealedReports and(SealedReports others) {
    Map<Integer, List<byte[]>> all = new TreeMap<>(byClient);
    all.putAll(others.byClient);
    return new SealedReports(all);
  }
}
