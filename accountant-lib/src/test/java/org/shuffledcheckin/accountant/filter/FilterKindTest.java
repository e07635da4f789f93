package org.shuffledcheckin.accountant.filter;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.shuffledcheckin.accountant.CheckInLaw;
import org.shuffledcheckin.accountant.CheckInRound;
import org.shuffledcheckin.accountant.LocalGuarantee;
import org.shuffledcheckin.accountant.sound.SoundAccountant;
import org.shuffledcheckin.accountant.sound.SoundOptions;

class FilterKindTest {
  /** Of two grids that are each rounded up. */
  private static final double GRIDS = 1e-3;

  /** A round is charged to the kind of another only if its pair is below that one's. */
  @Test
  void covers_randomRounds_costNoMoreThanTheKinds() {
    long seed = new Random().nextLong();
    Random random = new Random(seed);
    SoundAccountant pairs = SoundAccountant.create(SoundOptions.DEFAULT.withPairsOnly());
    int covered = 0;
    for (int i = 0; i < 400; i++) {
      CheckInRound first = round(random);
      CheckInRound second = round(random);
      FilterKind kind = FilterKind.of(first);
      if (kind.covers(second)) {
        covered++;
        CheckInRound charged =
            kind.round(kind.law() == CheckInLaw.POISSON ? second.checkInRate() : kind.rate());
        for (double epsilon : List.of(1e-3, 0.05, 0.5)) {
          assertThat(pairs.compose(second, 3).delta(epsilon).delta())
              .as("seed %d: %s charged as %s at %s", seed, second, charged, epsilon)
              .isLessThanOrEqualTo(
                  pairs.compose(charged, 3).delta(epsilon).delta() * (1 + GRIDS) + 1e-14);
        }
      }
    }
    assertThat(covered).as("seed %d", seed).isGreaterThan(8);
  }

  private static CheckInRound round(Random random) {
    LocalGuarantee guarantee =
        switch (random.nextInt(4)) {
          case 3 -> new LocalGuarantee.GaussianSum(List.of(1.0, 2.0, 4.0).get(random.nextInt(3)));
          case 0 -> new LocalGuarantee.Gaussian(List.of(1.0, 2.0, 4.0).get(random.nextInt(3)));
          case 1 -> new LocalGuarantee.PureLdp(List.of(0.5, 1.0, 2.0).get(random.nextInt(3)));
          default ->
              LocalGuarantee.response(
                  List.of(0.5, 1.0, 2.0).get(random.nextInt(3)), 2 + random.nextInt(2));
        };
    return new CheckInRound(
        List.of(20L, 50L, 200L).get(random.nextInt(3)),
        List.of(0.02, 0.1, 0.5).get(random.nextInt(3)),
        guarantee instanceof LocalGuarantee.GaussianSum || random.nextBoolean()
            ? CheckInLaw.BERNOULLI
            : CheckInLaw.POISSON,
        guarantee);
  }

  @Test
  void covers_lostReports_onlyWhereTheKindKeepsAPartOfDeltaForThem() {
    CheckInRound round =
        new CheckInRound(100, 0.1, CheckInLaw.POISSON, new LocalGuarantee.Gaussian(1));
    CheckInRound lossy = round.withLossMass(1e-13);
    assertThat(FilterKind.of(round).covers(lossy)).isFalse();
    assertThat(FilterKind.of(lossy).covers(round)).isTrue();
    assertThat(FilterKind.of(lossy).covers(round.withLossMass(1e-16))).isTrue();
  }
}
