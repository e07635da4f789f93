package org.shuffledcheckin.accountant.pld;

import java.util.ArrayList;
import java.util.List;
import java.util.function.IntToDoubleFunction;
import org.shuffledcheckin.accountant.Arguments;
import org.shuffledcheckin.accountant.numeric.Upward;

/**
 * Bounds epsilon and delta of a sequence of rounds from above, given the losses of each kind of
 * round and how often it happened. How often must be fixed in advance; what happens in a round may
 * depend on the past, because each kind dominates its rounds whatever happened before. Immutable.
 */
public final class Composition {
  /**
   * Covers the last few operations, whose errors are a millionth of it. It acts on delta as well as
   * on epsilon, so that it does not vanish where epsilon does. Masses, losses, sums and transforms
   * have their own reserves before.
   */
  private static final double ROUNDING_RESERVE = 1e-9;

  /** Which part of delta may be spent on losses that are treated as infinite. */
  private static final double NEGLIGIBLE = 1e-6;

  /** With more slack in delta than this, a tilt that fits the result better is tried. */
  private static final double TOLERATED_SLACK = 1e-3;

  /** Masses below 2^-1000 are at infinity always; they would underflow. */
  private static final int LOWEST_EXPONENT = -1000;

  /** Grids are refined until epsilon is this many steps wide. */
  private static final double RESOLVED = 192;

  /** So few rounds of one kind are not split into bands: their windows are short anyway. */
  private static final long FEW_ROUNDS = 1024;

  private static final int MOST_REFINEMENTS = 5;
  private static final int UNLIMITED = 1000;
  private static final double FIRST_GUESS = 1e-8;
  private static final double SMALLEST_GUESS = 1e-300;

  private final List<Part> parts;
  private final CompositionCache cache;
  private final double infinite;

  /** Describes a sequence; parts that happened never or lose nothing are left out. */
  public Composition(List<Part> parts, CompositionCache cache) {
    this(parts, cache, infinite(parts));
  }

  private Composition(List<Part> parts, CompositionCache cache, double infinite) {
    this.parts =
        parts.stream().filter(part -> part.times() > 0 && !part.losses().isTrivial()).toList();
    this.cache = cache;
    this.infinite = infinite;
  }

  /** The smallest epsilon that can be proven at delta in (0, 1]; infinite if there is none. */
  public double epsilon(double delta) {
    Arguments.requireRate("delta", delta);
    if (parts.isEmpty() || delta == 1) {
      return 0;
    }
    Composition resolved = truncated(delta);
    double room = (delta - resolved.infiniteMass()) * (1 - ROUNDING_RESERVE);
    double bound = room > 0 ? resolved.finiteEpsilon(room) : Double.POSITIVE_INFINITY;
    return Math.min(bound * (1 + ROUNDING_RESERVE), largestLoss());
  }

  /** The smallest delta that can be proven at epsilon. */
  public double delta(double epsilon) {
    Arguments.requireEpsilon(epsilon);
    if (parts.isEmpty() || epsilon >= largestLoss()) {
      return parts.isEmpty() ? 0 : infiniteMass();
    }
    double asked = epsilon / (1 + ROUNDING_RESERVE);
    double delta = 1;
    for (double guess = Math.min(FIRST_GUESS, 1e-3 * renyiDelta(epsilon)); ; guess *= guess) {
      Composition resolved = truncated(guess);
      double finite = resolved.finiteDelta(asked) * (1 + ROUNDING_RESERVE);
      delta = Math.min(delta, resolved.infiniteMass() + finite);
      // A guess that was too large has put losses at infinity that this delta can feel.
      if (delta >= guess || guess < SMALLEST_GUESS) {
        return Math.max(Double.MIN_NORMAL, delta);
      }
    }
  }

