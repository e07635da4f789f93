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
import org.shuffledcheckin.learning.gradient.Evaluation;
import org.shuffledcheckin.learning.gradient.GradientEngine;
import org.shuffledcheckin.learning.model.ModelSpec;
import org.shuffledcheckin.learning.model.Models;

/**
 * Accuracy and loss over 10,000 images on one core; Deeplearning4j in batches of 256. Run with
 * {@code OMP_NUM_THREADS=1} in the environment, so that Deeplearning4j uses one core too.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.SingleShotTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Warmup(iterations = 2)
@Measurement(iterations = 3)
@Fork(
    value = 1,
    jvmArgsAppend = {
      "--add-modules=jdk.incubator.vector",
      "-Dorg.bytedeco.javacpp.maxphysicalbytes=0"
    })
public class EvaluationBenchmark {
  /** How it is computed. */
  @Param({"dl4j", "plain", "vector"})
  public String engine;

  /** What is computed. */
  @Param({"cnn", "features"})
  public String model;

  private Dataset data;
  private GradientEngine chosen;
  private float[] parameters;

  /** Draws records and loads the engine. */
  @Setup
  public void setUp() {
    data = DrawnDigits.dataset("drawn digits", 10_000, 1);
    ModelSpec spec = Models.named(model, data.shape(), data.classes());
    chosen = Engines.named(engine, spec);
    parameters = Models.initialParameters(spec, 1);
  }

  /** All images once. */
  @Benchmark
  public Evaluation evaluate() {
    return chosen.evaluate(parameters, data);
  }
}
