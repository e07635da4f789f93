package org.shuffledcheckin.shuffler.intake;

import java.util.List;

/**
 * One client's delivery as it arrived.
 *
 * @param credential a token, or nothing where the call names the client
 * @param sealedReports as many as the client pledged, or it is refused
 */
// The arrays come from the wire for this one use; copying every report again would buy nothing.
@SuppressWarnings("ArrayRecordComponent")
public record ClientDelivery(byte[] credential, List<byte[]> sealedReports) implements ClientItem {
  @Override
  public String toString() {
    return "ClientDelivery";
  }
}
