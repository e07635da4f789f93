package org.shuffledcheckin.benchmarks.randomizer;

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
import org.shuffledcheckin.report.noise.ReportRandomness;
import org.shuffledcheckin.report.noise.SecureReportRandomness;
import org.shuffledcheckin.report.randomizer.KAryResponseSpec;
import org.shuffledcheckin.report.randomizer.LaplaceSpec;
import org.shuffledcheckin.report.randomizer.LdpSgdSpec;
import org.shuffledcheckin.report.randomizer.LocalRandomizer;
import org.shuffledcheckin.report.randomizer.RandomizerSpec;
import org.shuffledcheckin.report.randomizer.ReportAggregate;

/** One report of each pure randomiser, made by a client and read by the aggregator. */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 3, time = 1)
@Fork(1)
@State(Scope.Thread)
public class PureReportBenchmark {
  /** Which randomiser is timed; its gradient, where it has one, has 26,010 coordinates. */
  @Param({"ldp-sgd", "laplace", "randomized-response"})
  public String kind;

  private final ReportRandomness randomness = new SecureReportRandomness();
  private LocalRandomizer randomizer;
  private ReportAggregate aggregate;
  private float[] value;
  private byte[] report;

  /** Makes randomiser, aggregate and one report. */
  @Setup
  public void prepare() {
    RandomizerSpec spec =
        switch (kind) {
          case "ldp-sgd" -> new LdpSgdSpec(26_010, 0.05, 4);
          case "laplace" -> new LaplaceSpec(0, 1, 1);
          case "randomized-response" -> new KAryResponseSpec(100, 2);
          default -> throw new IllegalArgumentException("no such randomiser: " + kind);
        };
    randomizer = spec.newRandomizer();
    aggregate = spec.newAggregate();
    value = new float[spec.valueLength()];
    value[0] = 1;
    report = randomizer.randomize(value, randomness.openStream());
  }

  /** The client's part. */
  @Benchmark
  public byte[] randomize() {
    randomizer.randomize(value, randomness.openStream(), report);
    return report;
  }

  /** The aggregator's part. */
  @Benchmark
  public boolean aggregate() {
    return aggregate.add(report).isEmpty();
  }
}
