package org.shuffledcheckin.benchmarks.gradient;

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
import org.shuffledcheckin.learning.data.Dataset;
import org.shuffledcheckin.learning.data.DrawnDigits;
import org.shuffledcheckin.learning.gradient.GradientEngine;
import org.shuffledcheckin.learning.gradient.GradientWorker;
import org.shuffledcheckin.learning.model.ModelSpec;
import org.shuffledcheckin.learning.model.Models;

/**
 * Loss and gradient of one example on one core. Run with {@code OMP_NUM_THREADS=1} in the
 * environment, so that Deeplearning4j uses one core too.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 4, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(
    value = 1,
    jvmArgsAppend = {
      "--add-modules=jdk.incubator.vector",
      "-Dorg.bytedeco.javacpp.maxphysicalbytes=0",
      "-Dorg.bytedeco.javacpp.nopointergc=true"
    })
public class GradientBenchmark {
  private static final int RECORDS = 1 << 10;

  /** How it is computed. */
  @Param({"dl4j", "plain", "vector"})
  public String engine;

  /** What is computed. */
  @Param({"cnn", "features", "softmax", "mlp"})
  public String model;

  private float[][] records;
  private int[] labels;
  private float[] gradient;
  private GradientWorker worker;
  private int next;

  /** Draws records and loads the engine. */
  @Setup
  public void setUp() {
    Dataset data = DrawnDigits.dataset("drawn digits", RECORDS, 1);
    ModelSpec spec = Models.named(model, data.shape(), data.classes());
    GradientEngine chosen = Engines.named(engine, spec);
    records = new float[RECORDS][spec.inputSize()];
    labels = new int[RECORDS];
    for (int i = 0; i < RECORDS; i++) {
      data.copyInput(i, records[i]);
      labels[i] = data.label(i);
    }
    gradient = new float[spec.parameterCount()];
    worker = chosen.newWorker();
    worker.setParameters(Models.initialParameters(spec, 1));
  }

  /** One example, another one each time. */
  @Benchmark
  public double lossAndGradient() {
    next = (next + 1) & (RECORDS - 1);
    return worker.lossAndGradient(records[next], labels[next], gradient);
  }
}
