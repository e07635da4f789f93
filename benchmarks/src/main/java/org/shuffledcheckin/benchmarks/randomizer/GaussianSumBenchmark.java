package org.shuffledcheckin.benchmarks.randomizer;

import java.util.SplittableRandom;
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
import org.shuffledcheckin.report.noise.DiscreteGaussian;
import org.shuffledcheckin.report.noise.ReportRandomness;
import org.shuffledcheckin.report.noise.SecureReportRandomness;
import org.shuffledcheckin.report.randomizer.GaussianSumSpec;
import org.shuffledcheckin.report.randomizer.LocalRandomizer;
import org.shuffledcheckin.report.sum.RoundMasks;
import org.shuffledcheckin.report.sum.WordSum;

/**
 * One report of 26,010 coordinates of distributed check-in, by its parts: on the client noise,
 * report, mask; on the shuffler adding a share; on the aggregator expanding a seed. Beside {@link
 * GaussianReportBenchmark}, which is the shuffled form.
 */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(1)
@State(Scope.Thread)
public class GaussianSumBenchmark {
  private static final int DIMENSION = 26_010;
  private static final int CHUNK = 2048;

  /** The noise of one report in steps of the grid. */
  @Param({"16", "276", "2048"})
  public double noiseSteps;

  private final ReportRandomness randomness = new SecureReportRandomness();
  private final RoundMasks masks = new RoundMasks(new byte[48]);
  private final WordSum sum = new WordSum(DIMENSION);
  private final byte[] seed = new byte[RoundMasks.SEED_BYTES];
  private final float[] gradient = new float[DIMENSION];
  private final byte[] report = new byte[DIMENSION * Integer.BYTES];
  private final byte[] bits = new byte[CHUNK * Integer.BYTES];
  private final int[] noise = new int[CHUNK];
  private DiscreteGaussian gaussian;
  private LocalRandomizer randomizer;

  /** Draws a gradient about ten times as long as the clip. */
  @Setup
  public void drawGradient() {
    SplittableRandom random = new SplittableRandom(1);
    for (int i = 0; i < DIMENSION; i++) {
      gradient[i] = (float) (random.nextGaussian() * 0.003);
    }
    gaussian = DiscreteGaussian.of(noiseSteps);
    randomizer = new GaussianSumSpec(DIMENSION, 0.05, noiseSteps, 4096).newRandomizer();
  }

  /** Noise alone, key stream included, for 13 chunks: 26,624 draws. */
  @Benchmark
  public int[] noise() {
    var stream = randomness.openStream();
    for (int from = 0; from < DIMENSION; from += CHUNK) {
      gaussian.draw(stream, bits, noise, CHUNK);
    }
    return noise;
  }

  /** Clip, noise and encoding. */
  @Benchmark
  public byte[] report() {
    randomizer.randomize(gradient, randomness.openStream(), report);
    return report;
  }

  /** The same, and the share. */
  @Benchmark
  public byte[] reportAndShare() {
    var stream = randomness.openStream();
    randomizer.randomize(gradient, stream, report);
    stream.nextBytes(seed);
    masks.subtractFrom(report, seed);
    return report;
  }

  /** A report minus its mask. */
  @Benchmark
  public byte[] subtractMask() {
    masks.subtractFrom(report, seed);
    return report;
  }

  /** The shuffler's part: adds a share. */
  @Benchmark
  public WordSum addShare() {
    sum.add(report, 0);
    return sum;
  }

  /** The aggregator's part: expands a seed and adds its mask. */
  @Benchmark
  public WordSum addMask() {
    masks.addTo(sum, seed);
    return sum;
  }
}
