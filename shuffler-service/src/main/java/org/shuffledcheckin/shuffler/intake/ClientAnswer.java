package org.shuffledcheckin.shuffler.intake;

import java.util.List;

/**
 * One client's answer as it arrived.
 *
 * @param credential a token, or nothing where a certificate names the client
 * @param sealedReports none means "not this time"
 */
// The arrays come from the wire for this one use; copying every report again would buy nothing.
@SuppressWarnings("ArrayRecordComponent")
public record ClientAnswer(byte[] credential, List<byte[]> sealedReports) {
  @Override
  public String toString() {
    return "ClientAnswer[" + sealedReports.size() + " reports]";
  }
}
