package org.shuffledcheckin.report.randomizer;

import org.shuffledcheckin.accountant.Arguments;

/**
 * The integer grid of the Gaussian randomiser, and the one place where it is chosen.
 *
 * <p>One clip is {@code gridSteps} steps, so a clipped gradient's coordinates are integers of at
 * most {@code gridSteps} and the noise has a standard deviation of {@code noiseMultiplier *
 * gridSteps} steps. Reports saturate at {@link #saturation}, which leaves room for one more clip in
 * 16 bits: noise of a magnitude above {@link #NOISE_LIMIT} saturates whatever the coordinate is, so
 * the sampler needs to know no more of it than that.
 *
 * <p>The grid decides how well reports are used, not how private they are: a coordinate is rounded
 * to the grid before noise is added, and noise rounded to the grid is a post-processing of the
 * Gaussian mechanism, as saturation is, on any grid.
 *
 * @param noiseMultiplier the noise's standard deviation in units of the clip
 * @param gridSteps how many steps make one clip
 */
public record GaussianGrid(double noiseMultiplier, int gridSteps) {
  /** The largest magnitude of noise that is told from larger ones. */
  public static final int NOISE_LIMIT = Short.MAX_VALUE;

  /** The smallest noise multiplier for which a grid exists. */
  public static final double MIN_NOISE_MULTIPLIER = 0.01;

  /** The largest noise multiplier for which a grid exists. */
  public static final double MAX_NOISE_MULTIPLIER = 256;

  /** The finest grid. */
  public static final int MAX_STEPS = 4096;

  /** The coarsest grid. */
  public static final int MIN_STEPS = 16;

  // A coordinate as long as the whole clip still has seven standard deviations of room: it
  // saturates with probability below 1.3e-12.
  private static final double ROOM_IN_DEVIATIONS = 7;
  // What is accepted from others is a little wider than what is chosen here.
  private static final double LEAST_ROOM_IN_DEVIATIONS = 4;
  // Below this the noise's law is not smooth on the grid, which the sampler's series relies on.
  private static final double LEAST_DEVIATION_IN_STEPS = 8;

  /** Validates the grid against the noise. */
  public GaussianGrid {
    requireNoiseMultiplier(noiseMultiplier);
    Arguments.requireBetween("grid steps per clip", gridSteps, MIN_STEPS, MAX_STEPS);
    double most = NOISE_LIMIT / (2 + LEAST_ROOM_IN_DEVIATIONS * noiseMultiplier);
    double least = LEAST_DEVIATION_IN_STEPS / noiseMultiplier;
    Arguments.requireBetween(
        "grid steps per clip at noise multiplier " + noiseMultiplier, gridSteps, least, most);
  }

  /** Chooses the finest grid of at most {@link #MAX_STEPS} on which saturation is rare. */
  public static int suitableSteps(double noiseMultiplier) {
    requireNoiseMultiplier(noiseMultiplier);
    double room = NOISE_LIMIT / (2 + ROOM_IN_DEVIATIONS * noiseMultiplier);
    return (int) Math.min(MAX_STEPS, room);
  }

  /** The largest magnitude of a report's coordinate. */
  public int saturation() {
    return NOISE_LIMIT - gridSteps;
  }

  /** The noise's standard deviation in steps. */
  public double deviationInSteps() {
    return noiseMultiplier * gridSteps;
  }

  private static void requireNoiseMultiplier(double value) {
    Arguments.requireBetween("noise multiplier", value, MIN_NOISE_MULTIPLIER, MAX_NOISE_MULTIPLIER);
  }
}
