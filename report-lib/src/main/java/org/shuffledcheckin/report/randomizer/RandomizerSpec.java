package org.shuffledcheckin.report.randomizer;

import java.util.List;
import org.shuffledcheckin.accountant.LocalGuarantee;
import org.shuffledcheckin.report.ReportFormat;

/**
 * Describes a local randomiser completely: whoever holds equal descriptions makes and reads the
 * same reports. Configuration, wire, ledger and clients all use this type.
 *
 * <p>Descriptions reach clients from an aggregator that nobody trusts, so every bound is checked
 * when one is made. The bounds keep memory and arithmetic in range; whether the promise is strong
 * enough is for the client's own policy, which asks {@link #guarantee}.
 */
public interface RandomizerSpec {
  /** The largest dimension of a gradient: its Gaussian report is the longest that can travel. */
  int MAX_DIMENSION = 2_097_124;

  /** The smallest epsilon0 of a pure randomiser. */
  double MIN_EPSILON0 = 0x1p-10;

  /** The largest epsilon0 of a pure randomiser; beyond it the promise would be none. */
  double MAX_EPSILON0 = 32;

  /** Which randomiser this is. */
  RandomizerKind kind();

  /** The values of the kind's fields, in their order. */
  List<Double> values();

  /** How many numbers the aggregator's estimate has; it stands in every report's header. */
  int dimension();

  /** What one report promises, for the accountant. */
  LocalGuarantee guarantee();

  /** How many bytes every report has beside its header. */
  int payloadBytes();

  /** Makes the randomiser; to be kept and shared, since its tables take a while to compute. */
  LocalRandomizer newRandomizer();

  /** Makes an empty aggregate for one round. */
  ReportAggregate newAggregate();

  /** How many numbers a client puts in. */
  default int valueLength() {
    return kind().input() == Input.GRADIENT ? dimension() : 1;
  }

  /** Refuses a value of another length. */
  default void requireLength(float[] value) {
    if (value.length != valueLength()) {
      throw new IllegalArgumentException(
          "value must have length " + valueLength() + " but has " + value.length);
    }
  }

  /** The fixed form of every report. */
  default ReportFormat format() {
    return new ReportFormat(kind().code(), dimension(), payloadBytes());
  }

  /** The length of every report. */
  default int reportBytes() {
    return format().reportBytes();
  }

  /** The description as named numbers, none left to a default. */
  default RandomizerFields fields() {
    return RandomizerFields.of(this);
  }

  /**
   * The description as one line of text with exact numbers; equal descriptions have equal texts, on
   * every Java version.
   */
  default String canonicalText() {
    return fields().text();
  }

  /**
   * Reads what {@link #canonicalText} wrote.
   *
   * @throws IllegalArgumentException if the text is not such a line or breaks a bound
   */
  static RandomizerSpec parse(String text) {
    RandomizerSpec spec = RandomizerFields.parse(text).spec();
    // Catches another order, a field given twice or left to its default, and second spellings.
    if (!spec.canonicalText().equals(text)) {
      throw new IllegalArgumentException(
          "randomiser text must be " + spec.canonicalText() + " but is " + text);
    }
    return spec;
  }
}
