package org.shuffledcheckin.accountant.pld;

import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.ToLongFunction;

/**
 * Remembers the transforms of rounds between questions, so that "one more round?" costs a few
 * Fourier transforms and no more. Bounded, and safe for use by several threads, which then take
 * turns.
 */
public final class CompositionCache {
  /** About 64 MB. */
  private static final long MOST_DOUBLES = 8_000_000;

  private final Resolution resolution;
  private final Map<Key, SelfComposition> compositions = new LinkedHashMap<>(16, 0.75f, true);
  private final Map<SumKey, TiltedLosses> sums = new LinkedHashMap<>(16, 0.75f, true);

  /** Creates an empty cache for the default resolution. */
  public CompositionCache() {
    this(Resolution.DEFAULT);
  }

  /** Creates an empty cache for a chosen resolution. */
  CompositionCache(Resolution resolution) {
    this.resolution = resolution;
  }

  /** The tilted law of this many rounds, on a grid no wider than 2^widest where possible. */
  synchronized TiltedLosses compose(RoundLosses losses, long times, int tilt, int widest) {
    Key key = new Key(losses, tilt, (Math.getExponent((double) times) + 2) & ~1, widest);
    SumKey sumKey = new SumKey(key, times);
    TiltedLosses known = sums.get(sumKey);
    if (known != null) {
      return known;
    }
    SelfComposition composition = compositions.computeIfAbsent(key, k -> k.start(resolution));
    TiltedLosses sum = composition.compose(times);
    sums.put(sumKey, sum);
    shrink(compositions, SelfComposition::size, MOST_DOUBLES);
    shrink(sums, kept -> kept.mass().length, MOST_DOUBLES / 4);
    return sum;
  }

  Resolution resolution() {
    return resolution;
  }

  /** Forgets what was not used for longest, but never the latest. */
  private static <K, V> void shrink(Map<K, V> map, ToLongFunction<V> size, long limit) {
    long total = map.values().stream().mapToLong(size).sum();
    Iterator<V> eldest = map.values().iterator();
    for (int left = map.size(); left > 1 && total > limit; left--) {
      total -= size.applyAsLong(eldest.next());
      eldest.remove();
    }
  }

  /** Rounds are told apart by identity: each description is built once. */
  private record Key(RoundLosses losses, int tilt, int logRounds, int widest) {
    SelfComposition start(Resolution resolution) {
      return new SelfComposition(
          losses,
          TiltGrid.at(tilt),
          resolution,
          Math.scalb(1.0, logRounds),
          Math.scalb(1.0, widest));
    }
  }

  private record SumKey(Key composition, long times) {}
}
