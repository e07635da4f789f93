package org.shuffledcheckin.report;

/** What the payload of a report holds; the code stands in the report's header. */
public enum ReportKind {
  /** Integers of 16 bits on the Gaussian grid, one per coordinate. */
  GAUSSIAN(1),
  /** A public seed of a direction and one randomised sign. */
  LDP_SGD(2),
  /** One integer of 32 bits on the Laplace grid. */
  LAPLACE(3),
  /** One category as an integer of 32 bits. */
  RANDOMIZED_RESPONSE(4);

  private final byte code;

  ReportKind(int code) {
    this.code = (byte) code;
  }

  /** The code that stands in a report's header; never reused for another meaning. */
  public byte code() {
    return code;
  }
}
