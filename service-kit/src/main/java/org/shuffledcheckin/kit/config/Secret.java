package org.shuffledcheckin.kit.config;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;

/**
 * A value that only its user sees: it never appears in {@code toString}, and so in no log or error
 * text. Comparison takes the same time wherever two secrets of one length differ.
 */
public final class Secret {
  private final String value;

  private Secret(String value) {
    this.value = value;
  }

  /** Wraps a secret; leading and trailing white space does not belong to it. */
  public static Secret of(String value) {
    String stripped = value.strip();
    if (stripped.isEmpty()) {
      throw new IllegalArgumentException("a secret must not be empty");
    }
    return new Secret(stripped);
  }

  /** The secret itself. */
  public String reveal() {
    return value;
  }

  /** Whether the text is this secret. */
  public boolean matches(String candidate) {
    return MessageDigest.isEqual(
        value.getBytes(StandardCharsets.UTF_8), candidate.getBytes(StandardCharsets.UTF_8));
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Secret secret && matches(secret.value);
  }

  @Override
  public int hashCode() {
    return Secret.class.hashCode();
  }

  @Override
  public String toString() {
    return "[secret]";
  }
}
