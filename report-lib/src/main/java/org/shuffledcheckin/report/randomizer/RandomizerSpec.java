package org.shuffledcheckin.report.randomizer;

import org.shuffledcheckin.accountant.LocalGuarantee;
import org.shuffledcheckin.report.ReportFormat;
import org.shuffledcheckin.report.ReportKind;

/**
 * Describes a local randomiser completely: whoever holds equal descriptions makes and reads the
 * same reports.
 *
 * <p>Descriptions reach clients from an aggregator that nobody trusts, so every bound is checked
 * when one is made. The bounds keep memory and arithmetic in range; whether the promise is strong
 * enough is for the client's own policy, which asks {@link #guarantee}.
 */
public sealed interface RandomizerSpec
    permits GaussianSpec, LdpSgdSpec, LaplaceSpec, RandomizedResponseSpec {
  /** The largest dimension of a gradient; its Gaussian report has 32 MiB. */
  int MAX_DIMENSION = 1 << 24;

  /** The smallest epsilon0 of a pure randomiser. */
  double MIN_EPSILON0 = 0x1p-10;

  /** The largest epsilon0 of a pure randomiser; beyond it the promise would be none. */
  double MAX_EPSILON0 = 32;

  /** What the payload holds. */
  ReportKind kind();

  /** How many numbers a client's value has. */
  int valueLength();

  /** How many numbers the aggregator's estimate has; it stands in every report's header. */
  int dimension();

  /** What one report promises, for the accountant. */
  LocalGuarantee guarantee();

  /** The fixed form of every report. */
  ReportFormat format();

  /** The length of every report. */
  default int reportBytes() {
    return format().reportBytes();
  }

  /** Makes the randomiser; to be kept and shared, since its tables take a while to compute. */
  LocalRandomizer newRandomizer();

  /** Makes an empty aggregate for one round. */
  ReportAggregate newAggregate();

  /**
   * The description as one line of text with exact numbers; equal descriptions have equal texts, on
   * every Java version.
   */
  default String canonicalText() {
    return SpecText.format(this);
  }

  /**
   * Reads what {@link #canonicalText} wrote.
   *
   * @throws IllegalArgumentException if the text is not such a line or breaks a bound
   */
  static RandomizerSpec parse(String text) {
    return SpecText.parse(text);
  }
}
