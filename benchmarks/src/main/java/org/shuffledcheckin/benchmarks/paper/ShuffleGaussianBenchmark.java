package org.shuffledcheckin.benchmarks.paper;

import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;
import org.shuffledcheckin.accountant.lowerbound.ShuffleGaussianMoments;
import org.shuffledcheckin.accountant.paper.PartitionEnumeration;

/**
 * Moments of the shuffled Gaussian for 60000 clients: the power series against the paper's
 * enumeration of integer partitions. {@code seriesTo40} and {@code partitionsTo40} compute the same
 * numbers.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 3, time = 1)
@Fork(value = 1, jvmArgsAppend = "-Xmx512m")
public class ShuffleGaussianBenchmark {
  private static final long CLIENTS = 60_000;
  private static final double SHIFT = 1 / 0.86;

  /** All orders to 256 by the series. */
  @Benchmark
  public double[] seriesTo256() {
    return new ShuffleGaussianMoments(CLIENTS, 1, SHIFT).divergences(256);
  }

  /** All orders to 40 by the series. */
  @Benchmark
  public double[] seriesTo40() {
    return new ShuffleGaussianMoments(CLIENTS, 1, SHIFT).divergences(40);
  }

  /** Order 40 alone by partitions. */
  @Benchmark
  public double partitionsAt40() {
    return PartitionEnumeration.divergence(CLIENTS, 40, SHIFT);
  }

  /** All orders to 40 by partitions. */
  @Benchmark
  public double[] partitionsTo40() {
    double[] divergences = new double[41];
    for (int order = 2; order <= 40; order++) {
      divergences[order] = PartitionEnumeration.divergence(CLIENTS, order, SHIFT);
    }
    return divergences;
  }
}
