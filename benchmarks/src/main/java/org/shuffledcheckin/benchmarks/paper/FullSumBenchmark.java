package org.shuffledcheckin.benchmarks.paper;

import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;
import org.shuffledcheckin.accountant.CheckInLaw;
import org.shuffledcheckin.accountant.amplification.CheckInCount;
import org.shuffledcheckin.accountant.amplification.Subsampling;
import org.shuffledcheckin.accountant.paper.ConversionLemma;
import org.shuffledcheckin.accountant.paper.ShuffledRound;
import org.shuffledcheckin.accountant.paper.ShufflingConversion;
import org.shuffledcheckin.accountant.paper.SubsampledShufflingConversion;
import org.shuffledcheckin.accountant.rdp.WithoutReplacement;

/** Approach 1 and 2 at a single order: the terms that matter against the paper's sum over all k. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Warmup(iterations = 2, time = 2)
@Measurement(iterations = 3, time = 2)
@Fork(value = 1, jvmArgsAppend = "-Xmx512m")
public class FullSumBenchmark {
  private static final int ORDER = 32;
  private static final double RATE = 0.001;

  /** Number of clients. */
  @Param({"10000", "100000"})
  public long clients;

  private ShuffledRound round() {
    return ShuffledRound.ofTable(clients, RATE, 2, 1.0 / clients);
  }

  private double checkIns(long k) {
    return CheckInCount.probability(CheckInLaw.BERNOULLI, clients, RATE, k);
  }

  /** Approach 1 by the terms that matter. */
  @Benchmark
  public double approach1Bulk() {
    return ShufflingConversion.curve(round()).at(ORDER);
  }

  /** Approach 2 by the terms that matter. */
  @Benchmark
  public double approach2Bulk() {
    return SubsampledShufflingConversion.curve(round()).at(ORDER);
  }

  /** Approach 1 over all k. */
  @Benchmark
  public double approach1FullSum() {
    ShuffledRound round = round();
    double excess = 0;
    for (long k = 1; k <= clients; k++) {
      double delta = round.delta(k);
      excess +=
          checkIns(k)
              * Math.exp(
                  WithoutReplacement.logExcess(
                      ORDER,
                      (double) k / clients,
                      j -> ConversionLemma.value(j, round.epsilon0(), delta),
                      Double.POSITIVE_INFINITY));
    }
    return Math.log1p(excess) / (ORDER - 1);
  }

  /** Approach 2 over all k. */
  @Benchmark
  public double approach2FullSum() {
    ShuffledRound round = round();
    double excess = 0;
    for (long k = 1; k <= clients; k++) {
      Subsampling.Approximate amplified =
          Subsampling.withoutReplacement((double) k / clients, round.epsilon0(), round.delta(k));
      double lemma = ConversionLemma.value(ORDER, amplified.epsilon(), amplified.delta());
      excess += checkIns(k) * Math.expm1((ORDER - 1) * lemma);
    }
    return Math.log1p(excess) / (ORDER - 1);
  }
}
