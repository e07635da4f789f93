package org.shuffledcheckin.kit.server;

import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.LongSupplier;

/**
 * How much each address may still do without a credential: a number of attempts that comes back
 * evenly over a window. Whoever then shows a credential gets the attempt back, so that many clients
 * behind one address do not wait for each other. Remembers a bounded number of addresses.
 */
final class StrangerRate {
  private static final int ADDRESSES = 65_536;
  private static final int IPV6_NETWORK_BYTES = 8;

  private final int limit;
  private final double perNano;
  private final LongSupplier nanos;
  private final Map<String, Credit> credits =
      new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Credit> eldest) {
          return size() > ADDRESSES;
        }
      };

  private static final class Credit {
    private double left;
    private long at;
  }

  /** Gives each address so many attempts in a window. */
  StrangerRate(int limit, long windowNanos, LongSupplier nanos) {
    this.limit = limit;
    this.perNano = (double) limit / windowNanos;
    this.nanos = nanos;
  }

  /** What strangers are counted by: an IPv4 address, or the first half of an IPv6 address. */
  static String address(SocketAddress peer) {
    if (!(peer instanceof InetSocketAddress socket) || socket.getAddress() == null) {
      return "";
    }
    InetAddress address = socket.getAddress();
    byte[] bytes = address.getAddress();
    return address instanceof Inet6Address
        ? Arrays.toString(Arrays.copyOf(bytes, IPV6_NETWORK_BYTES))
        : Arrays.toString(bytes);
  }

  /** Whether the address may try once more; counts the attempt if so. */
  synchronized boolean attempt(String address) {
    Credit credit = credit(address);
    if (credit.left < 1) {
      return false;
    }
    credit.left--;
    return true;
  }

  /** Gives an attempt back. */
  synchronized void giveBack(String address) {
    Credit credit = credit(address);
    credit.left = Math.min(limit, credit.left + 1);
  }

  private Credit credit(String address) {
    long now = nanos.getAsLong();
    Credit credit = credits.get(address);
    if (credit == null) {
      credit = new Credit();
      credit.left = limit;
      credits.put(address, credit);
    } else {
      credit.left = Math.min(limit, credit.left + (now - credit.at) * perNano);
    }
    credit.at = now;
    return credit;
  }
}
