package org.shuffledcheckin.cli.status;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * Where the lifetime budget of most clients of a host stands, from its metrics.
 *
 * @param epsilon that their filter stands for
 * @param limit their budget's epsilon
 * @param delta their budget's delta
 * @param filter which filter of the menu carries it
 */
record LifetimeStatus(double epsilon, double limit, double delta, String filter) {
  private static final String PREFIX = "checkin_client_";
  private static final String FILTER = PREFIX + "filter{filter=\"";

  /**
   * Reads it.
   *
   * @param found meters by name
   * @param metrics the text they come from
   */
  static Optional<LifetimeStatus> of(Map<String, Double> found, String metrics) {
    return carrying(metrics)
        .map(
            filter ->
                new LifetimeStatus(
                    meter(found, "epsilon"),
                    meter(found, "epsilon_limit"),
                    meter(found, "delta_limit"),
                    filter));
  }

  /** Clients without a budget have no such meters. */
  private static double meter(Map<String, Double> found, String name) {
    return found.getOrDefault(PREFIX + name, Double.POSITIVE_INFINITY);
  }

  /** The one filter whose meter is 1. */
  private static Optional<String> carrying(String metrics) {
    return metrics
        .lines()
        .filter(line -> line.startsWith(FILTER) && line.endsWith(" 1.0"))
        .map(line -> line.substring(FILTER.length(), line.lastIndexOf('"')))
        .findFirst();
  }

  /** For people. */
  String line() {
    if (Double.isInfinite(limit)) {
      return "none: these clients take part whatever it costs";
    }
    return String.format(
        Locale.ROOT,
        "the filter %s stands at epsilon %.4f; the limit is epsilon %s at delta %s",
        filter,
        epsilon,
        limit,
        delta);
  }

  /** For programs. */
  void write(ObjectNode fields) {
    fields
        .putObject("lifetime")
        .put("filter", filter)
        .put("epsilon", epsilon)
        .put("epsilon_limit", limit)
        .put("delta_limit", delta);
  }
}
