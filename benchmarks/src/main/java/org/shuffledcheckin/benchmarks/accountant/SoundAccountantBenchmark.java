package org.shuffledcheckin.benchmarks.accountant;

import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;
import org.shuffledcheckin.accountant.CheckInLaw;
import org.shuffledcheckin.accountant.CheckInRound;
import org.shuffledcheckin.accountant.LocalGuarantee;
import org.shuffledcheckin.accountant.sound.SoundAccountant;

/**
 * The sound epsilon at n = 60 000, rate 0.001, 100 000 rounds, delta = 1/n, in 512 MB: from
 * nothing, which is also the naive way to ask before every round, and for one round more.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Warmup(iterations = 2, time = 2)
@Measurement(iterations = 3, time = 2)
@Fork(value = 1, jvmArgsAppend = "-Xmx512m")
public class SoundAccountantBenchmark {
  private static final long CLIENTS = 60_000;
  private static final double RATE = 0.001;
  private static final long ROUNDS = 100_000;
  private static final double DELTA = 1.0 / CLIENTS;

  /** The round: what protects a report, and how clients check in. */
  @Param({"pure2", "pure4", "pure8", "poisson0.86", "poisson2", "coin0.86", "coin4"})
  private String round;

  private CheckInRound described;
  private SoundAccountant spent;

  /** Spends the rounds once and asks once, so that a plan is warm. */
  @Setup
  public void spend() {
    described = parse(round);
    spent = SoundAccountant.create().compose(described, ROUNDS);
    spent.epsilon(DELTA);
  }

  /** Builds the pair, composes, and asks. */
  @Benchmark
  public double epsilonFromNothing() {
    return SoundAccountant.create().compose(described, ROUNDS).epsilon(DELTA).epsilon();
  }

  /** Asks for one round more than the time before: the gate's question. */
  @Benchmark
  public double oneMoreRound() {
    spent = spent.compose(described, 1);
    return spent.epsilon(DELTA).epsilon();
  }

  private static CheckInRound parse(String name) {
    String kind = name.replaceAll("[0-9.]", "");
    double parameter = Double.parseDouble(name.substring(kind.length()));
    return switch (kind) {
      case "pure" ->
          new CheckInRound(
              CLIENTS, RATE, CheckInLaw.BERNOULLI, new LocalGuarantee.PureLdp(parameter));
      case "poisson" ->
          new CheckInRound(
              CLIENTS, RATE, CheckInLaw.POISSON, new LocalGuarantee.Gaussian(parameter));
      case "coin" ->
          new CheckInRound(
              CLIENTS, RATE, CheckInLaw.BERNOULLI, new LocalGuarantee.Gaussian(parameter));
      default -> throw new IllegalArgumentException("round must be known but is " + name);
    };
  }
}
