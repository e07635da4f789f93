package org.shuffledcheckin.client.coin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.BitSet;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.shuffledcheckin.accountant.CheckInLaw;
import org.shuffledcheckin.client.TestRounds;
import org.shuffledcheckin.kit.round.RoundId;
import org.shuffledcheckin.report.noise.InsecureSeededRandomness;

class CheckInCoinTest {
  private static final RoundId ROUND = new RoundId(TestRounds.RUN, 3);
  private static final int CLIENTS = 1_000_000;
  private static final long SEED = 20_260_101;

  private final ClientRandomness seeded =
      ClientRandomness.insecure(new InsecureSeededRandomness(SEED));

  /**
   * Chi-square of the counts 0, 1, 2, 3 and more against the law; cryptographic randomness, so each
   * run is a new sample. 33.4 is the quantile of chi-square with 3 degrees of freedom at 1 -
   * 2.7e-7; fewer cells only make it rarer. False-failure probability below 1e-6 per rate.
   */
  @ParameterizedTest
  @ValueSource(doubles = {0.05, 0.3, 1})
  void draw_poisson_hasThePoissonLaw(double rate) {
    long[] counts = counts(CheckInLaw.POISSON, rate);
    double[] expected = new double[4];
    double mass = Math.exp(-rate);
    double tail = 1;
    for (int k = 0; k < 3; k++) {
      expected[k] = CLIENTS * mass;
      tail -= mass;
      mass *= rate / (k + 1);
    }
    expected[3] = CLIENTS * tail;
    assertThat(chiSquare(counts, expected)).isLessThan(33.4);
  }

  /** One degree of freedom; 26 is its quantile at 1 - 3.4e-7. False-failure below 1e-6 per rate. */
  @ParameterizedTest
  @ValueSource(doubles = {0.001, 0.05, 0.5})
  void draw_bernoulli_hasTheRate(double rate) {
    long[] counts = counts(CheckInLaw.BERNOULLI, rate);
    assertThat(chiSquare(counts, new double[] {CLIENTS * (1 - rate), CLIENTS * rate, 0, 0}))
        .isLessThan(26);
  }

  /**
   * Neighbours' draws as a 2x2 table of zero and not zero: independent if chi-square with one
   * degree of freedom is small. False-failure probability below 1e-6.
   */
  @Test
  void draw_neighbouringClients_areIndependent() {
    BitSet drew = coin(CheckInLaw.POISSON, 0.3).draw(all(CLIENTS), secureStream()).clients();
    long[][] table = new long[2][2];
    for (int client = 0; client < CLIENTS; client += 2) {
      table[drew.get(client) ? 1 : 0][drew.get(client + 1) ? 1 : 0]++;
    }
    double pairs = CLIENTS / 2.0;
    double chiSquare = 0;
    for (int i = 0; i < 2; i++) {
      for (int j = 0; j < 2; j++) {
        double row = table[i][0] + table[i][1];
        double column = table[0][j] + table[1][j];
        double expected = row * column / pairs;
        chiSquare += Math.pow(table[i][j] - expected, 2) / expected;
      }
    }
    assertThat(chiSquare).isLessThan(26);
  }

  @ParameterizedTest
  @CsvSource({"POISSON, 0.2", "BERNOULLI, 0.2"})
  void draw_othersSitOut_changesNobodysDraw(CheckInLaw law, double rate) {
    Draws everyone = coin(law, rate).draw(all(1000), seeded.coins(ROUND));
    BitSet even = new BitSet();
    for (int client = 0; client < 1000; client += 2) {
      even.set(client);
    }
    BitSet odd = all(1000);
    odd.andNot(even);
    Draws half = coin(law, rate).draw(odd, seeded.coins(ROUND));
    assertThat(half).isEqualTo(everyone.without(even));
  }

  @Test
  void draw_sameSeedAndRound_repeats_otherRound_differs() {
    Draws first = coin(CheckInLaw.POISSON, 0.1).draw(all(5000), seeded.coins(ROUND));
    ClientRandomness again = ClientRandomness.insecure(new InsecureSeededRandomness(SEED));
    assertThat(coin(CheckInLaw.POISSON, 0.1).draw(all(5000), again.coins(ROUND))).isEqualTo(first);
    RoundId next = new RoundId(TestRounds.RUN, 4);
    assertThat(coin(CheckInLaw.POISSON, 0.1).draw(all(5000), again.coins(next)))
        .isNotEqualTo(first);
  }

  @Test
  void draw_rateOne_bernoulliAlwaysOne() {
    assertThat(coin(CheckInLaw.BERNOULLI, 1).draw(all(100), secureStream()).total()).isEqualTo(100);
  }

  @Test
  void draw_poissonBeyondSixteen_countsAsSixteen() {
    RandomGenerator largest = () -> -1L;
    RandomGenerator bytes =
        new RandomGenerator() {
          @Override
          public long nextLong() {
            return largest.nextLong();
          }

          @Override
          public void nextBytes(byte[] out) {
            java.util.Arrays.fill(out, (byte) -1);
          }
        };
    assertThat(coin(CheckInLaw.POISSON, 1).draw(all(1), bytes).reports(0)).isEqualTo(16);
  }

  @ParameterizedTest
  @ValueSource(doubles = {0, -0.1, 1.0000001, Double.NaN})
  void of_rateOutOfRange_isRefused(double rate) {
    assertThatThrownBy(() -> CheckInCoin.of(CheckInLaw.POISSON, rate))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("check-in rate");
  }

  /** Binomial(10^6, 0.3), six standard deviations: false-failure probability below 1e-8. */
  @Test
  void sitOut_withProbability_removesThatShare() {
    BitSet candidates = all(CLIENTS);
    SitOutRule.withProbability(0.3).apply(candidates, secureStream());
    assertThat((double) candidates.cardinality())
        .isBetween(700_000 - 6 * 458.3, 700_000 + 6 * 458.3);
  }

  private long[] counts(CheckInLaw law, double rate) {
    Draws draws = coin(law, rate).draw(all(CLIENTS), secureStream());
    long[] counts = new long[4];
    for (int index = 0; index < draws.size(); index++) {
      counts[Math.min(3, draws.reports(index))]++;
    }
    counts[0] = (long) CLIENTS - draws.size();
    return counts;
  }

  private static double chiSquare(long[] counts, double[] expected) {
    double sum = 0;
    for (int k = 0; k < counts.length; k++) {
      if (expected[k] > 0) {
        sum += Math.pow(counts[k] - expected[k], 2) / expected[k];
      } else {
        assertThat(counts[k]).isZero();
      }
    }
    return sum;
  }

  private static RandomGenerator secureStream() {
    return ClientRandomness.secure().coins(ROUND);
  }

  private static CheckInCoin coin(CheckInLaw law, double rate) {
    return CheckInCoin.of(law, rate);
  }

  private static BitSet all(int clients) {
    BitSet all = new BitSet(clients);
    all.set(0, clients);
    return all;
  }
}
