package org.shuffledcheckin.accountant.losses;

/**
 * The hockey sticks of the pair that the accountant uses for one round, as they change with the
 * number of clients, bounded from both sides. Everything else about the round is fixed.
 *
 * <p>The pair is the same with its two laws exchanged, so factors from 1 on tell everything.
 */
interface RoundProfile {
  /** At least the profile of so many clients, at every factor. */
  HockeySticks above(long clients);

  /** At most the profile of so many clients, at every factor, and convex. */
  HockeySticks below(long clients);

  /** Bounds the profile of any number of clients: nobody tells more than by reporting. */
  double most();
}
