package org.shuffledcheckin.client.host;

import java.nio.ByteBuffer;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.shuffledcheckin.accountant.filter.FilterMenu;
import org.shuffledcheckin.client.TestLedger;
import org.shuffledcheckin.client.TestRounds;
import org.shuffledcheckin.client.coin.ClientRandomness;
import org.shuffledcheckin.client.coin.DropoutStage;
import org.shuffledcheckin.client.coin.SitOutRule;
import org.shuffledcheckin.client.enrolment.Credentials;
import org.shuffledcheckin.client.exchange.RetryPolicy;
import org.shuffledcheckin.client.policy.ClientPolicy;
import org.shuffledcheckin.client.training.ClientData;
import org.shuffledcheckin.kit.signing.VerifyingKeys;

/** Settings of hosts for tests. */
final class TestHosts {
  static final RetryPolicy QUICK =
      new RetryPolicy(6, Duration.ofMillis(5), Duration.ofMillis(40), Duration.ofSeconds(10));

  private ClientData data = TestRounds.data(1);
  private ClientPolicy policy = TestRounds.policy();
  private FilterMenu menu = FilterMenu.unlimited();
  private ClientRandomness randomness = ClientRandomness.secure();
  private SitOutRule sitOut = SitOutRule.never();
  private double dropoutRate;
  private DropoutStage dropoutStage = DropoutStage.PLEDGE;
  private VerifyingKeys aggregator = TestLedger.KEYS.verifyingKeys();
  private Clock clock = Clock.systemUTC();
  private boolean keepSealed = true;
  private int threads = 1;
  private long largestRequest = 4 << 20;

  static byte[] token(int client) {
    return ByteBuffer.allocate(24).putLong(client).putLong(~client).array();
  }

  static Credentials credentials(int clients) {
    List<byte[]> tokens = new ArrayList<>();
    for (int client = 0; client < clients; client++) {
      tokens.add(token(client));
    }
    return Credentials.of(tokens);
  }

  TestHosts data(ClientData value) {
    data = value;
    return this;
  }

  TestHosts policy(ClientPolicy value) {
    policy = value;
    return this;
  }

  TestHosts lifetime(FilterMenu value) {
    menu = value;
    return this;
  }

  TestHosts randomness(ClientRandomness value) {
    randomness = value;
    return this;
  }

  TestHosts sitOut(SitOutRule value) {
    sitOut = value;
    return this;
  }

  TestHosts dropouts(double rate, DropoutStage stage) {
    dropoutRate = rate;
    dropoutStage = stage;
    return this;
  }

  TestHosts aggregator(VerifyingKeys value) {
    aggregator = value;
    return this;
  }

  TestHosts clock(Clock value) {
    clock = value;
    return this;
  }

  TestHosts keepSealed(boolean value) {
    keepSealed = value;
    return this;
  }

  TestHosts largestRequest(long value) {
    largestRequest = value;
    return this;
  }

  TestHosts threads(int value) {
    threads = value;
    return this;
  }

  HostSettings build() {
    return new HostSettings(
        data,
        credentials(data.clients()),
        new HostSettings.Rules(aggregator::verify, policy, menu, clock),
        new HostSettings.Drawing(randomness, sitOut, dropoutRate, dropoutStage),
        new HostSettings.Delivery(keepSealed, threads, 8, QUICK, largestRequest));
  }
}
