package org.shuffledcheckin.client.exchange;

import static org.shuffledcheckin.accountant.Arguments.requireBetween;

import java.util.Objects;
import org.shuffledcheckin.kit.round.WireLimits;

/**
 * How many reports one client drew in a round, zero included. Every pledge is as long as any other
 * of the same credential's length, and every retry sends this very object.
 */
public final class Pledge implements ClientMessage {
  // Tags and lengths of a pledge and its credential, and the number, with room to spare.
  private static final int OVERHEAD = 16;

  private final int client;
  private final byte[] credential;
  private final int reports;

  /**
   * Takes a client's pledge.
   *
   * @param client its number at its host
   * @param credential empty where the call's own credential or certificate names it
   */
  public Pledge(int client, byte[] credential, int reports) {
    this.client = client;
    this.credential = Objects.requireNonNull(credential, "credential");
    this.reports = requireBetween("pledge", reports, 0, WireLimits.REPORTS_PER_CLIENT);
  }

  @Override
  public int client() {
    return client;
  }

  /** The credential; not to be changed. */
  public byte[] credential() {
    return credential;
  }

  /** How many reports will come. */
  public int reports() {
    return reports;
  }

  @Override
  public int wireBytes() {
    return OVERHEAD + credential.length;
  }

  /** Nothing of the draw, and no secret. */
  @Override
  public String toString() {
    return "Pledge";
  }
}