  /**
   * The epsilon at delta by way of Renyi divergences, with the conversion that is optimal for a
   * known divergence; looser than {@link #epsilon}, in closed form.
   */
  public double renyiEpsilon(double delta) {
    Arguments.requireRate("delta", delta);
    if (parts.isEmpty() || delta == 1) {
      return 0;
    }
    Composition resolved = truncated(delta);
    double room = (delta - resolved.infiniteMass()) * (1 - ROUNDING_RESERVE);
    if (!(room > 0)) {
      return Double.POSITIVE_INFINITY;
    }
    int tilt = resolved.tiltFor(index -> resolved.renyiEpsilon(index, room));
    double bound = Math.max(0, resolved.renyiEpsilon(tilt, room)) * (1 + ROUNDING_RESERVE);
    return Math.min(bound, largestLoss());
  }

  /** The delta at epsilon by way of Renyi divergences; looser than {@link #delta}. */
  public double renyiDelta(double epsilon) {
    Arguments.requireEpsilon(epsilon);
    if (parts.isEmpty() || epsilon >= largestLoss()) {
      return parts.isEmpty() ? 0 : infiniteMass();
    }
    double delta = 1;
    for (double guess = FIRST_GUESS; ; guess *= guess) {
      Composition resolved = truncated(guess);
      int tilt = resolved.tiltFor(index -> resolved.logChernoff(index, epsilon));
      double finite = Math.exp(resolved.logChernoff(tilt, epsilon));
      delta = Math.min(delta, resolved.infiniteMass() + finite * (1 + ROUNDING_RESERVE));
      if (delta >= guess || guess < SMALLEST_GUESS) {
        return Math.max(Double.MIN_NORMAL, delta);
      }
    }
  }

  /** An upper bound on the Renyi divergence of an order, infinite losses left out. */
  public double divergence(double order) {
    Arguments.requireOrder(order);
    double sum = 0;
    for (Part part : parts) {
      sum += part.times() * part.losses().logMoment(order - 1);
    }
    return sum / (order - 1) * (1 + ROUNDING_RESERVE);
  }

  /** The mass at infinite loss over all rounds, by the union bound. */
  public double infiniteMass() {
    return infinite;
  }

  private static double infinite(List<Part> parts) {
    double sum = 0;
    for (Part part : parts) {
      sum = Upward.plus(sum, Upward.multiple(part.times(), part.losses().infiniteMass()));
    }
    return Math.min(1, sum);
  }

  /** The same sequence in bands, with losses made infinite that are too rare to matter at delta. */
  private Composition truncated(double delta) {
    double rounds = 0;
    for (Part part : parts) {
      rounds += part.times();
    }
    int exponent = Math.getExponent(NEGLIGIBLE * delta / rounds);
    // Coarse steps, so that a growing number of rounds seldom changes what is cached.
    int coarse = Math.max(LOWEST_EXPONENT, Math.floorDiv(exponent, 8) * 8);
    List<Part> resolved = new ArrayList<>();
    double infinite = 0;
    for (Part part : parts) {
      RoundLosses losses = part.losses().truncated(coarse);
      infinite = Upward.plus(infinite, Upward.multiple(part.times(), losses.infiniteMass()));
      boolean whole = !losses.isCompound() && part.times() <= FEW_ROUNDS;
      for (RoundLosses band : whole ? List.of(losses) : losses.bands()) {
        resolved.add(new Part(band, part.times()));
      }
    }
    return new Composition(resolved, cache, Math.min(1, infinite));
  }

  private double finiteEpsilon(double room) {
    if (parts.isEmpty() || logMoment(0) == 0) {
      return 0;
    }
    int tilt = tiltFor(index -> renyiEpsilon(index, room));
    double bound = Math.max(0, renyiEpsilon(tilt, room));
    int widest = UNLIMITED;
    for (int i = 0; i < MOST_REFINEMENTS && bound > 0; i++) {
      TiltedLosses sum = compose(tilt, widest);
      Tail tail = new Tail(sum);
      bound = Math.min(bound, tail.epsilon(room));
      boolean fine = sum.step() <= bound / RESOLVED || Math.getExponent(sum.step()) < widest;
      boolean quiet = tail.slackAt(bound) <= TOLERATED_SLACK * room;
      if (fine && (quiet || i > 0)) {
        break;
      }
      widest = fine ? widest : gridFor(bound);
      double found = bound;
      tilt = quiet ? tilt : tiltFor(index -> logChernoff(index, found));
    }
    return bound;
  }

