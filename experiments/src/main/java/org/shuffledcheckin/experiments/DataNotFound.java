package org.shuffledcheckin.experiments;

import java.io.IOException;

/** A data set that is neither on this machine nor to be had from the network. */
public final class DataNotFound extends IOException {
  private static final long serialVersionUID = 1L;

  DataNotFound(String message) {
    super(message);
  }
}
