package org.shuffledcheckin.accountant.losses;

import java.util.HashMap;
import java.util.Map;

/**
 * Compares profiles: holds where the hockey sticks of the released round exceed those of the round
 * that is charged by at most what a mass at infinite loss pays for.
 */
final class PairComparison implements LossComparison {
  /** Covers what sums, recursions and the ends of cells are off by, with much to spare. */
  static final double ROUNDING = 1e-6;

  private final RoundProfile profile;
  private final double mass;
  private final Map<Long, HockeySticks> above = new HashMap<>();
  private final Map<Long, HockeySticks> below = new HashMap<>();

  PairComparison(RoundProfile profile, double mass) {
    this.profile = profile;
    this.mass = mass;
  }

  @Override
  public boolean covers(long accounted, long arriving, double kept) {
    return below
        .computeIfAbsent(accounted, profile::below)
        .cover(above(arriving), kept * (1 + ROUNDING), slack(above(accounted).at(0)));
  }

  @Override
  public double negligible() {
    return slack(profile.most()) / profile.most();
  }

  /** A pair of probabilities needs the mass beta / (1 - psi(1)) for an excess of beta. */
  private double slack(double totalVariation) {
    return mass * Math.max(0, 1 - totalVariation) * (1 - ROUNDING);
  }

  private HockeySticks above(long clients) {
    return above.computeIfAbsent(clients, profile::above);
  }
}
