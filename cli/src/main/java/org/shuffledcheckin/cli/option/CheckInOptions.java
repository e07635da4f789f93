package org.shuffledcheckin.cli.option;

import java.util.Optional;
import org.shuffledcheckin.accountant.Arguments;
import org.shuffledcheckin.accountant.CheckInLaw;
import org.shuffledcheckin.accountant.CheckInRound;
import org.shuffledcheckin.accountant.LocalGuarantee;
import org.shuffledcheckin.accountant.losses.PledgedRound;
import org.shuffledcheckin.accountant.planner.SumPlan;
import org.shuffledcheckin.cli.CommandFailure;
import org.shuffledcheckin.cli.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Who takes part in a round, how often, and what each report promises. */
public final class CheckInOptions {
  @Option(
      names = "--clients",
      paramLabel = "N",
      converter = CountConverter.class,
      description = "Clients that draw in every round, the protected one among them.")
  private Long clients;

  @Option(
      names = "--check-in-rate",
      paramLabel = "RATE",
      description = "How often a client takes part: the mean of its draw, in [0, 1].")
  private Double checkInRate;

  @Option(
      names = "--check-in-law",
      paramLabel = "LAW",
      description =
          "How a client draws: poisson (default with --noise-multiplier) or bernoulli, the paper's"
              + " coin (default with --epsilon0).")
  private CheckInLaw checkInLaw;

  @Option(
      names = "--honest-fraction",
      paramLabel = "F",
      defaultValue = "1",
      description =
          "Share of the clients that draw and randomise as they should, in (0, 1]; only they hide"
              + " anybody. Default: ${DEFAULT-VALUE}.")
  private double honestFraction;

  @Option(
      names = "--dropout",
      paramLabel = "P",
      defaultValue = "0",
      description =
          "Chance of a client to vanish after it drew, in [0, 1), the same for everybody and"
              + " independent of the data. No credit is given for it with --loss-limit. Default:"
              + " ${DEFAULT-VALUE}, which is always safe.")
  private double dropout;

  @Option(
      names = "--loss-limit",
      paramLabel = "M",
      converter = CountConverter.class,
      description =
          "Accounts as a deployed run does: clients pledge, and a batch leaves with at most M of the"
              + " pledged reports missing. Without it, every report is taken to arrive.")
  private Long lossLimit;

  @Mixin private RandomizerOptions randomizer;
  @Mixin private SumOptions sums;

  /** Whether nothing is seen but sums. */
  public boolean isDistributed() {
    if (!sums.isDistributed()) {
      sums.requireUnused();
    }
    return sums.isDistributed();
  }

  /** Whether the noise of a report that only goes into a sum was given. */
  public boolean hasClientNoise() {
    return sums.hasNoise();
  }

  /** The round of which nothing is seen but the sum, with the noise that was given. */
  public SumPlan summed() {
    SumPlan plan = summedWithAnyNoise();
    if (!sums.hasNoise()) {
      throw new CommandFailure(ExitCode.USAGE, "--client-noise must be given but is missing");
    }
    return plan;
  }

  /** The same; if no noise was given, with some. Dropouts get no credit: they take noise. */
  public SumPlan summedWithAnyNoise() {
    randomizer.requireNone();
    if (checkInLaw == CheckInLaw.POISSON) {
      throw new CommandFailure(
          ExitCode.USAGE, "--form distributed needs --check-in-law bernoulli, a coin");
    }
    double rate = Given.require("--check-in-rate", checkInRate);
    return sums.plan(clients(), honestClients(), rate, lossLimit, dropout());
  }

  /** Whether a check-in rate was given. */
  public boolean hasCheckInRate() {
    return checkInRate != null;
  }

  /** What each report promises. */
  public RandomizerOptions randomizer() {
    return randomizer;
  }

  /** The clients that hide each other: all of them times the honest fraction, rounded down. */
  public long honestClients() {
    long all = Arguments.requireAtLeast("--clients", Given.require("--clients", clients), 1);
    if (!(honestFraction > 0 && honestFraction <= 1)) {
      throw new IllegalArgumentException(
          "--honest-fraction must be in (0, 1] but is " + honestFraction);
    }
    return honestFraction == 1 ? all : Math.max(1, (long) Math.floor(all * honestFraction));
  }

  /** All clients. */
  public long clients() {
    return Arguments.requireAtLeast("--clients", Given.require("--clients", clients), 1);
  }

  /** The mean of a client's draw. */
  public double announcedRate() {
    return Arguments.requireProbability(
        "--check-in-rate", Given.require("--check-in-rate", checkInRate));
  }

  /** The rate at which reports arrive: the draw's, less dropouts. */
  public double effectiveRate() {
    return announcedRate() * (1 - dropout());
  }

  /** The chance of a client to vanish after its draw. */
  public double dropout() {
    if (!(dropout >= 0 && dropout < 1)) {
      throw new IllegalArgumentException("--dropout must be in [0, 1) but is " + dropout);
    }
    return dropout;
  }

  /** The law of the draw, by default the one that suits the randomiser. */
  public CheckInLaw law(LocalGuarantee guarantee) {
    if (checkInLaw != null) {
      return checkInLaw;
    }
    return guarantee instanceof LocalGuarantee.Gaussian ? CheckInLaw.POISSON : CheckInLaw.BERNOULLI;
  }

  /** The round that all of this describes. */
  public CheckInRound round() {
    if (isDistributed()) {
      return summed().round().accounted();
    }
    LocalGuarantee guarantee = randomizer.guarantee();
    return isPledged()
        ? pledged(announcedRate(), guarantee).accounted()
        : roundWith(guarantee).orElseThrow();
  }

  /** The round with another guarantee; empty if its clients would hide nobody. */
  public Optional<CheckInRound> roundWith(LocalGuarantee guarantee) {
    return roundAt(isPledged() ? announcedRate() : effectiveRate(), guarantee);
  }

  /**
   * The round with another guarantee and rate; empty if its clients would hide nobody.
   *
   * @param rate at which clients draw if they pledge, at which reports arrive otherwise
   */
  public Optional<CheckInRound> roundAt(double rate, LocalGuarantee guarantee) {
    return isPledged()
        ? pledged(rate, guarantee).accountedIfAny()
        : Optional.of(new CheckInRound(honestClients(), rate, law(guarantee), guarantee));
  }

  /** Whether reports may get lost, so that clients pledge. */
  public boolean isPledged() {
    return lossLimit != null;
  }

  /** The round of clients that pledge; without a loss limit none may be missing. */
  public PledgedRound pledged(double rate, LocalGuarantee guarantee) {
    return new PledgedRound(
        honestClients(), isPledged() ? lossLimit : 0, rate, law(guarantee), guarantee);
  }
}
