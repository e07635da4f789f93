package org.shuffledcheckin.loadtest.rpc;

import java.util.List;

/** A pledge or a delivery as it is sent, right or wrong. */
public sealed interface RawMessage {
  /** A token, or what pretends to be one. */
  byte[] credential();

  /** How many reports it carries. */
  int count();

  /** About how many bytes it adds to a request. */
  long bytes();

  /**
   * A pledge.
   *
   * @param number as long as the sender likes; one byte is right
   */
  // Made for one sending and a repetition of it; nobody changes the arrays.
  @SuppressWarnings("ArrayRecordComponent")
  record RawPledge(byte[] credential, byte[] number) implements RawMessage {
    /** A pledge of one length, as it should be. */
    public static RawPledge of(byte[] credential, int reports) {
      return new RawPledge(credential, new byte[] {(byte) reports});
    }

    @Override
    public int count() {
      return 0;
    }

    @Override
    public long bytes() {
      return (long) credential.length + number.length;
    }

    /** Nothing: a credential is a secret. */
    @Override
    public String toString() {
      return "RawPledge";
    }
  }

  /**
   * A delivery.
   *
   * @param reports as many and as long as the sender likes
   */
  @SuppressWarnings("ArrayRecordComponent")
  record RawDelivery(byte[] credential, List<byte[]> reports) implements RawMessage {
    @Override
    public int count() {
      return reports.size();
    }

    @Override
    public long bytes() {
      return credential.length + reports.stream().mapToLong(report -> report.length).sum();
    }

    /** Counts only: a credential is a secret. */
    @Override
    public String toString() {
      return "RawDelivery[" + reports.size() + " reports]";
    }
  }
}
