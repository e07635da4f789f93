package org.shuffledcheckin.benchmarks.accountant;

import java.util.SplittableRandom;
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
import org.shuffledcheckin.accountant.numeric.RealFft;

/** The convolution of two sequences of 4096 values, by Fourier transform and by its definition. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 2, time = 1)
@Measurement(iterations = 3, time = 1)
@Fork(1)
public class FourierBenchmark {
  private static final int LENGTH = 4096;

  private final RealFft fft = new RealFft(2 * LENGTH);
  private final double[] a = random(1);
  private final double[] b = random(2);

  /** Transforms, multiplies and transforms back. */
  @Benchmark
  public double[] byFourierTransform() {
    double[] aRe = new double[LENGTH + 1];
    double[] aIm = new double[LENGTH + 1];
    double[] bRe = new double[LENGTH + 1];
    double[] bIm = new double[LENGTH + 1];
    fft.forward(a, aRe, aIm);
    fft.forward(b, bRe, bIm);
    for (int k = 0; k <= LENGTH; k++) {
      double re = aRe[k] * bRe[k] - aIm[k] * bIm[k];
      aIm[k] = aRe[k] * bIm[k] + aIm[k] * bRe[k];
      aRe[k] = re;
    }
    double[] result = new double[2 * LENGTH];
    fft.inverse(aRe, aIm, result);
    return result;
  }

  /** Sums all products. */
  @Benchmark
  public double[] byDefinition() {
    double[] result = new double[2 * LENGTH];
    for (int i = 0; i < LENGTH; i++) {
      for (int j = 0; j < LENGTH; j++) {
        result[i + j] += a[i] * b[j];
      }
    }
    return result;
  }

  private static double[] random(long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    double[] values = new double[2 * LENGTH];
    for (int i = 0; i < LENGTH; i++) {
      values[i] = random.nextDouble();
    }
    return values;
  }
}
