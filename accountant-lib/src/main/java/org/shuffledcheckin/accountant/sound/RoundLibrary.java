package org.shuffledcheckin.accountant.sound;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Supplier;
import org.shuffledcheckin.accountant.CheckInLaw;
import org.shuffledcheckin.accountant.CheckInRound;
import org.shuffledcheckin.accountant.LocalGuarantee;
import org.shuffledcheckin.accountant.amplification.GaussianMechanism;
import org.shuffledcheckin.accountant.amplification.LaplaceMechanism;
import org.shuffledcheckin.accountant.pld.CompositionCache;
import org.shuffledcheckin.accountant.pld.RoundLosses;
import org.shuffledcheckin.accountant.pld.ThirdOrderBound;

/**
 * Builds the losses of rounds and remembers them for all accountants that share it. Safe for use by
 * several threads.
 */
final class RoundLibrary {
  private static final int MOST_ROUNDS = 512;
  private static final int MOST_THIRD_ORDERS = 16;

  /** Covers the rounding of a few operations and of epsilon0. */
  private static final double ROUNDING = 1e-9;

  private final SoundOptions options;
  private final CompositionCache compositions;
  private final Map<Key, RoundLosses> losses = new LinkedHashMap<>(16, 0.75f, true);
  private final Map<CheckInRound, ThirdOrderBound> thirdOrders = new HashMap<>();

  RoundLibrary(SoundOptions options) {
    this.options = options;
    this.compositions = new CompositionCache();
  }

  SoundOptions options() {
    return options;
  }

  CompositionCache compositions() {
    return compositions;
  }

  /** The third-order bound of rounds with Poisson check-ins, Gaussian or binary responses. */
  synchronized ThirdOrderBound thirdOrder(CheckInRound round) {
    if (thirdOrders.size() > MOST_THIRD_ORDERS) {
      thirdOrders.clear();
    }
    return thirdOrders.computeIfAbsent(round, RoundLibrary::thirdOrderOf);
  }

  private static ThirdOrderBound thirdOrderOf(CheckInRound round) {
    if (round.guarantee() instanceof LocalGuarantee.BinaryResponse response) {
      return ThirdOrderBound.binary(round.clients(), round.checkInRate(), response.epsilon0());
    }
    double mu = ((LocalGuarantee.Gaussian) round.guarantee()).mu();
    return new ThirdOrderBound(round.clients(), round.checkInRate(), mu);
  }

  /** The losses of a round with Poisson check-ins, or of a pure randomiser with Bernoulli ones. */
  RoundLosses direct(CheckInRound round) {
    return remembered(Key.of(round, 0), () -> build(round));
  }

  /** Bernoulli check-ins with Gaussian noise, as a pure randomiser except with delta0. */
  RoundLosses throughClones(CheckInRound round, double delta0) {
    return remembered(
        Key.of(round, delta0),
        () -> {
          double epsilon0 = epsilon0(round, delta0);
          return clones(round, round.checkInRate(), round.checkInRate(), epsilon0);
        });
  }

  /**
   * How often, per round, a Gaussian report has to be exchanged to make it purely epsilon0-private:
   * the differing client's with probability delta0/(1 + e0), and each other client's with
   * probability e^-epsilon0 (1 + 1/(1 + e0)) delta0, or twice that, so that the clones are there.
   * Rounded up.
   */
  double exchanged(CheckInRound round, double delta0) {
    double e0 = Math.exp(epsilon0(round, delta0));
    double own = delta0 / (1 + e0);
    double other = options.clones().laws() * (1 + 1 / (1 + e0)) * delta0 / e0;
    double sum = round.checkInRate() * (own + (round.clients() - 1) * other);
    return sum * (1 + ROUNDING);
  }

  /** Among how many a client hides with Poisson check-ins, itself included. */
  double hidden(CheckInRound round) {
    if (options.ownRate().isEmpty()) {
      return round.clients();
    }
    double own = options.ownRate().getAsDouble();
    return own == 0 ? 1 : 1 + round.clients() * (round.checkInRate() / own);
  }

  double ownRate(CheckInRound round) {
    return options.ownRate().orElse(round.checkInRate());
  }

