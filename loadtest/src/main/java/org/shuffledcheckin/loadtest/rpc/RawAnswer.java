package org.shuffledcheckin.loadtest.rpc;

import java.util.List;

/**
 * An answer as it is sent, right or wrong.
 *
 * @param credential a token, or what pretends to be one
 * @param reports as many and as long as the sender likes
 */
// Made for one sending and a repetition of it; nobody changes the arrays.
@SuppressWarnings("ArrayRecordComponent")
public record RawAnswer(byte[] credential, List<byte[]> reports) {
  /** Bytes of the reports. */
  public long bytes() {
    return reports.stream().mapToLong(report -> report.length).sum();
  }

  /** Counts only: a credential is a secret. */
  @Override
  public String toString() {
    return "RawAnswer[" + reports.size() + " reports]";
  }
}
