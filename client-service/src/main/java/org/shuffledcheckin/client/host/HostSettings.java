package org.shuffledcheckin.client.host;

import static org.shuffledcheckin.accountant.Arguments.requireBetween;
import static org.shuffledcheckin.accountant.Arguments.requireFraction;

import java.time.Clock;
import java.util.Objects;
import java.util.function.Predicate;
import org.shuffledcheckin.accountant.filter.FilterMenu;
import org.shuffledcheckin.client.coin.ClientRandomness;
import org.shuffledcheckin.client.coin.DropoutStage;
import org.shuffledcheckin.client.coin.SitOutRule;
import org.shuffledcheckin.client.enrolment.Credentials;
import org.shuffledcheckin.client.exchange.RetryPolicy;
import org.shuffledcheckin.client.policy.ClientPolicy;
import org.shuffledcheckin.client.training.ClientData;
import org.shuffledcheckin.kit.round.RoundTerms;
import org.shuffledcheckin.kit.sealing.ModelKeys;
import org.shuffledcheckin.kit.signing.SignedRound;

/**
 * What the clients of a host are and how they behave. They share rules and computations of public
 * values; each has its own record, draws, ledger and credential.
 *
 * @param data each client's records
 * @param credentials each client's enrolment token
 * @param rules what rounds each client accepts
 * @param drawing who takes part, and by what chance
 * @param delivery how reports are made and sent
 */
public record HostSettings(
    ClientData data, Credentials credentials, Rules rules, Drawing drawing, Delivery delivery) {

  /** Validates that every client has a credential. */
  public HostSettings {
    Objects.requireNonNull(rules, "rules");
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

  /** What each client accepts of a round. */
  public ClientPolicy policy() {
    return rules.policy();
  }

  /**
   * What a client's messages carry to name it: nothing where there is no other token that the call
   * could show, as the call's own credential names it then.
   */
  byte[] credentialInBody(int client) {
    return credentials.clients() == 1 ? new byte[0] : credentials.of(client);
  }

  /**
   * What rounds clients take part in.
   *
   * @param aggregator whether a round is signed by the aggregator that the clients believe
   * @param policy what each client accepts
   * @param menu what each client's own ledger keeps to
   * @param clock tells which day it is
   * @param modelKeys that open models which travel sealed
   */
  public record Rules(
      Predicate<SignedRound> aggregator,
      ClientPolicy policy,
      FilterMenu menu,
      Clock clock,
      ModelKeys modelKeys) {
    /** Validates that nothing is missing. */
    public Rules {
      Objects.requireNonNull(modelKeys, "modelKeys");
      Objects.requireNonNull(aggregator, "aggregator");
      Objects.requireNonNull(policy, "policy");
      Objects.requireNonNull(menu, "menu");
      Objects.requireNonNull(clock, "clock");
    }

    /** Rules of clients that were given no model key. */
    public Rules(
        Predicate<SignedRound> aggregator, ClientPolicy policy, FilterMenu menu, Clock clock) {
      this(aggregator, policy, menu, clock, ModelKeys.NONE);
    }

    /** Whether the model of such a round travels in the clear, or under a key that is held. */
    boolean canReadModel(RoundTerms terms) {
      return terms.report().modelKey().map(key -> modelKeys.find(key).isPresent()).orElse(true);
    }
  }

  /**
   * Who takes part in a round, and by what chance.
   *
   * @param randomness where draws and noise come from
   * @param sitOut who sits a round out before drawing
   * @param dropoutRate share of simulated clients that fail after drawing, in [0, 1)
   * @param dropoutStage what those still do
   */
  public record Drawing(
      ClientRandomness randomness,
      SitOutRule sitOut,
      double dropoutRate,
      DropoutStage dropoutStage) {
    /** Validates the rate. */
    public Drawing {
      Objects.requireNonNull(randomness, "randomness");
      Objects.requireNonNull(sitOut, "sitOut");
      Objects.requireNonNull(dropoutStage, "dropoutStage");
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
