package org.shuffledcheckin.loadtest.system;

import java.time.Clock;
import java.time.Duration;
import java.util.List;
import org.shuffledcheckin.accountant.CheckInLaw;
import org.shuffledcheckin.accountant.filter.FilterMenu;
import org.shuffledcheckin.client.coin.ClientRandomness;
import org.shuffledcheckin.client.coin.DropoutStage;
import org.shuffledcheckin.client.coin.SitOutRule;
import org.shuffledcheckin.client.enrolment.Credentials;
import org.shuffledcheckin.client.exchange.ClientMessage;
import org.shuffledcheckin.client.exchange.RetryPolicy;
import org.shuffledcheckin.client.host.HostSettings;
import org.shuffledcheckin.client.policy.ClientPolicy;
import org.shuffledcheckin.client.training.ClientData;
import org.shuffledcheckin.client.training.Measurement;
import org.shuffledcheckin.kit.config.ByteSize;
import org.shuffledcheckin.kit.round.WireLimits;
import org.shuffledcheckin.learning.data.ClientPartition;
import org.shuffledcheckin.learning.data.Dataset;
import org.shuffledcheckin.learning.data.Shape;

/**
 * The clients of one host. Each holds a category that nobody else has, and randomised response at
 * the largest epsilon0 never lies (once in 10^13 reports), so that the histogram of a round counts
 * each client's reports apart.
 *
 * @param first number of the host's first client among all
 * @param tokens of its clients
 * @param keepSealed whether sealed reports are made durable before they are sent
 */
record HostPlan(int first, List<byte[]> tokens, boolean keepSealed) {
  private static final RetryPolicy RETRY =
      new RetryPolicy(5, Duration.ofMillis(200), Duration.ofSeconds(2), Duration.ofSeconds(3));

  private static final ClientPolicy POLICY =
      new ClientPolicy(
          new ClientPolicy.DrawPolicy(1, List.of(CheckInLaw.values()), 1000),
          new ClientPolicy.HidingPolicy(1, 1000),
          new ClientPolicy.ReportPolicy(1, Schedule.EPSILON0, Schedule.EPSILON0),
          new ClientPolicy.TimePolicy(Duration.ofSeconds(1), Duration.ofMillis(100)),
          new ClientPolicy.Lifetime(1, Schedule.DELTA),
          new ClientPolicy.ModelPolicy(new ByteSize(0), List.of(), List.of()));

  /** Reports that never lie have no privacy to lose: rounds are counted, and that is all. */
  static final FilterMenu MENU = FilterMenu.unlimited();

  int clients() {
    return tokens.size();
  }

  /** The number among all of the client that says this. */
  int number(ClientMessage message) {
    return first + message.client();
  }

  /** The token of the client that says this. */
  byte[] token(ClientMessage message) {
    return tokens.get(message.client());
  }

  HostSettings settings(ClientRandomness randomness, SitOutRule sitOut) {
    return new HostSettings(
        data(),
        Credentials.of(tokens),
        new HostSettings.Rules(
            Schedule.KEYS.verifyingKeys()::verify, POLICY, MENU, Clock.systemUTC()),
        new HostSettings.Drawing(randomness, sitOut, 0, DropoutStage.PLEDGE),
        new HostSettings.Delivery(keepSealed, 1, 4, RETRY, WireLimits.MESSAGE_BYTES));
  }

  private ClientData data() {
    int[] categories = new int[clients()];
    for (int i = 0; i < categories.length; i++) {
      categories[i] = first + i;
    }
    Dataset data =
        Dataset.ofFloats(
            "units", Shape.flat(1), Schedule.CLIENTS, new float[clients()], categories);
    return new ClientData(data, ClientPartition.onePerClient(data), new Measurement.Label());
  }
}
