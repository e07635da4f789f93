package org.shuffledcheckin.kit.journal;

import java.util.Locale;

/** What an operator can have ordered. */
public enum Action {
  /** Clients were enrolled. */
  ENROL,
  /** Clients were revoked. */
  REVOKE,
  /** A run was paused. */
  PAUSE,
  /** A run was resumed. */
  RESUME,
  /** A run was ended. */
  END,
  /** A certificate or key was made where there was none. */
  ISSUE,
  /** A certificate or key was replaced by a new one, or another one signs from now on. */
  RENEW,
  /** A key was forgotten. */
  RETIRE,
  /** A certificate was revoked. */
  REVOKE_CERTIFICATE,
  /** A secret was made. */
  MAKE_SECRET,
  /** An order that stands above was refused, failed or was taken back as a whole. */
  NOT_DONE;

  /** The word that stands in a journal. */
  public String word() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
