package org.shuffledcheckin.client.host;

import static org.shuffledcheckin.accountant.Arguments.requireBetween;
import static org.shuffledcheckin.accountant.Arguments.requireFraction;

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
 * @param data each client's records
 * @param credentials each client's enrolment token
 * @param policy what each client accepts
 * @param budget judges each client's own ledger
 * @param drawing who takes part, and by what chance
 * @param delivery how reports are made and sent
 */
public record HostSettings(
    ClientData data,
    Credentials credentials,
    ClientPolicy policy,
    LifetimeBudget budget,
    Drawing drawing,
    Delivery delivery) {

  /** Validates that every client has a credential. */
  public HostSettings {
    Objects.requireNonNull(policy, "policy");
    Objects.requireNonNull(budget, "budget");
    Objects.requireNonNull(drawing, "drawing");
    Objects.requireNonNull(delivery, "delivery");
    if (credentials.clients() < data.clients()) {
      throw new IllegalArgumentException(
          "credentials must be at least %d, one for each client, but are %d"
              .formatted(data.clients(), credentials.clients()));
    }
  }

  /** How many clients there are. */
  public int clients() {
    return data.clients();
  }

  /**
   * Who takes part in a round, and by what chance.
   *
   * @param randomness where draws and noise come from
   * @param sitOut who sits a round out before drawing
   * @param dropoutRate share of simulated clients that fail after drawing, in [0, 1)
   */
  public record Drawing(ClientRandomness randomness, SitOutRule sitOut, double dropoutRate) {
    /** Validates the rate. */
    public Drawing {
      Objects.requireNonNull(randomness, "randomness");
      Objects.requireNonNull(sitOut, "sitOut");
      requireFraction("dropout rate", dropoutRate);
    }
  }

  /**
   * How reports are made and sent.
   *
   * @param keepSealed whether sealed reports are made durable before they are sent
   * @param threads how many threads compute reports
   * @param window how many requests may be under way
   * @param retry how failed calls are repeated
   * @param largestRequest bytes of the longest request that the shuffler takes
   */
  public record Delivery(
      boolean keepSealed, int threads, int window, RetryPolicy retry, long largestRequest) {
    /** Validates the numbers. */
    public Delivery {
      Objects.requireNonNull(retry, "retry");
      requireBetween("threads", threads, 1, 1024);
      requireBetween("window", window, 1, 1024);
    }
  }
}
