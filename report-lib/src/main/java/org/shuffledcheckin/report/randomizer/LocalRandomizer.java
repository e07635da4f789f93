package org.shuffledcheckin.report.randomizer;

import java.util.random.RandomGenerator;
import org.shuffledcheckin.accountant.LocalGuarantee;

/**
 * Turns a client's value into a report that may leave the device.
 *
 * <p>Guarantees {@link #guarantee} for every single report, provided that the stream is fresh and
 * cryptographic, and that a report is sent again only as the same bytes. Every report has exactly
 * {@link #reportBytes} bytes, whatever the value. Implementations are immutable and safe for
 * several threads; the value is read, never changed.
 */
public interface LocalRandomizer {
  /** The description this randomiser was made from. */
  RandomizerSpec spec();

  /** What one report promises, for the accountant. */
  default LocalGuarantee guarantee() {
    return spec().guarantee();
  }

  /** The length of every report. */
  default int reportBytes() {
    return spec().reportBytes();
  }

  /**
   * Writes one randomised report of the value over the whole of {@code report}.
   *
   * @param value {@link RandomizerSpec#valueLength} numbers: a gradient, one scalar or one category
   * @param stream randomness that is used for this report and nothing else
   * @param report an array of exactly {@link #reportBytes} bytes
   * @throws IllegalArgumentException if the value has another length or is not finite; nothing is
   *     written then
   */
  void randomize(float[] value, RandomGenerator stream, byte[] report);

  /** Returns one randomised report of the value in a new array. */
  default byte[] randomize(float[] value, RandomGenerator stream) {
    byte[] report = new byte[reportBytes()];
    randomize(value, stream, report);
    return report;
  }
}
