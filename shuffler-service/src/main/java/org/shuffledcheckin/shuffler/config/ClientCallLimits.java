package org.shuffledcheckin.shuffler.config;

import static org.shuffledcheckin.accountant.Arguments.requireBetween;

import java.time.Duration;
import org.shuffledcheckin.kit.config.ByteSize;
import org.shuffledcheckin.kit.config.Default;

/**
 * What each kind of a client's calls may use. Kinds do not share places: streams that stay open
 * keep out no pledge, and long deliveries none either.
 *
 * @param maxSubscriptions streams of announcements at once; devices that sleep ask instead
 * @param subscriptionsPerConnection on one connection; a host needs one
 * @param subscriptionTime after which a stream ends, and the client shows its credential again
 * @param maxDownloads of models at once
 * @param downloadTime that one may take
 * @param maxDeliveries of reports at once
 * @param deliveryTime that one may take, from its first byte to its reply
 * @param window bytes that a connection may have sent before anyone asked for them
 */
public record ClientCallLimits(
    @Default("100000") int maxSubscriptions,
    @Default("2") int subscriptionsPerConnection,
    @Default("1h") Duration subscriptionTime,
    @Default("500") int maxDownloads,
    @Default("10m") Duration downloadTime,
    @Default("2000") int maxDeliveries,
    @Default("5m") Duration deliveryTime,
    @Default("64KiB") ByteSize window) {
  /** Validates every number. */
  public ClientCallLimits {
    requireBetween("max-subscriptions", maxSubscriptions, 1, 10_000_000);
    requireBetween("subscriptions-per-connection", subscriptionsPerConnection, 1, 1_000_000);
    requireBetween("subscription-time milliseconds", subscriptionTime.toMillis(), 100, 86_400_000);
    requireBetween("max-downloads", maxDownloads, 1, 1_000_000);
    requireBetween("download-time milliseconds", downloadTime.toMillis(), 100, 86_400_000);
    requireBetween("max-deliveries", maxDeliveries, 1, 1_000_000);
    requireBetween("delivery-time milliseconds", deliveryTime.toMillis(), 100, 86_400_000);
    requireBetween("window bytes", window.bytes(), 16 << 10, 16 << 20);
  }
}
