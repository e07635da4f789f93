package org.shuffledcheckin.kit.server;

import io.grpc.health.v1.HealthGrpc;
import java.util.HashMap;
import java.util.Map;

/** Which pool a call belongs to, by its method. Health has pools of its own on every port. */
final class CallPools {
  private static final int HEALTH_CALLS = 100;
  private static final int HEALTH_CALLS_PER_CONNECTION = 2;

  private final Map<String, CallPool> byMethod = new HashMap<>();
  private final CallPool others;

  /** Pools for health, the named methods, and one for all the rest. */
  CallPools(ServerLimits limits, Map<String, CallPool> named) {
    var longest = limits.timeouts().maxCallTime();
    others =
        new CallPool(
            "calls", limits.load().maxCalls(), limits.load().maxCallsPerConnection(), longest);
    health(HealthGrpc.getCheckMethod().getFullMethodName(), "health checks", longest);
    health(HealthGrpc.getWatchMethod().getFullMethodName(), "health watches", longest);
    byMethod.putAll(named);
  }

  CallPool of(String method) {
    return byMethod.getOrDefault(method, others);
  }

  /** Whether callers need not be known for a method. */
  static boolean isForEveryone(String method) {
    return method.startsWith(HealthGrpc.SERVICE_NAME + "/");
  }

  private void health(String method, String name, java.time.Duration longest) {
    byMethod.put(method, new CallPool(name, HEALTH_CALLS, HEALTH_CALLS_PER_CONNECTION, longest));
  }
}
