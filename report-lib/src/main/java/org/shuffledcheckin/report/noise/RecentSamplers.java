package org.shuffledcheckin.report.noise;

import java.math.BigInteger;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Function;

/**
 * The last few samplers that were asked for. A table takes some tenths of a second to compute and
 * is the same for every client and round with the same noise.
 */
final class RecentSamplers<K> {
  private static final int KEPT = 8;

  private final Function<K, BigInteger[]> law;
  private final Map<K, AliasSampler> samplers =
      new LinkedHashMap<>(2 * KEPT, 0.75f, true) {
        private static final long serialVersionUID = 1;

        @Override
        protected boolean removeEldestEntry(Map.Entry<K, AliasSampler> eldest) {
          return size() > KEPT;
        }
      };

  /** Makes samplers of the law that belongs to a key: masses as {@link AliasSampler} takes them. */
  RecentSamplers(Function<K, BigInteger[]> law) {
    this.law = law;
  }

  synchronized AliasSampler get(K key) {
    return samplers.computeIfAbsent(key, k -> new AliasSampler(law.apply(k)));
  }
}
