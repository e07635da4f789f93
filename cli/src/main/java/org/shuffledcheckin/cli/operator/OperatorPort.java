package org.shuffledcheckin.cli.operator;

/**
 * What is usual of a service's operators' port.
 *
 * @param service whose it is; also the flag that says where
 * @param usual its port, where none is given
 * @param token the file of its token, in the folder of keys
 */
public record OperatorPort(String service, int usual, String token) {
  /** The shuffler's. */
  public static final OperatorPort SHUFFLER = new OperatorPort("shuffler", 7445, "operator.token");

  /** The aggregator's. */
  public static final OperatorPort AGGREGATOR =
      new OperatorPort("aggregator", 7446, "aggregator.token");

  /** The host of {@code HOST[:PORT]}. */
  String host(String address) {
    int colon = address.lastIndexOf(':');
    String host = colon < 0 ? address : address.substring(0, colon);
    if (host.isBlank()) {
      throw new IllegalArgumentException(
          "--" + service + " must be HOST or HOST:PORT but is '" + address + "'");
    }
    return host;
  }

  /** The port of {@code HOST[:PORT]}. */
  int port(String address) {
    int colon = address.lastIndexOf(':');
    return colon < 0 ? usual : parse(address.substring(colon + 1));
  }

  private int parse(String text) {
    try {
      int port = Integer.parseInt(text);
      if (port >= 1 && port <= 65535) {
        return port;
      }
    } catch (NumberFormatException e) {
      // Refused below, like a port that is out of range.
    }
    throw new IllegalArgumentException(
        "the port of --" + service + " must be in [1, 65535] but is '" + text + "'");
  }
}
