package org.shuffledcheckin.accountant.pld;

/** Puts the losses of one round, or of a fraction of one, on even grids, tilted. */
interface BlockSource {
  /** The widest step that keeps the log-moment within the tolerance, at most {@code widest}. */
  double step(Resolution resolution, double widest);

  /** The tilted law, or rates of jumps, on the grid of this step. */
  TiltedLosses onGrid(double step);
}
