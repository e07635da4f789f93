package org.shuffledcheckin.client.exchange;

import static org.shuffledcheckin.accountant.Arguments.requireBetween;

import java.util.List;
import java.util.Objects;
import org.shuffledcheckin.kit.round.WireLimits;

/**
 * All the sealed reports of one client in a round; there is no way to send some of them. Every
 * retry sends this very object, so the bytes never change.
 */
public final class Delivery implements ClientMessage {
  // Tags and lengths of a delivery and its credential, with room to spare.
  private static final int OVERHEAD = 16;

  private final int client;
  private final byte[] credential;
  private final List<byte[]> sealedReports;

  /**
   * Takes a client's reports.
   *
   * @param client its number at its host
   * @param credential empty where the call's own credential or certificate names it
   */
  public Delivery(int client, byte[] credential, List<byte[]> sealedReports) {
    this.client = client;
    this.credential = Objects.requireNonNull(credential, "credential");
    this.sealedReports = List.copyOf(sealedReports);
    requireBetween("reports of a delivery", sealedReports.size(), 1, WireLimits.REPORTS_PER_CLIENT);
  }

  @Override
  public int client() {
    return client;
  }

  /** The credential; not to be changed. */
  public byte[] credential() {
    return credential;
  }

  /** The sealed reports; not to be changed. */
  public List<byte[]> sealedReports() {
    return sealedReports;
  }

  @Override
  public int wireBytes() {
    int bytes = OVERHEAD + credential.length;
    for (byte[] report : sealedReports) {
      bytes += WireLimits.REPORT_OVERHEAD + report.length;
    }
    return bytes;
  }

  /** Counts only: a credential is a secret. */
  @Override
  public String toString() {
    return "Delivery[" + sealedReports.size() + " reports]";
  }
}
