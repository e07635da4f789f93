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
import org.shuffledcheckin.accountant.paper.ShuffledRound;
import org.shuffledcheckin.accountant.paper.ShufflingConversion;
import org.shuffledcheckin.accountant.paper.SubsampledShufflingConversion;

/** Whole epsilons by Approach 1 and Approach 2: their cost must not grow with n. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Warmup(iterations = 2, time = 2)
@Measurement(iterations = 3, time = 2)
@Fork(value = 1, jvmArgsAppend = "-Xmx512m")
public class CheckInMixtureBenchmark {
  /** Number of clients. */
  @Param({"10000", "1000000", "1000000000"})
  public long clients;

  private ShuffledRound round() {
    return ShuffledRound.ofTable(clients, 0.001, 2, 1.0 / clients);
  }

  /** Approach 1, 100 rounds. */
  @Benchmark
  public double approach1() {
    return ShufflingConversion.curve(round()).times(100).epsilon(1.0 / clients).epsilon();
  }

  /** Approach 2, 100 rounds. */
  @Benchmark
  public double approach2() {
    return SubsampledShufflingConversion.curve(round()).times(100).epsilon(1.0 / clients).epsilon();
  }
}
