package org.shuffledcheckin.kit.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class StrangerRateTest {
  private final AtomicLong now = new AtomicLong(-5);
  private final StrangerRate rate = new StrangerRate(10, TimeUnit.SECONDS.toNanos(10), now::get);

  private int attempts(String address, int tried) {
    int allowed = 0;
    for (int i = 0; i < tried; i++) {
      allowed += rate.attempt(address) ? 1 : 0;
    }
    return allowed;
  }

  @Test
  void attempt_beyondTheLimit_isRefusedUntilTimeHasPassed() {
    assertThat(attempts("a", 100)).isEqualTo(10);
    now.addAndGet(TimeUnit.SECONDS.toNanos(3));
    assertThat(attempts("a", 100)).isEqualTo(3);
    now.addAndGet(TimeUnit.HOURS.toNanos(1));
    assertThat(attempts("a", 100)).isEqualTo(10);
  }

  @Test
  void attempt_ofOneAddress_doesNotCountForAnother() {
    assertThat(attempts("a", 100)).isEqualTo(10);
    assertThat(attempts("b", 100)).isEqualTo(10);
  }

  @Test
  void giveBack_afterEachAttempt_leavesNothingSpent() {
    for (int client = 0; client < 1000; client++) {
      assertThat(rate.attempt("a")).isTrue();
      rate.giveBack("a");
    }
    rate.giveBack("a");
    assertThat(attempts("a", 100)).isEqualTo(10);
  }

  @Test
  void address_ofIpv6_isItsNetwork() throws UnknownHostException {
    assertThat(address("2001:db8::1")).isEqualTo(address("2001:db8::ffff:1"));
    assertThat(address("2001:db8::1")).isNotEqualTo(address("2001:db8:0:1::1"));
    assertThat(address("192.0.2.1")).isNotEqualTo(address("192.0.2.2"));
  }

  private static String address(String literal) throws UnknownHostException {
    return StrangerRate.address(new InetSocketAddress(InetAddress.getByName(literal), 1));
  }
}
