package org.shuffledcheckin.shuffler.enrolment;

import java.util.List;

/** Which clients are enrolled and not revoked, as words of 64 marks in the order of numbers. */
public interface ActiveClients {
  /** How many there are. */
  long activeCount();

  /** The marks of clients {@code 64 * index} to {@code 64 * index + 63}, lowest bit first. */
  long activeWord(int index);

  /** Revokes clients, durably; returns how many of them were active until now. */
  int revoke(List<Long> numbers);
}
