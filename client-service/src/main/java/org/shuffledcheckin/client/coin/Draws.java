package org.shuffledcheckin.client.coin;

import static org.shuffledcheckin.accountant.Arguments.requireBetween;

import java.util.Arrays;
import java.util.BitSet;
import java.util.Objects;
import java.util.function.IntPredicate;
import org.shuffledcheckin.kit.round.WireLimits;

/** Who drew more than zero in a round, and how many reports: ascending clients, immutable. */
public final class Draws {
  private final int[] clients;
  private final byte[] reports;
  private final long total;

  private Draws(int[] clients, byte[] reports, long total) {
    this.clients = clients;
    this.reports = reports;
    this.total = total;
  }

  /** How many clients drew more than zero. */
  public int size() {
    return clients.length;
  }

  /** The client at an index of this list. */
  public int client(int index) {
    return clients[index];
  }

  /** How many reports the client at an index of this list sends, 1 to 16. */
  public int reports(int index) {
    return reports[index];
  }

  /** The clients that drew more than zero. */
  public BitSet clients() {
    BitSet set = new BitSet();
    Arrays.stream(clients).forEach(set::set);
    return set;
  }

  /** How many reports there are in all. */
  public long total() {
    return total;
  }

  /** These draws without those of some clients. */
  public Draws without(BitSet others) {
    return filtered(client -> !others.get(client));
  }

  /** The draws of some of these clients. */
  public Draws of(BitSet some) {
    return filtered(some::get);
  }

  private Draws filtered(IntPredicate kept) {
    Builder left = new Builder();
    for (int index = 0; index < clients.length; index++) {
      if (kept.test(clients[index])) {
        left.add(clients[index], reports[index]);
      }
    }
    return left.build();
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Draws draws
        && Arrays.equals(clients, draws.clients)
        && Arrays.equals(reports, draws.reports);
  }

  @Override
  public int hashCode() {
    return Objects.hash(Arrays.hashCode(clients), Arrays.hashCode(reports));
  }

  /** Counts only. */
  @Override
  public String toString() {
    return total + " reports of " + clients.length + " clients";
  }

  /** Collects draws in the order of clients. */
  public static final class Builder {
    private int[] clients = new int[16];
    private byte[] reports = new byte[16];
    private int size;
    private long total;

    /** Adds a client that drew more than zero; clients come in ascending order. */
    public void add(int client, int count) {
      if (client < 0 || (size > 0 && client <= clients[size - 1])) {
        throw new IllegalArgumentException("clients must ascend from 0 but " + client + " follows");
      }
      requireBetween("reports of a client", count, 1, WireLimits.REPORTS_PER_CLIENT);
      if (size == clients.length) {
        clients = Arrays.copyOf(clients, 2 * size);
        reports = Arrays.copyOf(reports, 2 * size);
      }
      clients[size] = client;
      reports[size] = (byte) count;
      size++;
      total += count;
    }

    /** The draws added so far. */
    public Draws build() {
      return new Draws(Arrays.copyOf(clients, size), Arrays.copyOf(reports, size), total);
    }
  }
}
