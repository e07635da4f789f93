package org.shuffledcheckin.cli.control.rpc;

import java.util.Locale;

/** What an operator can ask of a run. It takes effect between two rounds. */
public enum Order {
  /** Finish the round at hand, then wait. */
  PAUSE,
  /** Go on. */
  RESUME,
  /** Finish the round at hand, then end for good. */
  END;

  /** The word that users type. */
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }
}
