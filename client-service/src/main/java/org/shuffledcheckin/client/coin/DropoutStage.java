package org.shuffledcheckin.client.coin;

/** Where a simulated client fails after it has drawn. */
public enum DropoutStage {
  /** It never pledges, whatever it drew. */
  PLEDGE,
  /** It pledges and never delivers, so that only clients which drew reports are missed. */
  DELIVERY
}
