package org.shuffledcheckin.accountant.filter;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.shuffledcheckin.accountant.Budget;
import org.shuffledcheckin.accountant.CheckInLaw;
import org.shuffledcheckin.accountant.CheckInRound;
import org.shuffledcheckin.accountant.sound.RenyiBound;
import org.shuffledcheckin.accountant.sound.SoundAccountant;
import org.shuffledcheckin.accountant.sound.SoundOptions;

/**
 * What rounds cost, remembered for everybody who shares a menu: a question whose answer is known
 * takes a look at two numbers. Safe for use by several threads.
 */
final class RoundCosts {
  /** A whole slice is composed from this many equal windows at least, so that few are wasted. */
  private static final int WINDOWS_EXPONENT = 12;

  /** Windows are at most 2^-4 long: no client draws too many reports in one of them. */
  private static final int LONGEST_EXPONENT = -4;

  /** Others announce rounds: what they make us remember is bounded. */
  private static final int MOST_REMEMBERED = 4096;

  private final SoundAccountant everything = SoundAccountant.create();
  private final SoundAccountant pairs =
      SoundAccountant.create(SoundOptions.DEFAULT.withPairsOnly());
  private final Map<RenyiKey, RenyiBound> divergences = new ConcurrentHashMap<>();
  private final Map<CapacityKey, Capacity> capacities = new ConcurrentHashMap<>();

  boolean supports(CheckInRound round) {
    return everything.supports(round);
  }

  /** The divergence of one round. */
  RenyiBound renyi(CheckInRound round, double order) {
    forgetWhenFull(divergences);
    return divergences.computeIfAbsent(
        new RenyiKey(round, order), key -> everything.compose(round, 1).renyi(order));
  }

  /** The probability of leaving the rounds that are bounded. */
  double differs(CheckInRound round) {
    return renyi(round, 2).differs();
  }

  /** Whether what a slice has used stays within its size. */
  boolean fits(Slice slice, Budget size, boolean pairsOnly) {
    forgetWhenFull(capacities);
    return capacities
        .computeIfAbsent(new CapacityKey(slice.kind(), size, pairsOnly), this::capacity)
        .holds(slice.used().amount());
  }

  /** The epsilon of what a slice has used, at its delta without the reserve. */
  double epsilon(Slice slice, double delta, boolean pairsOnly) {
    FilterKind kind = slice.kind();
    double amount = slice.used().amount();
    if (amount == 0) {
      return 0;
    }
    // Of the bounds that are no pairs, the one by moments does not know what lost reports do.
    boolean byMoments = kind.law() == CheckInLaw.POISSON;
    SoundAccountant accountant = pairsOnly || (byMoments && kind.lossy()) ? pairs : everything;
    double room = Used.withoutReserve(delta, kind.lossy());
    if (kind.law() == CheckInLaw.BERNOULLI) {
      return accountant
          .compose(kind.round(kind.rate()), (long) Math.ceil(amount))
          .epsilon(room)
          .epsilon();
    }
    double window =
        Math.scalb(1.0, Math.min(LONGEST_EXPONENT, Math.getExponent(amount) - WINDOWS_EXPONENT));
    return accountant
        .compose(kind.round(window), (long) Math.ceil(amount / window))
        .epsilon(room)
        .epsilon();
  }

  private Capacity capacity(CapacityKey key) {
    return new Capacity(
        amount -> {
          Slice full = new Slice(key.kind(), new Used(amount, 0, 0));
          return epsilon(full, key.size().delta(), key.pairsOnly()) <= key.size().epsilon();
        });
  }

  private static void forgetWhenFull(Map<?, ?> map) {
    if (map.size() >= MOST_REMEMBERED) {
      map.clear();
    }
  }

  private record RenyiKey(CheckInRound round, double order) {}

  private record CapacityKey(FilterKind kind, Budget size, boolean pairsOnly) {}
}
