package org.shuffledcheckin.accountant.losses;

import org.shuffledcheckin.accountant.CheckInRound;

/**
 * Lost reports where check-ins are Poisson draws and noise is Gaussian: the better of the change of
 * measure, which suits little noise or many reports, and of the lattice, which suits much noise.
 *
 * @param honest how many honest clients pledged
 * @param unnoticed how likely a loss is not noticed
 * @param mu distance of two records in standard deviations of the noise
 */
record GaussianLosses(long honest, UnnoticedLoss unnoticed, double mu) {
  /** Beyond so many expected reports the change of measure loses nothing. */
  private static final double MOST_REPORTS = 500;

  /** Beyond this shift a lattice would be too coarse; see {@link LossCell#LEAST_MU} below it. */
  private static final double LARGEST_MU = 1.4;

  /** So few expected reports of those given up are not worth a search for less. */
  private static final double LITTLE = 0.2;

  /** The share of the clients that is given up at most to bound moments too. */
  private static final double GIVEN_UP = 0.01;

  /**
   * How many clients may be counted on for hockey sticks.
   *
   * @param proven a number that another form has proven
   * @return the largest number found, or {@code proven} if none above it was
   */
  long clients(double mass, long proven) {
    FreeLosses free = new FreeLosses(honest, unnoticed, mu, mass);
    if (free.isProvenFor(honest)) {
      return honest;
    }
    long found = suitsLattice() ? clientsByLattice(mass, proven) : proven;
    return (honest - found) * unnoticed.rate() < LITTLE ? found : free.clients(found);
  }

  /**
   * How many clients may be counted on for third-order means too: a few less, where those means are
   * likely to decide.
   *
   * @param clients as many as may be counted on for hockey sticks
   * @return 0 if nothing close to that is proven
   */
  long clientsForMoments(long clients) {
    if (boundMoments(clients)) {
      return clients;
    }
    long least = (long) ((1 - GIVEN_UP) * clients);
    return mu > LARGEST_MU ? 0 : ladder(0).largest(clients - 1, least, this::boundMoments);
  }

  private long clientsByLattice(double mass, long proven) {
    PairComparison pairs = new PairComparison(round(), mass);
    LossLadder ladder = ladder(pairs.negligible());
    return Math.max(
        proven, ladder.largest(honest, proven, accounted -> ladder.holds(pairs, accounted)));
  }

  /** Whether third-order means exceed those of so many clients by little enough. */
  private boolean boundMoments(long accounted) {
    double limit = CheckInRound.MOMENT_EXCESS;
    if (new FreeLosses(honest, unnoticed, mu, limit).boundsMomentsFor(accounted)) {
      return true;
    }
    MomentComparison moments = new MomentComparison(round(), limit);
    return suitsLattice() && ladder(moments.negligible()).holds(moments, accounted);
  }

  private LossLadder ladder(double least) {
    return new LossLadder(honest, unnoticed, least);
  }

  private GaussianRound round() {
    return new GaussianRound(unnoticed.rate(), mu);
  }

  private boolean suitsLattice() {
    return mu >= LossCell.LEAST_MU && mu <= LARGEST_MU && honest * unnoticed.rate() <= MOST_REPORTS;
  }
}
