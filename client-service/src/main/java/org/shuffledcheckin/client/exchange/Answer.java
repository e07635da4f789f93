package org.shuffledcheckin.client.exchange;

import static org.shuffledcheckin.accountant.Arguments.requireBetween;

import java.util.List;
import java.util.Objects;
import org.shuffledcheckin.kit.round.WireLimits;

/**
 * One client's answer to a round: its sealed reports, or none for "not this time". Every retry
 * sends this very object, so the bytes never change.
 */
public final class Answer {
  // Tags and lengths of an answer and its credential, with room to spare.
  private static final int OVERHEAD = 16;
  private static final int REPORT_OVERHEAD = 8;

  private final byte[] credential;
  private final List<byte[]> sealedReports;

  /** Takes the client's credential, empty where its certificate names it, and its reports. */
  public Answer(byte[] credential, List<byte[]> sealedReports) {
    this.credential = Objects.requireNonNull(credential, "credential");
    this.sealedReports = List.copyOf(sealedReports);
    requireBetween("reports of an answer", sealedReports.size(), 0, WireLimits.REPORTS_PER_CLIENT);
  }

  /** The credential; not to be changed. */
  public byte[] credential() {
    return credential;
  }

  /** The sealed reports; not to be changed. */
  public List<byte[]> sealedReports() {
    return sealedReports;
  }

  /** Bounds from above how many bytes this adds to a request. */
  int wireBytes() {
    int bytes = OVERHEAD + credential.length;
    for (byte[] report : sealedReports) {
      bytes += REPORT_OVERHEAD + report.length;
    }
    return bytes;
  }

  /** Counts only: a credential is a secret. */
  @Override
  public String toString() {
    return "Answer[" + sealedReports.size() + " reports]";
  }
}
