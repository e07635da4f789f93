package org.shuffledcheckin.loadtest;

import java.io.IOException;
import java.net.InetAddress;
import java.net.UnknownHostException;

/**
 * A host and a port that a load test may be pointed at: this machine or a private network. Whoever
 * floods a service must own it, and nobody owns a public address by typing it.
 *
 * @param host name or address
 * @param port from 1
 */
public record Address(String host, int port) {
  private static final int UNIQUE_LOCAL = 0xfc;
  private static final int UNIQUE_LOCAL_MASK = 0xfe;

  /**
   * Reads {@code HOST:PORT} and refuses what is neither loopback nor private.
   *
   * @param flag that gave it
   * @throws IOException if there is no such host
   */
  public static Address parse(String flag, String text) throws IOException {
    int colon = text.lastIndexOf(':');
    int port = colon < 1 ? -1 : port(text.substring(colon + 1));
    if (port < 1) {
      throw new IllegalArgumentException(flag + " must be HOST:PORT but is '" + text + "'");
    }
    String host = text.substring(0, colon).replaceAll("^\\[|\\]$", "");
    requireOwn(flag, host);
    return new Address(host, port);
  }

  private static int port(String text) {
    try {
      int port = Integer.parseInt(text);
      return port <= 65535 ? port : -1;
    } catch (NumberFormatException e) {
      return -1;
    }
  }

  private static void requireOwn(String flag, String host) throws IOException {
    try {
      for (InetAddress address : InetAddress.getAllByName(host)) {
        if (!isOwn(address)) {
          throw new IllegalArgumentException(
              "%s must be a loopback or private address, because a load test attacks what it drives, but %s is %s"
                  .formatted(flag, host, address.getHostAddress()));
        }
      }
    } catch (UnknownHostException e) {
      throw new IOException(flag + " names a host that cannot be found: " + host);
    }
  }

  private static boolean isOwn(InetAddress address) {
    byte[] bytes = address.getAddress();
    boolean uniqueLocal = bytes.length == 16 && (bytes[0] & UNIQUE_LOCAL_MASK) == UNIQUE_LOCAL;
    return address.isLoopbackAddress() || address.isSiteLocalAddress() || uniqueLocal;
  }

  @Override
  public String toString() {
    return host.contains(":") ? "[" + host + "]:" + port : host + ":" + port;
  }
}