  private static double epsilon0(CheckInRound round, double delta0) {
    double mu = ((LocalGuarantee.Gaussian) round.guarantee()).mu();
    return Math.max(1e-9, new GaussianMechanism(mu).epsilon(delta0));
  }

  private RoundLosses build(CheckInRound round) {
    if (options.observer() == SoundOptions.Observer.SHUFFLER) {
      return buildForShuffler(round);
    }
    boolean poisson = round.law() == CheckInLaw.POISSON;
    if (round.guarantee() instanceof LocalGuarantee.Gaussian gaussian) {
      return poisson
          ? new PoissonCheckIn(ownRate(round), hidden(round)).gaussian(gaussian.mu())
          : new SubsampledGaussian(round.clients(), round.checkInRate(), gaussian.mu()).losses();
    }
    if (round.guarantee() instanceof LocalGuarantee.GaussianSum sum) {
      return sum.membersKnown()
          ? buildForShuffler(round)
          : new SubsampledGaussian(round.clients(), round.checkInRate(), sum.mu()).losses();
    }
    LocalGuarantee.Pure pure = (LocalGuarantee.Pure) round.guarantee();
    return poisson ? purePoisson(round, pure) : pureBernoulli(round, PureResponse.of(pure));
  }

  private RoundLosses buildForShuffler(CheckInRound round) {
    ShufflerView view =
        new ShufflerView(others(round), round.checkInRate(), ownRate(round), round.law());
    if (round.guarantee() instanceof LocalGuarantee.GaussianSum sum) {
      return view.gaussianSum(sum.mu());
    }
    return round.guarantee() instanceof LocalGuarantee.Gaussian gaussian
        ? view.gaussian(gaussian.mu())
        : view.pure(((LocalGuarantee.Pure) round.guarantee()).epsilon0());
  }

  private long others(CheckInRound round) {
    return options.ownRate().isPresent() ? round.clients() : round.clients() - 1;
  }

  private RoundLosses purePoisson(CheckInRound round, LocalGuarantee.Pure pure) {
    if (pure instanceof LocalGuarantee.Laplace laplace) {
      return new PoissonCheckIn(ownRate(round), hidden(round))
          .laplace(LaplaceMechanism.of(laplace));
    }
    PureResponse response = PureResponse.of(pure);
    return new PoissonCheckIn(response.telling() * ownRate(round), hidden(round))
        .pure(response.epsilon0());
  }

  /**
   * Reports that tell nothing are as good as absence, and a known total variation helps, if all
   * clients are absent equally often. A client with a rate of its own gets the pair that holds for
   * every pure randomiser.
   */
  private RoundLosses pureBernoulli(CheckInRound round, PureResponse response) {
    double epsilon0 = response.epsilon0();
    double rate = round.checkInRate();
    if (options.ownRate().isPresent()) {
      return clones(round, rate, ownRate(round), epsilon0);
    }
    if (response.share() < 1 && options.clones() == CloneAnalysis.CLONES23) {
      Membership membership =
          new ThreeKindsMembership(round.clients(), rate, epsilon0, response.share());
      return new CheckInPair(membership, epsilon0).losses();
    }
    return clones(round, response.telling() * rate, response.telling() * rate, epsilon0);
  }

  private RoundLosses clones(CheckInRound round, double rate, double ownRate, double epsilon0) {
    Membership membership =
        new CloneMembership(others(round), rate, ownRate, epsilon0, options.clones());
    return new CheckInPair(membership, epsilon0).losses();
  }

  private synchronized RoundLosses remembered(Key key, Supplier<RoundLosses> builder) {
    RoundLosses known = losses.get(key);
    if (known == null) {
      known = builder.get();
      losses.put(key, known);
      if (losses.size() > MOST_ROUNDS) {
        losses.remove(losses.keySet().iterator().next());
      }
    }
    return known;
  }

  /** A round and, for the analysis through clones, its delta0; 0 for the direct one. */
  private record Key(CheckInRound round, double delta0) {
    /** The mass at infinite loss is no part of the losses: the analysis adds it. */
    static Key of(CheckInRound round, double delta0) {
      return new Key(round.withLossMass(0), delta0);
    }
  }
}
