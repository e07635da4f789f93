package org.shuffledcheckin.report.noise;

import java.util.random.RandomGenerator;

/**
 * Opens the randomness of one report.
 *
 * <p>Every call returns a stream that shares nothing with the streams before it, so noise is fresh
 * per report whatever the caller forgets. A stream belongs to one thread and one report; it is
 * discarded after use. Implementations are safe for use by several threads.
 */
public interface ReportRandomness {
  /** Opens a fresh stream for one report. */
  RandomGenerator openStream();
}
