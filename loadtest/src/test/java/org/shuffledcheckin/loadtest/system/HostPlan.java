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
import org.shuffledcheckin.kit.sealing.ModelKeys;
import org.shuffledcheckin.learning.data.ClientPartition;
import org.shuffledcheckin.learning.data.Dataset;
import org.shuffledcheckin.learning.data.Shape;
import org.shuffledcheckin.report.randomizer.ReportForm;

/**
 * The clients of one host. Each holds a category that nobody else has, and randomised response at
 * the largest epsilon0 never lies (once in 10^13 reports), so that the histogram of a round counts
 * each client's reports apart. For rounds of which only the sum is seen each holds a feature that
 * nobody else has: see {@link OneHotTask}.
 *
 * @param form of the rounds they take part in
 * @param first number of the host's first client among all
 * @param tokens of its clients
 * @param keepSealed whether sealed reports are made durable before they are sent
 */
record HostPlan(ReportForm form, int first, List<byte[]> tokens, boolean keepSealed) {
  private static final RetryPolicy RETRY =
      new RetryPolicy(5, Duration.ofMillis(200), Duration.ofSeconds(2), Duration.ofSeconds(3));

  private static final ClientPolicy POLICY =
      new ClientPolicy(
          new ClientPolicy.DrawPolicy(1, List.of(CheckInLaw.values()), 1000),
          new ClientPolicy.HidingPolicy(1, 1000),
          new ClientPolicy.ReportPolicy(
              1, Schedule.EPSILON0, Schedule.EPSILON0, List.of(ReportForm.values()), 0),
          new ClientPolicy.TimePolicy(Duration.ofSeconds(1), Duration.ofMillis(100)),
          new ClientPolicy.Lifetime(1, Schedule.DELTA),
          new ClientPolicy.ModelPolicy(new ByteSize(1 << 20), List.of(), List.of()));

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
            Schedule.KEYS.verifyingKeys()::verify,
            POLICY,
            MENU,
            Clock.systemUTC(),
            new ModelKeys(List.of(Schedule.MODEL_KEY))),
        new HostSettings.Drawing(randomness, sitOut, 0, DropoutStage.PLEDGE),
        new HostSettings.Delivery(keepSealed, 1, 4, RETRY, WireLimits.MESSAGE_BYTES));
  }

  private ClientData data() {
    Dataset data = form == ReportForm.DISTRIBUTED ? features() : categories();
    return new ClientData(data, ClientPartition.onePerClient(data), new Measurement.Label());
  }

  private Dataset features() {
    float[] oneHot = new float[clients() * Schedule.CLIENTS];
    for (int i = 0; i < clients(); i++) {
      oneHot[i * Schedule.CLIENTS + first + i] = 1;
    }
    return Dataset.ofFloats(
        "features", Shape.flat(Schedule.CLIENTS), 2, oneHot, new int[clients()]);
  }

  private Dataset categories() {
    int[] categories = new int[clients()];
    for (int i = 0; i < categories.length; i++) {
      categories[i] = first + i;
    }
    return Dataset.ofFloats(
        "units", Shape.flat(1), Schedule.CLIENTS, new float[clients()], categories);
  }
}
