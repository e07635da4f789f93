package org.shuffledcheckin.client.enrolment;

import java.io.IOException;
import java.nio.file.Path;

/** Somebody else holds the file that tokens were to be written to. */
public final class EnrolmentUnderWayException extends IOException {
  private static final long serialVersionUID = 1L;

  EnrolmentUnderWayException(Path file) {
    super("somebody else is enrolling into " + file + " at this moment");
  }
}
