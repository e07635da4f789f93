package org.shuffledcheckin.shuffler.intake;

/**
 * One client's pledge as it arrived.
 *
 * @param credential a token, or nothing where the call names the client
 * @param reports one byte, how many reports the client drew; anything else is refused
 */
// As in ClientDelivery.
@SuppressWarnings("ArrayRecordComponent")
public record ClientPledge(byte[] credential, byte[] reports) implements ClientItem {
  /** A pledge of so many reports. */
  public static ClientPledge of(byte[] credential, int reports) {
    return new ClientPledge(credential, new byte[] {(byte) reports});
  }

  @Override
  public String toString() {
    return "ClientPledge";
  }
}
