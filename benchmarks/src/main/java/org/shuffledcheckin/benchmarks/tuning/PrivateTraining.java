package org.shuffledcheckin.benchmarks.tuning;

import java.util.SplittableRandom;
import org.shuffledcheckin.learning.data.Dataset;
import org.shuffledcheckin.learning.gradient.Evaluation;
import org.shuffledcheckin.learning.gradient.GradientEngine;
import org.shuffledcheckin.learning.gradient.GradientEngines;
import org.shuffledcheckin.learning.gradient.GradientWorker;
import org.shuffledcheckin.learning.model.ModelSpec;
import org.shuffledcheckin.learning.model.Models;

/**
 * Simulates training by shuffled check-ins with one record per client: Poisson check-in, clipping,
 * Gaussian noise on every report, momentum with a step that falls linearly to 0. The noise of a
 * round is drawn once, with the variance of the sum, which has the same law. For choosing settings
 * only: its randomness is not cryptographic and protects nobody.
 *
 * @param population clients the mean is taken for; more than there are records when tuning on a
 *     part of the training data, so that noise and signal stand as they will in the end
 * @param checkInRate expected reports of a client per round
 * @param rounds how many rounds
 * @param noiseMultiplier standard deviation of a report's noise, in units of the clipping size
 * @param clip largest norm of a gradient
 * @param step first step size
 * @param momentum how much of the last direction is kept
 */
record PrivateTraining(
    int population,
    double checkInRate,
    int rounds,
    double noiseMultiplier,
    double clip,
    double step,
    double momentum) {
  /** Trains on {@code train} and returns how the last model does on {@code test}. */
  Evaluation run(ModelSpec model, Dataset train, Dataset test, long seed) {
    GradientEngine engine = GradientEngines.forModel(model);
    GradientWorker worker = engine.newWorker();
    SplittableRandom random = new SplittableRandom(seed);
    float[] parameters = Models.initialParameters(model, seed);
    float[] direction = new float[parameters.length];
    for (int round = 0; round < rounds; round++) {
      worker.setParameters(parameters);
      float[] mean = roundMean(worker, train, parameters.length, random);
      float rate = (float) (step * (1 - (double) round / rounds));
      for (int i = 0; i < parameters.length; i++) {
        direction[i] = (float) momentum * direction[i] + mean[i];
        parameters[i] -= rate * direction[i];
      }
    }
    return engine.evaluate(parameters, test);
  }

  private float[] roundMean(
      GradientWorker worker, Dataset train, int length, SplittableRandom random) {
    float[] sum = new float[length];
    float[] gradient = new float[length];
    float[] record = new float[train.shape().size()];
    double rate = checkInRate * population / train.size();
    int reports = 0;
    for (int i = 0; i < train.size(); i++) {
      int copies = poisson(rate, random);
      if (copies > 0) {
        train.copyInput(i, record);
        worker.lossAndGradient(record, train.label(i), gradient);
        add(sum, gradient, copies * clipFactor(gradient));
        reports += copies;
      }
    }
    double deviation = noiseMultiplier * clip * Math.sqrt(reports);
    double scale = 1 / (population * checkInRate * clip);
    for (int i = 0; i < length; i++) {
      sum[i] = (float) ((sum[i] + deviation * random.nextGaussian()) * scale);
    }
    return sum;
  }

  private float clipFactor(float[] gradient) {
    double square = 0;
    for (float value : gradient) {
      square += (double) value * value;
    }
    return (float) Math.min(1, clip / Math.sqrt(square));
  }

  private static void add(float[] sum, float[] gradient, float factor) {
    for (int i = 0; i < sum.length; i++) {
      sum[i] += factor * gradient[i];
    }
  }

  private static int poisson(double rate, SplittableRandom random) {
    double left = random.nextDouble();
    double probability = Math.exp(-rate);
    int count = 0;
    while (left >= probability && count < 16) {
      left -= probability;
      count++;
      probability *= rate / count;
    }
    return count;
  }
}
