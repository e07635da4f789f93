package org.shuffledcheckin.client.host;

import java.util.Objects;
import org.shuffledcheckin.client.coin.ClientRandomness;
import org.shuffledcheckin.client.coin.SitOutRule;
import org.shuffledcheckin.client.enrolment.Credentials;
import org.shuffledcheckin.client.exchange.RetryPolicy;
import org.shuffledcheckin.client.policy.ClientPolicy;
import org.shuffledcheckin.client.policy.LifetimeBudget;
import org.shuffledcheckin.client.training.ClientData;

/**
 * What the clients of a host are and how they behave. They share rules and computations of public
 * values; each has its own record, draws, ledger and credential.
 *
 * @param policy what each client accepts
 * @param budget judges each client's own ledger
 * @param data each client's records
 * @param credentials each client's enrolment token
 * @param randomness where draws and noise come from
 * @param sitOut who sits a round out before drawing
 * @param dropoutRate share of simulated clients that fail after drawing, in [0, 1)
 * @param keepSealed whether sealed reports are made durable before they are sent
 * @param threads how many threads compute reports
 * @param window how many requests may be under way
 * @param retry how failed calls are repeated
 * @param largestRequest bytes of the longest request that the shuffler takes
 */
public record HostSettings(
    ClientPolicy policy,
    LifetimeBudget budget,
    ClientData data,
    Credentials credentials,
    ClientRandomness randomness,
    SitOutRule sitOut,
    double dropoutRate,
    boolean keepSealed,
    int threads,
    int window,
    RetryPolicy retry,
    long largestRequest) {

  /** Validates the values and that every client has a credential. */
  public HostSettings {
    Objects.requireNonNull(policy, "policy");
    Objects.requireNonNull(budget, "budget");
    Objects.requireNonNull(randomness, "randomness");
    Objects.requireNonNull(sitOut, "sitOut");
    Objects.requireNonNull(retry, "retry");
    if (credentials.clients() < data.clients()) {
      throw new IllegalArgumentException(
          "credentials must be at least %d, one for each client, but are %d"
              .formatted(data.clients(), credentials.clients()));
    }
    if (!(dropoutRate >= 0 && dropoutRate < 1)) {
      throw new IllegalArgumentException("dropout rate must be in [0, 1) but is " + dropoutRate);
    }
    requireIn("threads", threads, 1024);
    requireIn("window", window, 1024);
  }

  /** How many clients there are. */
  public int clients() {
    return data.clients();
  }

  private static void requireIn(String name, int value, int most) {
    if (value < 1 || value > most) {
      throw new IllegalArgumentException(name + " must be in [1, " + most + "] but is " + value);
    }
  }
}
