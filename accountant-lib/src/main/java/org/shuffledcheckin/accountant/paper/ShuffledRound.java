package org.shuffledcheckin.accountant.paper;

import java.util.Objects;
import org.shuffledcheckin.accountant.Arguments;
import org.shuffledcheckin.accountant.amplification.ClosedFormShuffling;
import org.shuffledcheckin.accountant.numeric.Binomial;

/**
 * One round as the paper accounts for it: what k shuffled reports of an (ε0, δ0)-LDP randomiser are
 * worth, for every k.
 *
 * @param clients number of clients n
 * @param checkInRate probability of a client to check in
 * @param epsilon0 the randomiser's ε0
 * @param delta0 the randomiser's δ0
 * @param delta1 the delta that shuffling itself spends
 * @param shuffling whether shuffling may lower epsilon
 */
public record ShuffledRound(
    long clients,
    double checkInRate,
    double epsilon0,
    double delta0,
    double delta1,
    Shuffling shuffling) {
  /** Whether the closed form of shuffling lowers epsilon. */
  public enum Shuffling {
    /** ε_k = ε0: what the paper's table rests on, since the closed form never holds there. */
    IGNORED,
    /** ε_k by the closed form for those k where it holds, ε0 for the others. */
    CLOSED_FORM
  }

  /** Check-ins that are rarer than this may lack a delta below 1. */
  private static final double NEGLIGIBLE = 1e-20;

  /** Validates the arguments. */
  public ShuffledRound {
    Arguments.requireAtLeast("clients", clients, 1);
    Arguments.requireProbability("check-in rate", checkInRate);
    Arguments.requirePositive("epsilon0", epsilon0);
    Arguments.requireProbability("delta0", delta0);
    Arguments.requireProbability("delta1", delta1);
    Objects.requireNonNull(shuffling, "shuffling");
  }

  /** Returns the round behind a cell of the paper's table: δ0 = δ², δ1 = 0, no shuffling credit. */
  public static ShuffledRound ofTable(
      long clients, double checkInRate, double epsilon0, double delta) {
    return new ShuffledRound(clients, checkInRate, epsilon0, delta * delta, 0, Shuffling.IGNORED);
  }

  /** Epsilon of k shuffled reports. */
  public double epsilon(long checkIns) {
    if (shuffling == Shuffling.IGNORED || delta1 == 0 || checkIns == 0) {
      return epsilon0;
    }
    return new ClosedFormShuffling(checkIns, epsilon0).amplified21(delta1);
  }

  /** Delta of k shuffled reports, with e^{ε0} as the paper prints it; may exceed 1. */
  public double delta(long checkIns) {
    return delta1 + deltaPerReport() * checkIns;
  }

  private double deltaPerReport() {
    return (Math.exp(epsilon0) + 1) * (1 + Math.exp(-epsilon0) / 2) * delta0;
  }

  /**
   * The largest count that gets its own term. Counts whose delta reaches 1 have no finite value; if
   * they are rarer than 1e-20 they share the value of the last one that has.
   */
  long lastCount() {
    if (delta(clients) < 1) {
      return clients;
    }
    long last = (long) Math.floor((1 - delta1) / deltaPerReport()) - 1;
    boolean rare = last >= 0 && new Binomial(clients, checkInRate).survival(last + 1) <= NEGLIGIBLE;
    return rare ? last : clients;
  }
}
