package org.shuffledcheckin.experiments.paper;

import java.util.List;

/** The numbers of compositions that curves are drawn through. */
final class Compositions {
  private Compositions() {}

  static List<Long> upTo1000(boolean quick) {
    return quick
        ? List.of(1L, 10L, 100L)
        : List.of(
            1L, 2L, 3L, 5L, 7L, 10L, 15L, 20L, 30L, 50L, 70L, 100L, 150L, 200L, 300L, 500L, 700L,
            1000L);
  }
}
