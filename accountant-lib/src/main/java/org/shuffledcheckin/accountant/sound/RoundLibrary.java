package org.shuffledcheckin.accountant.sound;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Supplier;
import org.shuffledcheckin.accountant.CheckInRound;
import org.shuffledcheckin.accountant.LocalGuarantee;
import org.shuffledcheckin.accountant.amplification.GaussianMechanism;
import org.shuffledcheckin.accountant.pld.CompositionCache;
import org.shuffledcheckin.accountant.pld.RoundLosses;

/**
 * Builds the losses of rounds and remembers them for all accountants that share it. Safe for use by
 * several threads.
 */
final class RoundLibrary {
  private static final int MOST_ROUNDS = 512;

  private final SoundOptions options;
  private final CompositionCache compositions;
  private final Map<Key, RoundLosses> losses = new LinkedHashMap<>(16, 0.75f, true);

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

  /** The losses of a round with Poisson check-ins, or of a pure randomiser with Bernoulli ones. */
  RoundLosses direct(CheckInRound round) {
    return remembered(new Key(round, 0), () -> build(round));
  }

  /** Bernoulli check-ins with Gaussian noise, as a pure randomiser except with delta0. */
  RoundLosses throughClones(CheckInRound round, double delta0) {
    return remembered(
        new Key(round, delta0),
        () -> {
          double epsilon0 = epsilon0(round, delta0);
          double rate = round.checkInRate();
          return new CheckInPair(round.clients() - 1, rate, rate, epsilon0, CloneAnalysis.CLONES21)
              .losses();
        });
  }

  /**
   * How often, per round, a Gaussian report has to be exchanged to make it purely epsilon0-private:
   * the differing client's with probability delta0/(1 + e0), and each other client's with
   * probability e^-epsilon0 (1 + 1/(1 + e0)) delta0, so that the clones are there.
   */
  double exchanged(CheckInRound round, double delta0) {
    double e0 = Math.exp(epsilon0(round, delta0));
    double own = delta0 / (1 + e0);
    double other = (1 + 1 / (1 + e0)) * delta0 / e0;
    return round.checkInRate() * (own + (round.clients() - 1) * other);
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
    LocalGuarantee guarantee = round.guarantee();
    if (options.observer() == SoundOptions.Observer.SHUFFLER) {
      return buildForShuffler(round);
    }
    return switch (round.law()) {
      case POISSON -> {
        PoissonCheckIn poisson = new PoissonCheckIn(ownRate(round), hidden(round));
        yield guarantee instanceof LocalGuarantee.Gaussian gaussian
            ? poisson.gaussian(gaussian.mu())
            : poisson.pure(((LocalGuarantee.PureLdp) guarantee).epsilon0());
      }
      case BERNOULLI ->
          guarantee instanceof LocalGuarantee.Gaussian gaussian
              ? new SubsampledGaussian(round.clients(), round.checkInRate(), gaussian.mu()).losses()
              : pureBernoulli(round, ((LocalGuarantee.PureLdp) guarantee).epsilon0());
    };
  }

  private RoundLosses buildForShuffler(CheckInRound round) {
    ShufflerView view =
        new ShufflerView(others(round), round.checkInRate(), ownRate(round), round.law());
    return round.guarantee() instanceof LocalGuarantee.Gaussian gaussian
        ? view.gaussian(gaussian.mu())
        : view.pure(((LocalGuarantee.PureLdp) round.guarantee()).epsilon0());
  }

  private long others(CheckInRound round) {
    return options.ownRate().isPresent() ? round.clients() : round.clients() - 1;
  }

  private RoundLosses pureBernoulli(CheckInRound round, double epsilon0) {
    return new CheckInPair(
            others(round), round.checkInRate(), ownRate(round), epsilon0, options.clones())
        .losses();
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
  private record Key(CheckInRound round, double delta0) {}
}
