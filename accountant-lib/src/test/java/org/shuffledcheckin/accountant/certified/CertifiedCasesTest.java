package org.shuffledcheckin.accountant.certified;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.shuffledcheckin.accountant.CheckInLaw;
import org.shuffledcheckin.accountant.CheckInRound;
import org.shuffledcheckin.accountant.LocalGuarantee;
import org.shuffledcheckin.accountant.pld.ThirdOrderBound;
import org.shuffledcheckin.accountant.sound.SoundAccountant;
import org.shuffledcheckin.accountant.sound.SoundOptions;

/**
 * What the accountant returns lies above the certified lower end of its pair's epsilon and within a
 * thousandth of the certified upper end.
 */
class CertifiedCasesTest {
  private static final double CLOSE = 1.001;

  /** A cell of the paper's table: n = 10^4, epsilon0 = 2, rate 10^-3, T = 100, delta = 10^-4. */
  @Test
  void epsilon_clonesOfThePapersTable_isCertified() {
    CertifiedPairs pairs = new CertifiedPairs(new Lattice(0x1p-15, -0.045, 0.07));
    CheckInRound round = round(10_000, 1e-3, CheckInLaw.BERNOULLI, new LocalGuarantee.PureLdp(2));
    check(
        side -> pairs.clones(side, 10_000, 1e-3, 2).power(100).epsilon(new BigDecimal("1e-4")),
        epsilon(round, 100, 1e-4));
  }

  @Test
  void epsilon_kAryResponseWithCoins_isCertified() {
    CertifiedPairs pairs = new CertifiedPairs(new Lattice(0x1p-10, -2, 5));
    CheckInRound round =
        round(60, 0.1, CheckInLaw.BERNOULLI, new LocalGuarantee.KAryResponse(2, 5));
    check(
        side -> pairs.kAryResponse(side, 60, 0.1, 2, 5).power(30).epsilon(new BigDecimal("1e-3")),
        epsilon(round, 30, 1e-3));
  }

  @Test
  void epsilon_gaussianWithPoissonDraws_isCertified() {
    CertifiedPairs pairs = new CertifiedPairs(new Lattice(0x1p-9, -3, 9));
    CheckInRound round = round(20, 0.05, CheckInLaw.POISSON, new LocalGuarantee.Gaussian(2));
    check(
        side -> pairs.poissonGaussian(side, 20, 1, 1).epsilon(new BigDecimal("1e-4")),
        epsilon(round, 20, 1e-4));
  }

  @Test
  void epsilon_thirdOrder_isCertified() {
    Lattice lattice = new Lattice(0x1p-9, -4, 9);
    CertifiedMoments moments = new CertifiedMoments(lattice, 20, 1);
    ThirdOrderBound bound = new ThirdOrderBound(20, 0.05, 1);
    check(side -> moments.epsilon(side, new BigDecimal("1e-4")), bound.epsilon(20, 1e-4, 2.0));
  }

  private static void check(Function<Side, BigDecimal> certified, double returned) {
    double below = certified.apply(Side.BELOW).doubleValue();
    double above = certified.apply(Side.ABOVE).doubleValue();
    assertThat(below).isBetween(0.99 * above, above);
    assertThat(returned).as("certified from %s to %s", below, above).isGreaterThan(below);
    assertThat(returned).as("certified from %s to %s", below, above).isLessThan(CLOSE * above);
  }

  private static double epsilon(CheckInRound round, long rounds, double delta) {
    return SoundAccountant.create(SoundOptions.DEFAULT.withPairsOnly())
        .compose(round, rounds)
        .epsilon(delta)
        .epsilon();
  }

  private static CheckInRound round(
      long clients, double rate, CheckInLaw law, LocalGuarantee guarantee) {
    return new CheckInRound(clients, rate, law, guarantee);
  }
}
