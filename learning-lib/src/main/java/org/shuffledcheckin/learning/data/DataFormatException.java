package org.shuffledcheckin.learning.data;

import java.io.IOException;

/** Says which file is broken, and how. */
public final class DataFormatException extends IOException {
  private static final long serialVersionUID = 1;

  /** Creates one with a complete sentence. */
  public DataFormatException(String message) {
    super(message);
  }
}
