package org.shuffledcheckin.client.policy;

import java.util.Locale;

/**
 * Why a client does not take part in a round. None of them depends on the client's record, so a
 * refusal tells nothing of it. Those before the draw cost nothing; those after it leave the client
 * silent in a round that it has charged itself for.
 */
public enum RefusalReason {
  /** The announcement is not a message, or a value lies outside the specification. */
  MALFORMED_ANNOUNCEMENT,
  /** No key of the aggregator's bundle signed the round together with its ledger head. */
  SIGNATURE_INVALID,
  /** The round is open for less time than this client wants rounds to be. */
  ROUND_TOO_SHORT,
  /** Less time is left than this client needs to take part. */
  TOO_LITTLE_TIME,
  /** The announced rate is above the largest this client accepts. */
  CHECK_IN_RATE_TOO_LARGE,
  /** The announced law of the draw is not one this client accepts. */
  LAW_NOT_ACCEPTED,
  /** The Gaussian noise is below the smallest this client accepts. */
  NOISE_TOO_SMALL,
  /** The local epsilon of a report is above the largest this client accepts. */
  EPSILON0_TOO_LARGE,
  /** The loss of one report alone is above the largest this client accepts. */
  LOCAL_EPSILON_TOO_LARGE,
  /** Fewer clients than this client wants to hide among, once losses are accounted for. */
  TOO_FEW_CLIENTS,
  /** The client's own accountant has no proven bound for such a round. */
  NO_PROVEN_BOUND,
  /** No filter of the client's own lifetime budget allows one more such round. */
  LIFETIME_BUDGET_SPENT,
  /** This round would take the client past the reports that it expects to send in a day. */
  DAILY_REPORTS_SPENT,
  /** The most reports a draw can ask for would not fit into one delivery. */
  REPORTS_TOO_LARGE,
  /** The client's records cannot answer what the round asks for. */
  TASK_NOT_OFFERED,
  /** The announced HPKE key cannot be used. */
  KEY_UNUSABLE,
  /** The model travels under a key that this client was not given. */
  MODEL_KEY_UNKNOWN,
  /** The form of the round is not one this client accepts. */
  FORM_NOT_ACCEPTED,
  /** The model is longer than this client accepts. */
  MODEL_TOO_LARGE,
  /** The model's hash is not among those this client was told to accept. */
  MODEL_NOT_ACCEPTED,
  /** The ledger is shorter than one this client has seen, or the round is older than its last. */
  LEDGER_ROLLED_BACK,
  /** The signed ledger does not extend the one this client has seen: its past was rewritten. */
  LEDGER_FORKED,
  /** The shuffler did not give the links that show the round charged in the ledger seen before. */
  LEDGER_UNPROVEN,
  /** The same round was announced before with other parameters. */
  ROUND_CHANGED,
  /**
   * The shuffler holds a pledge of this client that this host did not give: its journal may be an
   * older copy, or another process uses the same token. What was drawn now does not count, and
   * nothing of it is delivered.
   */
  ANSWERED_ELSEWHERE,
  /** The draw could not be made durable, so it was not acted on. */
  JOURNAL_UNAVAILABLE,
  /** After the draw: the model could not be downloaded in time. */
  MODEL_UNAVAILABLE,
  /** After the draw: the downloaded bytes are not the announced model. */
  MODEL_CORRUPT,
  /** After the draw: the architecture is malformed, not accepted or does not fit the records. */
  ARCHITECTURE_NOT_ACCEPTED,
  /** After the draw: the reports were lost by a crash or a full disk, and are never made twice. */
  REPORTS_LOST;

  /** Whether only a client that drew more than zero can be told so. */
  public boolean isAfterDraw() {
    return compareTo(MODEL_UNAVAILABLE) >= 0;
  }

  /** The reason in lower case, for metrics and logs. */
  public String label() {
    return name().toLowerCase(Locale.ROOT);
  }
}
