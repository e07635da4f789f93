package org.shuffledcheckin.kit.server;

import io.grpc.ManagedChannel;
import io.grpc.inprocess.InProcessChannelBuilder;
import java.util.Map;
import java.util.Optional;
import org.shuffledcheckin.kit.config.ConfigSource;

/** What tests need to start servers and to reach them. */
public final class TestServers {
  private TestServers() {}

  /** The limits where nobody configured any. */
  public static ServerLimits limits() {
    return limits(Map.of());
  }

  /** The limits with some of them changed, by key. */
  public static ServerLimits limits(Map<String, String> changed) {
    return new ConfigSource(Optional.empty(), "TEST", Map.of(), changed).read(ServerLimits.class);
  }

  /** A channel to a server in this process. */
  public static ManagedChannel connect(String name) {
    return InProcessChannelBuilder.forName(name).build();
  }
}
