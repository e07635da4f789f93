package org.shuffledcheckin.shuffler.round;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.BitSet;
import java.util.function.BiConsumer;
import org.shuffledcheckin.shuffler.enrolment.ActiveClients;

/**
 * What each client pledged to a round and whether it has delivered: one byte each, in pages that
 * are stored when they change. Belongs to the round thread.
 */
final class Pledges {
  private static final int PAGE_CLIENTS = 512;

  /** A byte of 0 is nobody's; a pledge of n reports is n + 1. */
  private static final int PLEDGED = 1;

  private static final int DELIVERED = 0x20;

  private byte[][] pages = new byte[0][];
  private final BitSet changed = new BitSet();
  private long count;
  private long deliveries;
  private long pledgedReports;
  private long deliveredReports;

  /** Whether the client has pledged. */
  boolean contains(long client) {
    return mark(client) != 0;
  }

  /** Whether the client pledged so many reports. */
  boolean promises(long client, int reports) {
    return (mark(client) & ~DELIVERED) == reports + PLEDGED;
  }

  /** Whether the client has delivered. */
  boolean isDelivered(long client) {
    return (mark(client) & DELIVERED) != 0;
  }

  /** Notes a client's first pledge. */
  void pledge(long client, int reports) {
    if (contains(client)) {
      throw new IllegalStateException("a client pledges once");
    }
    put(client, reports + PLEDGED);
    count(mark(client));
  }

  /** Notes that a client has delivered what it pledged. */
  void deliver(long client) {
    int before = mark(client);
    if (before == 0 || isDelivered(client)) {
      throw new IllegalStateException("a client delivers once, and what it pledged");
    }
    put(client, before | DELIVERED);
    deliveries++;
    deliveredReports += before - PLEDGED;
  }

  /** Shows every page that changed since the last time, by key, as it is stored. */
  void drainChanged(BiConsumer<byte[], byte[]> store) {
    for (int page = changed.nextSetBit(0); page >= 0; page = changed.nextSetBit(page + 1)) {
      store.accept(ByteBuffer.allocate(Integer.BYTES).putInt(page).array(), pages[page].clone());
    }
    changed.clear();
  }

  /** Takes back a stored page. */
  void restore(byte[] key, byte[] stored) {
    int page = ByteBuffer.wrap(key).getInt();
    grow(page);
    pages[page] = Arrays.copyOf(stored, PAGE_CLIENTS);
    for (byte mark : pages[page]) {
      if (mark != 0) {
        count(mark);
      }
    }
  }

  /** How many clients have pledged. */
  long count() {
    return count;
  }

  /** How many clients have delivered. */
  long deliveries() {
    return deliveries;
  }

  /** How many reports were delivered. */
  long reports() {
    return deliveredReports;
  }

  /** How many reports were pledged, by whomever, and not delivered. */
  long missing() {
    return pledgedReports - deliveredReports;
  }

  /** How many of the clients that are active now have pledged. */
  long countActive(ActiveClients clients) {
    long active = 0;
    for (int page = 0; page < pages.length; page++) {
      for (int i = 0; i < PAGE_CLIENTS; i++) {
        if (pages[page][i] != 0 && isActive(clients, (long) page * PAGE_CLIENTS + i)) {
          active++;
        }
      }
    }
    return active;
  }

  private void count(int mark) {
    int reports = (mark & ~DELIVERED) - PLEDGED;
    count++;
    pledgedReports += reports;
    if ((mark & DELIVERED) != 0) {
      deliveries++;
      deliveredReports += reports;
    }
  }

  private int mark(long client) {
    int page = page(client);
    return page < pages.length ? pages[page][within(client)] : 0;
  }

  private void put(long client, int mark) {
    int page = page(client);
    grow(page);
    pages[page][within(client)] = (byte) mark;
    changed.set(page);
  }

  private void grow(int page) {
    int before = pages.length;
    if (page >= before) {
      pages = Arrays.copyOf(pages, page + 1);
      for (int i = before; i <= page; i++) {
        pages[i] = new byte[PAGE_CLIENTS];
      }
    }
  }

  private static boolean isActive(ActiveClients clients, long client) {
    long word = clients.activeWord(Math.toIntExact(client / Long.SIZE));
    return (word >>> (client % Long.SIZE) & 1) != 0;
  }

  private static int page(long client) {
    return Math.toIntExact(client / PAGE_CLIENTS);
  }

  private static int within(long client) {
    return (int) (client % PAGE_CLIENTS);
  }
}
