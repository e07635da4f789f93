package org.shuffledcheckin.shuffler.config;

import static org.shuffledcheckin.accountant.Arguments.requireBetween;
import static org.shuffledcheckin.kit.server.ServerLimits.requireAtMost;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.shuffledcheckin.kit.config.Default;
import org.shuffledcheckin.kit.config.Flat;
import org.shuffledcheckin.kit.config.Secret;
import org.shuffledcheckin.kit.operations.OperationsConfig;
import org.shuffledcheckin.kit.server.ServerLimits;
import org.shuffledcheckin.kit.tls.TlsFiles;

/**
 * The shuffler's configuration.
 *
 * @param data folder of its store
 * @param tls its certificate; only an embedded shuffler goes without
 * @param clients the port that clients connect to
 * @param aggregator the port that the aggregator connects to
 * @param operators the port that its operators connect to
 * @param rounds rules for rounds
 * @param intake limits for pledges and deliveries
 * @param operations the operations port
 */
public record ShufflerConfig(
    Path data,
    Optional<TlsFiles> tls,
    Clients clients,
    Aggregator aggregator,
    Operators operators,
    RoundRules rounds,
    IntakeLimits intake,
    OperationsConfig operations) {
  /** Prefix of the environment variables that override it. */
  public static final String ENVIRONMENT = "CHECKIN_SHUFFLER";

  /** Validates that the longest request can be queued. */
  public ShufflerConfig {
    long longest = clients.limits().maxMessage().bytes();
    if (intake.queue().bytes() < longest) {
      throw new IllegalArgumentException(
          "intake.queue must be at least clients.limits.max-message, %d bytes, but is %d"
              .formatted(longest, intake.queue().bytes()));
    }
  }

  /**
   * The port for clients.
   *
   * @param authentication how clients prove who they are
   * @param calls what each kind of call may use
   * @param maxEnrolled clients that may ever be enrolled
   * @param reflection whether callers may list services
   */
  public record Clients(
      @Default("0.0.0.0") String host,
      @Default("7443") int port,
      @Default("token") ClientAuthentication authentication,
      @Flat ClientCallLimits calls,
      @Default("10000000") long maxEnrolled,
      @Default("false") boolean reflection,
      ServerLimits limits) {
    /** Validates port and bound, and that no limit makes another one void. */
    public Clients {
      requireBetween("port", port, 0, 65_535);
      requireBetween("max-enrolled", maxEnrolled, 1, 1_000_000_000);
      ServerLimits.Load load = limits.load();
      // A device has a connection of its own: subscriptions without one could never be served.
      requireAtMost(
          "max-subscriptions",
          calls.maxSubscriptions(),
          "limits.max-connections",
          load.maxConnections());
      // A connection that is full of subscriptions could pledge nothing.
      requireAtMost(
          "subscriptions-per-connection + 1",
          calls.subscriptionsPerConnection() + 1L,
          "limits.max-calls-per-connection",
          load.maxCallsPerConnection());
      requireAtMost(
          "window × limits.max-strangers",
          calls.window().bytes() * limits.strangers().maxStrangers(),
          "limits.max-inbound",
          load.maxInbound().bytes());
    }
  }

  /**
   * The port for the aggregator.
   *
   * @param names that the aggregator's certificate carries, one of them
   * @param bundle file with the keys of the aggregator's operator; a round that none of them signed
   *     is refused
   */
  public record Aggregator(
      @Default("0.0.0.0") String host,
      @Default("7444") int port,
      @Default("urn:checkin:aggregator") List<String> names,
      Path bundle,
      ServerLimits limits) {
    /** Validates the port. */
    public Aggregator {
      requireBetween("port", port, 0, 65_535);
    }
  }

  /**
   * The port for operators.
   *
   * @param names that an operator's certificate carries, one of them
   * @param token that calls which change something must show; without it they are refused
   */
  public record Operators(
      @Default("127.0.0.1") String host,
      @Default("7445") int port,
      @Default("urn:checkin:operator:shuffler") List<String> names,
      Optional<Secret> token,
      ServerLimits limits) {
    /** Validates the port. */
    public Operators {
      requireBetween("port", port, 0, 65_535);
    }
  }
}
