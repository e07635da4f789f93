package org.shuffledcheckin.accountant.sound;

import org.junit.jupiter.api.Nested;
import org.shuffledcheckin.accountant.AccountantContract;
import org.shuffledcheckin.accountant.CheckInLaw;
import org.shuffledcheckin.accountant.CheckInRound;
import org.shuffledcheckin.accountant.LocalGuarantee;
import org.shuffledcheckin.accountant.PrivacyAccountant;

/** The contract for every way the sound accountant works. */
class SoundAccountantContractTest {
  private abstract static class Contract extends AccountantContract {
    private final SoundAccountant empty;
    private final CheckInRound round;
    private final CheckInRound otherRound;
    private final long many;

    Contract(SoundOptions options, CheckInRound round, CheckInRound otherRound, long many) {
      this.empty = SoundAccountant.create(options);
      this.round = round;
      this.otherRound = otherRound;
      this.many = many;
    }

    @Override
    protected PrivacyAccountant empty() {
      return empty;
    }

    @Override
    protected CheckInRound round() {
      return round;
    }

    @Override
    protected CheckInRound otherRound() {
      return otherRound;
    }

    @Override
    protected long many() {
      return many;
    }
  }

  @Nested
  class Pure extends Contract {
    Pure() {
      super(SoundOptions.DEFAULT, Rounds.pure(10_000, 0.01, 3), Rounds.pure(8_000, 0.02, 2), 3000);
    }
  }

  @Nested
  class PureWithLooserClones extends Contract {
    PureWithLooserClones() {
      super(
          SoundOptions.DEFAULT.withClones(CloneAnalysis.CLONES21),
          Rounds.pure(10_000, 0.01, 3),
          Rounds.pure(8_000, 0.02, 2),
          3000);
    }
  }

  @Nested
  class PureByRenyi extends Contract {
    PureByRenyi() {
      super(
          SoundOptions.DEFAULT.withMeasure(SoundOptions.Measure.RENYI),
          Rounds.pure(10_000, 0.01, 3),
          Rounds.poisson(8_000, 0.02, 2),
          3000);
    }
  }

  @Nested
  class PoissonGaussian extends Contract {
    PoissonGaussian() {
      super(
          SoundOptions.DEFAULT,
          Rounds.poisson(10_000, 0.01, 1.2),
          Rounds.poisson(10_000, 0.02, 1),
          5000);
    }
  }

  @Nested
  class PoissonPure extends Contract {
    PoissonPure() {
      super(
          SoundOptions.DEFAULT,
          Rounds.purePoisson(10_000, 0.01, 4),
          Rounds.purePoisson(9_000, 0.01, 5),
          2000);
    }
  }

  @Nested
  class PoissonBinary extends Contract {
    PoissonBinary() {
      super(
          SoundOptions.DEFAULT,
          Rounds.of(10_000, 0.01, CheckInLaw.POISSON, new LocalGuarantee.BinaryResponse(4)),
          Rounds.of(9_000, 0.01, CheckInLaw.POISSON, new LocalGuarantee.BinaryResponse(4)),
          2000);
    }
  }

  @Nested
  class Laplace extends Contract {
    Laplace() {
      super(
          SoundOptions.DEFAULT,
          Rounds.of(10_000, 0.01, CheckInLaw.POISSON, new LocalGuarantee.Laplace(4, 1 << 16)),
          Rounds.of(9_000, 0.01, CheckInLaw.BERNOULLI, new LocalGuarantee.Laplace(5, 1 << 16)),
          2000);
    }
  }

  @Nested
  class BernoulliGaussian extends Contract {
    BernoulliGaussian() {
      super(
          SoundOptions.DEFAULT,
          Rounds.gaussian(10_000, 0.01, 4),
          Rounds.gaussian(10_000, 0.01, 3),
          800);
    }
  }

  @Nested
  class Mixed extends Contract {
    Mixed() {
      super(
          SoundOptions.DEFAULT, Rounds.poisson(10_000, 0.01, 1), Rounds.pure(9_000, 0.01, 5), 2000);
    }
  }

  @Nested
  class MixedWithAChoice extends Contract {
    MixedWithAChoice() {
      super(
          SoundOptions.DEFAULT,
          Rounds.gaussian(10_000, 0.05, 4),
          Rounds.poisson(9_000, 0.01, 1),
          100);
    }
  }

  @Nested
  class AnotherOwnRate extends Contract {
    AnotherOwnRate() {
      super(
          SoundOptions.DEFAULT.withOwnRate(0.03),
          Rounds.pure(10_000, 0.01, 3),
          Rounds.poisson(10_000, 0.01, 1),
          1000);
    }
  }

  @Nested
  class ShufflerSeesGaussianSums extends Contract {
    ShufflerSeesGaussianSums() {
      super(
          SoundOptions.DEFAULT.withObserver(SoundOptions.Observer.SHUFFLER),
          Rounds.poisson(10_000, 0.01, 2),
          Rounds.gaussian(10_000, 0.02, 2),
          2000);
    }
  }

  @Nested
  class ShufflerSeesPureSums extends Contract {
    ShufflerSeesPureSums() {
      super(
          SoundOptions.DEFAULT.withObserver(SoundOptions.Observer.SHUFFLER),
          Rounds.pure(10_000, 0.01, 1),
          Rounds.purePoisson(10_000, 0.02, 1),
          200);
    }
  }

  @Nested
  class Sums extends Contract {
    Sums() {
      super(
          SoundOptions.DEFAULT,
          Rounds.sum(10_000, 0.05, 2),
          Rounds.sum(9_000, 0.01, 3).withLossMass(1e-13),
          200);
    }
  }

  @Nested
  class ShufflerSeesDistributedSums extends Contract {
    ShufflerSeesDistributedSums() {
      super(
          SoundOptions.DEFAULT.withObserver(SoundOptions.Observer.SHUFFLER),
          Rounds.sum(10_000, 0.05, 4).withLossMass(1e-13),
          Rounds.poisson(10_000, 0.01, 2),
          200);
    }
  }
}
