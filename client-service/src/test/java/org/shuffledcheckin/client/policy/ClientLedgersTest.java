package org.shuffledcheckin.client.policy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.BitSet;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.shuffledcheckin.accountant.Budget;
import org.shuffledcheckin.accountant.CheckInLaw;
import org.shuffledcheckin.accountant.CheckInRound;
import org.shuffledcheckin.accountant.LocalGuarantee;
import org.shuffledcheckin.accountant.filter.FilterMenu;
import org.shuffledcheckin.accountant.filter.PrivacyFilter;
import org.shuffledcheckin.accountant.sound.SoundAccountant;

class ClientLedgersTest {
  private static final CheckInRound ROUND = gaussian(60_000, 0.05, 1);

  /** The default of a client's policy. */
  private static final FilterMenu DEFAULT = new ClientPolicy.Lifetime(2, 1e-5).menu();

  /**
   * Privacy analysis, section 9b: composing what came and comparing with the limit lets an
   * aggregator go on either way after 14 rounds, whichever suits the loss that was realised, and
   * costs a real client a third more delta than its limit. Here it may go on one way at most.
   */
  @Test
  void within_eitherContinuationByTheRealisedLoss_isNotAllowedToItsEnd() {
    ClientLedgers ledgers = new ClientLedgers(2, DEFAULT);
    for (int i = 0; i < 14; i++) {
      BitSet within = ledgers.within(gaussian(1000, 0.1, 1.2));
      ledgers.charge(within, ledgers.after(within, gaussian(1000, 0.1, 1.2)));
    }
    boolean loud = toItsEnd(ledgers, 0, gaussian(1000, 1e-4, 0.8), 12);
    boolean quiet = toItsEnd(ledgers, 1, gaussian(1000, 0.1, 10), 34_368);
    assertThat(loud && quiet).isFalse();
  }

  private static boolean toItsEnd(
      ClientLedgers ledgers, int client, CheckInRound round, int times) {
    for (int i = 0; i < times; i++) {
      if (!ledgers.within(round).get(client)) {
        return false;
      }
      ledgers.charge(bits(client), ledgers.after(bits(client), round));
    }
    return true;
  }

  /** By a plan, 200 such rounds cost 0.659 and 602 cost 1; a client gives nine tenths of delta. */
  @Test
  void within_oneRunOfOneKind_isStoppedLittleEarlierThanAPlanWouldBe() {
    ClientLedgers ledgers =
        new ClientLedgers(3, FilterMenu.recommended(new Budget(1, 1.0 / 60_000)));
    int rounds = 0;
    for (BitSet within = ledgers.within(ROUND);
        within.cardinality() == 3;
        within = ledgers.within(ROUND)) {
      ledgers.charge(within, ledgers.after(within, ROUND));
      rounds++;
    }
    assertThat(rounds).isBetween(560, 602);
    SoundAccountant plan = SoundAccountant.create().compose(ROUND, rounds);
    assertThat(plan.epsilon(1.0 / 60_000).epsilon()).isLessThanOrEqualTo(1);
    assertThat(ledgers.typical().reading().filter()).isEqualTo("first-kind");
  }

  @Test
  void within_clientsThatWereChargedDifferently_areJudgedEachByItsOwnLedger() {
    CheckInRound one = coin(1);
    ClientLedgers ledgers = new ClientLedgers(3, FilterMenu.firstKind(new Budget(2, 1e-9)));
    charge(ledgers, bits(0, 1), one);
    charge(ledgers, bits(0), one);
    assertThat(ledgers.within(one)).isEqualTo(bits(1, 2));
    assertThat(TestLedgers.rounds(ledgers, 0, one)).isEqualTo(2);
    assertThat(TestLedgers.rounds(ledgers, 1, one)).isEqualTo(1);
    assertThat(TestLedgers.spent(ledgers, 2)).isEqualTo(PrivacyFilter.open(ledgers.menu()));
    assertThatThrownBy(() -> ledgers.after(bits(0, 1), one))
        .isInstanceOf(IllegalStateException.class);
  }

  @Test
  void charge_whatAfterDidNotGive_isRefused() {
    ClientLedgers ledgers = new ClientLedgers(3, DEFAULT);
    PrivacyFilter once = PrivacyFilter.open(DEFAULT).charge(ROUND);
    assertThatThrownBy(() -> ledgers.charge(bits(0), List.of()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("too few");
    assertThatThrownBy(() -> ledgers.charge(bits(0, 1), List.of(once, once)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("too many");
  }

  @Test
  void typical_mostClients_decide() {
    ClientLedgers ledgers = new ClientLedgers(5, DEFAULT);
    assertThat(ledgers.isUnspent()).isTrue();
    charge(ledgers, bits(0), ROUND);
    assertThat(ledgers.isUnspent()).isFalse();
    assertThat(ledgers.typical()).isEqualTo(PrivacyFilter.open(DEFAULT));
    charge(ledgers, bits(1, 2, 3), ROUND);
    assertThat(ledgers.typical()).isEqualTo(PrivacyFilter.open(DEFAULT).charge(ROUND));
  }

  /** However clients come and go: what they share in memory, and its copy, is what each has. */
  @Test
  void restore_randomCharges_givesEveryClientItsOwnLedger() {
    long seed = new Random().nextLong();
    Random random = new Random(seed);
    FilterMenu menu = FilterMenu.unlimited();
    ClientLedgers ledgers = new ClientLedgers(100, menu);
    int[] rounds = new int[100];
    for (int i = 0; i < 3000; i++) {
      BitSet some = new BitSet();
      for (int client = 0; client < 100; client++) {
        if (random.nextInt(100) < client) {
          some.set(client);
          rounds[client]++;
        }
      }
      charge(ledgers, some, ROUND);
    }
    ledgers.forgetUnused();
    ClientLedgers restored = ClientLedgers.restore(menu, ledgers.entries(), ledgers.entryOf());
    for (int client = 0; client < 100; client++) {
      for (ClientLedgers each : List.of(ledgers, restored)) {
        assertThat(TestLedgers.rounds(each, client, ROUND))
            .as("seed %d", seed)
            .isEqualTo(rounds[client]);
      }
    }
    assertThat(ledgers.entries().size()).isLessThanOrEqualTo(100);
  }

  private static void charge(ClientLedgers ledgers, BitSet clients, CheckInRound round) {
    ledgers.charge(clients, ledgers.after(clients, round));
  }

  private static CheckInRound gaussian(long clients, double rate, double noise) {
    return new CheckInRound(clients, rate, CheckInLaw.POISSON, new LocalGuarantee.Gaussian(noise));
  }

  /** A client alone, with an answer that costs epsilon0 and nothing less. */
  private static CheckInRound coin(double epsilon0) {
    return new CheckInRound(1, 1, CheckInLaw.BERNOULLI, new LocalGuarantee.PureLdp(epsilon0));
  }

  private static BitSet bits(int... clients) {
    BitSet bits = new BitSet();
    for (int client : clients) {
      bits.set(client);
    }
    return bits;
  }
}
