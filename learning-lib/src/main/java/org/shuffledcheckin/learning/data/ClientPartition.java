package org.shuffledcheckin.learning.data;

import static org.shuffledcheckin.accountant.Arguments.requireBetween;

import java.util.Arrays;
import java.util.Objects;

/**
 * Says which records belong to which client. Every client has at least one record and every record
 * at most one client, so that protecting a client protects all of its records.
 */
public final class ClientPartition {
  private final int[] order;
  private final int[] starts;

  private ClientPartition(int[] order, int[] starts) {
    this.order = order;
    this.starts = starts;
  }

  /** Gives each record of {@code data} its own client, in order. */
  public static ClientPartition onePerClient(Dataset data) {
    return evenly(data, 1);
  }

  /**
   * Gives each client {@code perClient} consecutive records; records that do not fill a client are
   * left out.
   */
  public static ClientPartition evenly(Dataset data, int perClient) {
    requireBetween("records per client", perClient, 1, data.size());
    int clients = data.size() / perClient;
    int[] order = new int[clients * perClient];
    Arrays.setAll(order, i -> i);
    int[] starts = new int[clients + 1];
    Arrays.setAll(starts, i -> i * perClient);
    return new ClientPartition(order, starts);
  }

  /**
   * Gives record i to client {@code owners[i]}.
   *
   * @param owners client of each record, in [0, clients)
   * @param clients how many clients there are, each of which must own a record
   */
  public static ClientPartition byOwner(int[] owners, int clients) {
    requireBetween("clients", clients, 1, owners.length);
    int[] starts = countOwned(owners, clients);
    for (int client = 0; client < clients; client++) {
      if (starts[client + 1] == 0) {
        throw new IllegalArgumentException("client " + client + " must own at least one record");
      }
      starts[client + 1] += starts[client];
    }
    int[] next = Arrays.copyOf(starts, clients);
    int[] order = new int[owners.length];
    for (int record = 0; record < owners.length; record++) {
      order[next[owners[record]]++] = record;
    }
    return new ClientPartition(order, starts);
  }

  private static int[] countOwned(int[] owners, int clients) {
    int[] counts = new int[clients + 1];
    for (int record = 0; record < owners.length; record++) {
      if (owners[record] < 0 || owners[record] >= clients) {
        throw new IllegalArgumentException(
            "owner of record %d must be in [0, %d), got %d"
                .formatted(record, clients, owners[record]));
      }
      counts[owners[record] + 1]++;
    }
    return counts;
  }

  /** Returns the number of clients. */
  public int clients() {
    return starts.length - 1;
  }

  /** Returns the clients in [{@code from}, {@code to}), numbered from 0 again. */
  public ClientPartition slice(int from, int to) {
    Objects.checkFromToIndex(from, to, clients());
    int[] owned = Arrays.copyOfRange(order, starts[from], starts[to]);
    int[] begins = Arrays.copyOfRange(starts, from, to + 1);
    Arrays.setAll(begins, i -> begins[i] - starts[from]);
    return new ClientPartition(owned, begins);
  }

  /** Returns how many records {@code client} owns. */
  public int recordCount(int client) {
    Objects.checkIndex(client, clients());
    return starts[client + 1] - starts[client];
  }

  /** Returns the index in the data set of record {@code index} of {@code client}. */
  public int record(int client, int index) {
    return order[starts[client] + Objects.checkIndex(index, recordCount(client))];
  }
}
