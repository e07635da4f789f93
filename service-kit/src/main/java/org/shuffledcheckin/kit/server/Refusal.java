package org.shuffledcheckin.kit.server;

import io.grpc.Status;
import java.util.Optional;

/**
 * Why a whole call is refused. This is the one place that maps reasons to gRPC codes; the reason is
 * also a metric label and, before a colon, the first word of the status description.
 */
public enum Refusal {
  /** A field is missing, too long or out of range. */
  MALFORMED(Status.Code.INVALID_ARGUMENT),
  /** The caller showed no credential, or one that is not valid. */
  NOT_AUTHENTICATED(Status.Code.UNAUTHENTICATED),
  /** The caller is known and may not do this. */
  NOT_AUTHORISED(Status.Code.PERMISSION_DENIED),
  /** No such round is open. */
  ROUND_NOT_OPEN(Status.Code.NOT_FOUND),
  /** No such round is known, or it is finished and forgotten. */
  ROUND_UNKNOWN(Status.Code.NOT_FOUND),
  /** The round exists with other parameters. */
  ROUND_EXISTS(Status.Code.FAILED_PRECONDITION),
  /** The round's number is not above every round the shuffler has seen of this run. */
  ROUND_OUT_OF_ORDER(Status.Code.FAILED_PRECONDITION),
  /** Another round of the run is not finished yet. */
  ROUND_UNFINISHED(Status.Code.FAILED_PRECONDITION),
  /** The ledger does not extend the head that was witnessed. */
  LEDGER_ROLLED_BACK(Status.Code.FAILED_PRECONDITION),
  /** No key of the aggregator's operator signed the round. */
  SIGNATURE_INVALID(Status.Code.PERMISSION_DENIED),
  /** The model's bytes do not have the announced length or hash. */
  MODEL_MISMATCH(Status.Code.INVALID_ARGUMENT),
  /** One client's reports of such a round would not fit into the longest request. */
  DELIVERIES_TOO_LARGE(Status.Code.FAILED_PRECONDITION),
  /** The round is not one that is only added up, or was not released. */
  ROUND_HAS_NO_SUM(Status.Code.FAILED_PRECONDITION),
  /** Another verdict was given on the round's seeds before; it stands. */
  VERDICT_GIVEN(Status.Code.FAILED_PRECONDITION),
  /** A limit was reached; the same call may succeed later. */
  BUSY(Status.Code.RESOURCE_EXHAUSTED),
  /** The store cannot take or give data now; the same call may succeed later. */
  STORE_UNAVAILABLE(Status.Code.UNAVAILABLE),
  /** The service is shutting down. */
  SHUTTING_DOWN(Status.Code.UNAVAILABLE);

  private final Status.Code code;

  Refusal(Status.Code code) {
    this.code = code;
  }

  /** The status that goes over the wire; the sentence must not tell of any client. */
  public Status status(String sentence) {
    return code.toStatus().withDescription(name() + ": " + sentence);
  }

  /** Whether the same call may succeed later. */
  public boolean isTransient() {
    return code == Status.Code.RESOURCE_EXHAUSTED || code == Status.Code.UNAVAILABLE;
  }

  /** The reason that a peer gave in a status, if it gave one. */
  public static Optional<Refusal> of(Status status) {
    String description = status.getDescription();
    if (description == null) {
      return Optional.empty();
    }
    for (Refusal refusal : values()) {
      if (refusal.code == status.getCode() && description.startsWith(refusal.name() + ":")) {
        return Optional.of(refusal);
      }
    }
    return Optional.empty();
  }
}
