package org.shuffledcheckin.client.policy;

import org.shuffledcheckin.accountant.CheckInRound;
import org.shuffledcheckin.accountant.filter.PrivacyFilter;

/** What clients have spent, for tests to look at. */
public final class TestLedgers {
  private static final int MOST_ROUNDS = 10_000;

  private TestLedgers() {}

  /** Where a client's charges have led. */
  public static PrivacyFilter spent(ClientLedgers ledgers, int client) {
    return ledgers.entries().get(ledgers.entryOf()[client]);
  }

  /** How many rounds a client was charged for, all of them such ones. */
  public static long rounds(ClientLedgers ledgers, int client, CheckInRound round) {
    PrivacyFilter spent = spent(ledgers, client);
    PrivacyFilter filter = PrivacyFilter.open(ledgers.menu());
    for (int rounds = 0; rounds < MOST_ROUNDS; rounds++) {
      if (filter.equals(spent)) {
        return rounds;
      }
      filter = filter.charge(round);
    }
    throw new AssertionError("the client was charged for something else: " + spent);
  }
}
