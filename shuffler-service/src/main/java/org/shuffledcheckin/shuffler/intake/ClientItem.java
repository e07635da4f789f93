package org.shuffledcheckin.shuffler.intake;

/** What one client sends in a request that may carry many clients'. */
public sealed interface ClientItem permits ClientPledge, ClientDelivery {
  /** A token, or nothing where the call names the client. */
  byte[] credential();
}
