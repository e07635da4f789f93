package org.shuffledcheckin.client.policy;

/** What clients have spent, for tests to look at. */
public final class TestLedgers {
  private TestLedgers() {}

  /** What a client has charged itself for. */
  public static Spending spent(ClientLedgers ledgers, int client) {
    return ledgers.entries().get(ledgers.entryOf()[client]);
  }

  /** How many rounds were spent in all. */
  public static long rounds(Spending spent) {
    return spent.rounds().values().stream().mapToLong(Long::longValue).sum();
  }
}
