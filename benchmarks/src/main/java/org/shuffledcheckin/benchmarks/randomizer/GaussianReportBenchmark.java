package org.shuffledcheckin.benchmarks.randomizer;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.security.SecureRandom;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.random.RandomGenerator;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;
import org.shuffledcheckin.report.ReportFormat;
import org.shuffledcheckin.report.noise.ReportRandomness;
import org.shuffledcheckin.report.noise.SecureReportRandomness;
import org.shuffledcheckin.report.randomizer.GaussianSpec;
import org.shuffledcheckin.report.randomizer.LocalRandomizer;
import org.shuffledcheckin.report.randomizer.ReportAggregate;

/**
 * Clip, noise and encoding of one report of 26,010 coordinates: the product's table on the integer
 * grid, beside the JDK's ziggurat over the same AES-256-CTR stream and beside {@code
 * SecureRandom.nextGaussian}, which share the product's clipping and encoding.
 */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(1)
@State(Scope.Thread)
public class GaussianReportBenchmark {
  private static final VarHandle SHORTS =
      MethodHandles.byteArrayViewVarHandle(short[].class, ByteOrder.LITTLE_ENDIAN);
  private static final int DIMENSION = 26_010;

  private final GaussianSpec spec = GaussianSpec.withSuitableGrid(DIMENSION, 0.05, 0.86);
  private final LocalRandomizer randomizer = spec.newRandomizer();
  private final ReportAggregate aggregate = spec.newAggregate();
  private final ReportRandomness randomness = new SecureReportRandomness();
  private final SecureRandom secureRandom = new SecureRandom();
  private final float[] gradient = new float[DIMENSION];
  private final byte[] report = new byte[spec.reportBytes()];

  /** Draws a gradient about ten times as long as the clip. */
  @Setup
  public void drawGradient() {
    SplittableRandom random = new SplittableRandom(1);
    for (int i = 0; i < DIMENSION; i++) {
      gradient[i] = (float) (random.nextGaussian() * 0.003);
    }
    randomizer.randomize(gradient, randomness.openStream(), report);
  }

  /** The product. */
  @Benchmark
  public byte[] gridTable() {
    randomizer.randomize(gradient, randomness.openStream(), report);
    return report;
  }

  /** The JDK's ziggurat over the product's stream. */
  @Benchmark
  public byte[] zigguratOverAesCtr() {
    return roundGaussians(randomness.openStream());
  }

  /** The obvious way. */
  @Benchmark
  public byte[] secureRandomGaussian() {
    return roundGaussians(secureRandom);
  }

  /** The aggregator's part: validate and add one report. */
  @Benchmark
  public boolean aggregate() {
    return aggregate.add(report).isEmpty();
  }

  private byte[] roundGaussians(RandomGenerator random) {
    double squares = 0;
    for (float x : gradient) {
      squares += (double) x * x;
    }
    double scale = spec.gridSteps() / Math.max(Math.sqrt(squares), spec.clip());
    double deviation = spec.grid().deviationInSteps();
    int saturation = spec.grid().saturation();
    for (int i = 0; i < DIMENSION; i++) {
      long noise = Math.round(deviation * random.nextGaussian());
      long y = Math.max(-saturation, Math.min(saturation, (int) (gradient[i] * scale) + noise));
      SHORTS.set(report, ReportFormat.HEADER_BYTES + i * Short.BYTES, (short) y);
    }
    return report;
  }
}
