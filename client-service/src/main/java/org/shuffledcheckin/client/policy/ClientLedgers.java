package org.shuffledcheckin.client.policy;

import static org.shuffledcheckin.accountant.Arguments.requireAtLeast;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.shuffledcheckin.accountant.CheckInRound;

/**
 * The own ledger of each client of a host: what it has charged itself for. Clients that have spent
 * the same point to the same entry, so a client costs four bytes. Not safe for several threads.
 */
public final class ClientLedgers {
  private static final int FORGET_ABOVE = 1024;

  private final int[] entryOf;
  private final List<Spending> entries = new ArrayList<>();
  private final Map<Spending, Integer> numbers = new HashMap<>();
  private int forgetAbove = FORGET_ABOVE;

  /** Empty ledgers for so many clients. */
  public ClientLedgers(int clients) {
    requireAtLeast("clients", clients, 1);
    entryOf = new int[clients];
    int unused = numberOf(Spending.NONE);
  }

  /** Takes ledgers back from their parts, as {@link #entries} and {@link #entryOf} gave them. */
  public static ClientLedgers restore(List<Spending> entries, int[] entryOf) {
    ClientLedgers ledgers = new ClientLedgers(entryOf.length);
    for (int client = 0; client < entryOf.length; client++) {
      Objects.checkIndex(entryOf[client], entries.size());
      ledgers.entryOf[client] = ledgers.numberOf(entries.get(entryOf[client]));
    }
    return ledgers;
  }

  /** How many clients have a ledger here. */
  public int clients() {
    return entryOf.length;
  }

  /** Charges every one of the clients for a round. */
  public void charge(BitSet clients, CheckInRound round) {
    int[] next = new int[entries.size()];
    for (int client = clients.nextSetBit(0); client >= 0; client = clients.nextSetBit(client + 1)) {
      int entry = entryOf[client];
      // Kept plus one, so that zero means not known yet.
      if (next[entry] == 0) {
        next[entry] = numberOf(entries.get(entry).plus(round, 1)) + 1;
      }
      entryOf[client] = next[entry] - 1;
    }
    if (entries.size() > forgetAbove) {
      forgetUnused();
      forgetAbove = FORGET_ABOVE + 2 * entries.size();
    }
  }

  /** Forgets spendings that no client is at any more. */
  public void forgetUnused() {
    List<Spending> before = List.copyOf(entries);
    entries.clear();
    numbers.clear();
    for (int client = 0; client < entryOf.length; client++) {
      entryOf[client] = numberOf(before.get(entryOf[client]));
    }
  }

  /** The clients whose budget allows one more such round. */
  public BitSet within(LifetimeBudget budget, CheckInRound round) {
    BitSet within = new BitSet(entryOf.length);
    Boolean[] verdicts = new Boolean[entries.size()];
    for (int client = 0; client < entryOf.length; client++) {
      int entry = entryOf[client];
      if (verdicts[entry] == null) {
        verdicts[entry] = budget.allows(entries.get(entry), round);
      }
      within.set(client, verdicts[entry]);
    }
    return within;
  }

  /** The different spendings there are; an entry's number is its index. */
  public List<Spending> entries() {
    return List.copyOf(entries);
  }

  /** The number of each client's entry. */
  public int[] entryOf() {
    return entryOf.clone();
  }

  private int numberOf(Spending spending) {
    return numbers.computeIfAbsent(
        spending,
        added -> {
          entries.add(added);
          return entries.size() - 1;
        });
  }
}
