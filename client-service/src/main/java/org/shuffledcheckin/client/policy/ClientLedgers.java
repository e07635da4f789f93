package org.shuffledcheckin.client.policy;

import static org.shuffledcheckin.accountant.Arguments.requireAtLeast;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Objects;
import java.util.function.IntConsumer;
import java.util.stream.IntStream;
import org.shuffledcheckin.accountant.CheckInRound;
import org.shuffledcheckin.accountant.filter.FilterMenu;
import org.shuffledcheckin.accountant.filter.PrivacyFilter;

/**
 * The own ledger of each client of a host: the filter that its charges have led to. Guarantees that
 * all rounds that a client was charged for together stay within the menu's budget, whoever chose
 * them in view of whatever was released. What an announcement says about epsilon plays no part.
 *
 * <p>Clients that have charged the same share an entry, so a client costs four bytes, and a round
 * is judged once for all of them. Not safe for several threads.
 */
public final class ClientLedgers {
  private static final int FORGET_ABOVE = 1024;

  private final FilterMenu menu;
  private final int[] entryOf;
  private final List<PrivacyFilter> entries = new ArrayList<>();
  private final Map<PrivacyFilter, Integer> numbers = new HashMap<>();
  private int forgetAbove = FORGET_ABOVE;

  /** Empty ledgers for so many clients. */
  public ClientLedgers(int clients, FilterMenu menu) {
    requireAtLeast("clients", clients, 1);
    this.menu = Objects.requireNonNull(menu, "menu");
    entryOf = new int[clients];
    int unused = numberOf(PrivacyFilter.open(menu));
  }

  /** Takes ledgers back from their parts, as {@link #entries} and {@link #entryOf} gave them. */
  public static ClientLedgers restore(FilterMenu menu, List<PrivacyFilter> entries, int[] entryOf) {
    ClientLedgers ledgers = new ClientLedgers(entryOf.length, menu);
    for (int client = 0; client < entryOf.length; client++) {
      Objects.checkIndex(entryOf[client], entries.size());
      ledgers.entryOf[client] = ledgers.numberOf(entries.get(entryOf[client]));
    }
    return ledgers;
  }

  /** What every ledger here keeps to. */
  public FilterMenu menu() {
    return menu;
  }

  /** How many clients have a ledger here. */
  public int clients() {
    return entryOf.length;
  }

  /** The clients whose budget allows one more such round. */
  public BitSet within(CheckInRound round) {
    BitSet within = new BitSet(entryOf.length);
    Boolean[] verdicts = new Boolean[entries.size()];
    int from = 0;
    for (int client = 0; client < entryOf.length; client++) {
      int entry = entryOf[client];
      if (verdicts[entry] == null) {
        verdicts[entry] = entries.get(entry).allows(round);
      }
      if (!verdicts[entry]) {
        within.set(from, client);
        from = client + 1;
      }
    }
    within.set(from, entryOf.length);
    return within;
  }

  /**
   * Where charging these clients for a round leads: one filter for each different one among them,
   * in the order of the first client that has it. Changes nothing. What was decided once is written
   * down and never decided again: a filter that judged its past anew could judge it otherwise.
   *
   * @throws IllegalStateException if a client's budget does not allow the round
   */
  public List<PrivacyFilter> after(BitSet clients, CheckInRound round) {
    List<PrivacyFilter> after = new ArrayList<>();
    boolean[] met = new boolean[entries.size()];
    forEach(
        clients,
        client -> {
          int entry = entryOf[client];
          if (!met[entry]) {
            met[entry] = true;
            after.add(entries.get(entry).charge(round));
          }
        });
    return after;
  }

  /**
   * Moves every one of the clients to where its charge leads, as {@link #after} said.
   *
   * @throws IllegalArgumentException if these are too few or too many filters for the clients
   */
  public void charge(BitSet clients, List<PrivacyFilter> after) {
    int[] next = new int[entries.size()];
    Iterator<PrivacyFilter> given = after.iterator();
    try {
      forEach(
          clients,
          client -> {
            int entry = entryOf[client];
            // Kept plus one, so that zero means not known yet.
            if (next[entry] == 0) {
              next[entry] = numberOf(given.next()) + 1;
            }
            entryOf[client] = next[entry] - 1;
          });
    } catch (NoSuchElementException e) {
      throw new IllegalArgumentException("too few filters for the clients that were charged", e);
    }
    if (given.hasNext()) {
      throw new IllegalArgumentException("too many filters for the clients that were charged");
    }
    if (entries.size() > forgetAbove) {
      forgetUnused();
      forgetAbove = FORGET_ABOVE + 2 * entries.size();
    }
  }

  /** Run by run: where all take part, that is a plain loop. */
  private static void forEach(BitSet clients, IntConsumer action) {
    int to;
    for (int from = clients.nextSetBit(0); from >= 0; from = clients.nextSetBit(to)) {
      to = clients.nextClearBit(from);
      for (int client = from; client < to; client++) {
        action.accept(client);
      }
    }
  }

  /** Forgets filters that no client is at any more. */
  public void forgetUnused() {
    List<PrivacyFilter> before = List.copyOf(entries);
    entries.clear();
    numbers.clear();
    for (int client = 0; client < entryOf.length; client++) {
      entryOf[client] = numberOf(before.get(entryOf[client]));
    }
  }

  /** Whether no client was ever charged. */
  public boolean isUnspent() {
    PrivacyFilter unspent = PrivacyFilter.open(menu);
    return IntStream.of(entryOf).allMatch(entry -> entries.get(entry).equals(unspent));
  }

  /** The filter at which most clients are; of a single client, its own. */
  public PrivacyFilter typical() {
    int[] clients = new int[entries.size()];
    int most = entryOf[0];
    for (int entry : entryOf) {
      clients[entry]++;
      most = clients[entry] > clients[most] ? entry : most;
    }
    return entries.get(most);
  }

  /** The different filters there are; an entry's number is its index. */
  public List<PrivacyFilter> entries() {
    return List.copyOf(entries);
  }

  /** The number of each client's entry. */
  public int[] entryOf() {
    return entryOf.clone();
  }

  private int numberOf(PrivacyFilter filter) {
    return numbers.computeIfAbsent(
        filter,
        added -> {
          entries.add(added);
          return entries.size() - 1;
        });
  }
}
