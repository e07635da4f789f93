package org.shuffledcheckin.accountant.losses;

import org.shuffledcheckin.accountant.numeric.Search;

/**
 * The threshold form of the theorem on lost reports, valid for every law and randomiser.
 *
 * <p>If the reports of x honest clients would not arrive, the batch is released only if those x
 * drew few enough reports together. Where that has probability at most {@code mass} the round may
 * as well tell everything with that probability. Otherwise x is small, and the clients whose
 * reports arrive are many: more of them never hide less.
 *
 * @param unnoticed how likely a loss is not noticed
 * @param mass the mass at infinite loss that a round is given
 */
record LossThreshold(UnnoticedLoss unnoticed, double mass) {
  private static final long MOST_CLIENTS = 1L << 49;

  /** How many of the honest clients are counted on; below 1 if there are too few. */
  long clients(long honest) {
    return honest - lost(honest + 1) + 1;
  }

  /** The smallest number of honest clients that hide anybody. */
  long fewest() {
    return lost(MOST_CLIENTS);
  }

  /** How many lost clients are noticed, all but certainly; {@code most} if not even that many. */
  private long lost(long most) {
    return Search.smallest(1, most, lost -> unnoticed.probability(lost) <= mass);
  }
}
