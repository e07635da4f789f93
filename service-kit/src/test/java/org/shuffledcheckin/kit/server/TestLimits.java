package org.shuffledcheckin.kit.server;

import java.util.Map;
import java.util.Optional;
import org.shuffledcheckin.kit.config.ConfigSource;

/** Limits of test servers: the defaults, as the configuration binder reads them. */
public final class TestLimits {
  private TestLimits() {}

  /** The limits where nobody configured any. */
  public static ServerLimits defaults() {
    return with(Map.of());
  }

  /** The limits with some of them changed, by key. */
  public static ServerLimits with(Map<String, String> changed) {
    return new ConfigSource(Optional.empty(), "TEST", Map.of(), changed).read(ServerLimits.class);
  }
}