  private double finiteDelta(double epsilon) {
    if (parts.isEmpty() || logMoment(0) == 0) {
      return 0;
    }
    int tilt = tiltFor(index -> logChernoff(index, epsilon));
    double chernoff = Math.exp(Math.min(0, logChernoff(tilt, epsilon)));
    int widest = epsilon > 0 ? gridFor(epsilon) : UNLIMITED;
    return Math.min(chernoff, new Tail(compose(tilt, widest)).delta(epsilon));
  }

  /** The exponent of a grid that resolves losses of this size; coarse, to be cached. */
  private static int gridFor(double epsilon) {
    return Math.floorDiv(Math.getExponent(epsilon / RESOLVED), 2) * 2;
  }

  private TiltedLosses compose(int tilt, int widest) {
    TiltedLosses sum = null;
    for (Part part : parts) {
      TiltedLosses more = cache.compose(part.losses(), part.times(), tilt, widest);
      sum = sum == null ? more : add(sum, more, Math.scalb(1.0, widest));
    }
    return sum;
  }

  /** Adds two independent sums on the coarser grid that their joint spread allows. */
  private TiltedLosses add(TiltedLosses a, TiltedLosses b, double widest) {
    double spread = Math.hypot(a.deviation(), b.deviation());
    double finest = Math.min(spread, 1 / a.tilt()) / cache.resolution().pointsPerDeviation();
    double step = Math.max(a.step(), b.step());
    while (2 * step <= Math.min(widest, finest)) {
      step *= 2;
    }
    return Convolution.sum(a.onGrid(step), b.onGrid(step));
  }

  private int tiltFor(IntToDoubleFunction objective) {
    double deviation = Math.sqrt(variance());
    double longest = parts.stream().mapToDouble(part -> part.losses().maxLoss()).max().orElse(1);
    int lowest = TiltGrid.near(0.05 / Math.max(deviation, longest));
    return TiltGrid.minimise(TiltGrid.near(4 / deviation), lowest, objective);
  }

  private double renyiEpsilon(int tilt, double delta) {
    return (logChernoff(tilt, 0) - Math.log(delta)) / TiltGrid.at(tilt);
  }

  /** log of the bound on delta(epsilon) that the moment at this tilt gives. */
  private double logChernoff(int tilt, double epsilon) {
    double s = TiltGrid.at(tilt);
    double conversion = -s * Math.log1p(1 / s) - Math.log1p(s);
    return logMoment(tilt) + conversion - s * epsilon;
  }

  private double logMoment(int tilt) {
    double sum = 0;
    for (Part part : parts) {
      sum += part.times() * part.losses().logMoment(tilt);
    }
    return sum * (1 + 2 * RoundLosses.MOMENT_ERROR);
  }

  private double variance() {
    double sum = 0;
    for (Part part : parts) {
      sum += part.times() * part.losses().variance();
    }
    return sum;
  }

  /** No finite loss is larger than this: the bound of pure differential privacy, where it holds. */
  private double largestLoss() {
    double sum = 0;
    for (Part part : parts) {
      RoundLosses losses = part.losses();
      boolean unbounded = losses.isCompound() || losses.infiniteMass() > 0;
      double largest =
          unbounded ? Double.POSITIVE_INFINITY : Upward.multiple(part.times(), losses.maxLoss());
      sum = Upward.plus(sum, largest);
    }
    return sum;
  }

  /**
   * One kind of round and how often it happened.
   *
   * @param losses the losses of one such round
   * @param times how often, at least 0
   */
  public record Part(RoundLosses losses, long times) {
    /** Validates the count. */
    public Part {
      Arguments.requireAtLeast("times", times, 0);
    }
  }
}
