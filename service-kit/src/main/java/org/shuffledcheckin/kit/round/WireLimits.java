package org.shuffledcheckin.kit.round;

/** The bounds that {@code checkin/v1} states, in one place for everyone who checks them. */
public final class WireLimits {
  /** Reports one client may send in one round. */
  public static final int REPORTS_PER_CLIENT = 16;

  /** Clients whose pledges or deliveries may travel in one request. */
  public static final int CLIENTS_PER_REQUEST = 4096;

  /** Length of an enrolment token. */
  public static final int CREDENTIAL_BYTES = 64;

  /** Length of any request or reply, unless shuffler and clients are configured for more. */
  public static final int MESSAGE_BYTES = 4 << 20;

  /** What a request of one client's delivery adds to its reports, bounded from above. */
  public static final int REQUEST_OVERHEAD = 256;

  /** What a request adds to each report, bounded from above. */
  public static final int REPORT_OVERHEAD = 8;

  /** Length of serialised round parameters. */
  public static final int PARAMETERS_BYTES = 4096;

  /** Length of the signature of a round. */
  public static final int SIGNATURE_BYTES = 64;

  /** What sealing adds to a report: an encapsulated key and an authentication tag. */
  public static final int SEAL_BYTES = 48;

  /** Length of a report before sealing. */
  public static final int REPORT_BYTES = MESSAGE_BYTES - SEAL_BYTES;

  /** Length of a serialised model. */
  public static final long MODEL_BYTES = 1L << 30;

  /** Length of a model's architecture text. */
  public static final int ARCHITECTURE_BYTES = 1 << 16;

  /** Length of one piece of a model. */
  public static final int MODEL_CHUNK_BYTES = 256 << 10;

  /** Length of one block of reports, unless it holds a single one. */
  public static final int REPORT_BLOCK_BYTES = 1 << 20;

  /** Reports in one block. */
  public static final int REPORTS_PER_BLOCK = 1024;

  /** Ledger links in one request or reply. */
  public static final int LEDGER_LINKS = 1024;

  /** Ledger links that travel with an announcement. */
  public static final int ANNOUNCED_LINKS = 16;

  /** Length of a ledger entry. */
  public static final int LEDGER_ENTRY_BYTES = 8192;

  /** Clients that one message of an operator's may enrol or revoke. */
  public static final int CLIENTS_PER_MESSAGE = 4096;

  /** Clients that one call may enrol. */
  public static final long ENROLLED_AT_ONCE = 10_000_000L;

  /** Clients that may be counted on. */
  public static final long CLIENTS = 1_000_000_000L;

  /** For how long a round may be open: a week. */
  public static final long OPEN_MILLIS = 604_800_000L;

  private WireLimits() {}
}
