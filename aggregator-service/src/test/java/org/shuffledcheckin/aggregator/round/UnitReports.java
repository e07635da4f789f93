package org.shuffledcheckin.aggregator.round;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.shuffledcheckin.aggregator.model.TrainingTask;
import org.shuffledcheckin.aggregator.rpc.WireModel;
import org.shuffledcheckin.learning.data.Shape;
import org.shuffledcheckin.learning.model.Layer;
import org.shuffledcheckin.learning.model.ModelSpec;
import org.shuffledcheckin.learning.optimizer.Averaging;
import org.shuffledcheckin.learning.optimizer.LearningRate;
import org.shuffledcheckin.learning.optimizer.Optimizer;
import org.shuffledcheckin.learning.optimizer.StepRule;
import org.shuffledcheckin.report.ReportFormat;
import org.shuffledcheckin.report.randomizer.GaussianSpec;
import org.shuffledcheckin.report.randomizer.GaussianSumSpec;
import org.shuffledcheckin.report.randomizer.RandomizerSpec;

/**
 * Reports that each carry a unit of their own: report i of round r adds 2^i at place r-1, and the
 * model is minus the sum of everything counted. So a report counted twice, or lost, shows.
 */
final class UnitReports {
  static final ModelSpec MODEL = ModelSpec.of(Shape.flat(1), new Layer.Softmax(16));
  static final int DIMENSION = MODEL.parameterCount();
  static final GaussianSpec RANDOMIZER = randomizer();
  static final GaussianSumSpec SUMMED = new GaussianSumSpec(DIMENSION, 256, 64, 256);

  private UnitReports() {}

  private static GaussianSpec randomizer() {
    int steps = GaussianSpec.withSuitableGrid(DIMENSION, 1, 1).gridSteps();
    return new GaussianSpec(DIMENSION, steps, 1, steps);
  }

  static TrainingTask task() {
    return task(RANDOMIZER);
  }

  static TrainingTask task(RandomizerSpec randomizer) {
    return new TrainingTask(
        MODEL,
        new float[DIMENSION],
        randomizer,
        new StepRule(
            Averaging.EXPECTED_COUNT,
            1,
            1,
            new LearningRate(1, LearningRate.Schedule.CONSTANT, 100),
            new Optimizer.Sgd()),
        new WireModel());
  }

  /** The same in the form that a randomiser asks for. */
  static byte[] report(RandomizerSpec randomizer, long round, int index) {
    return randomizer instanceof GaussianSumSpec ? word(round, 1 << index) : report(round, index);
  }

  /** A report that is only added up. */
  static byte[] word(long round, int value) {
    byte[] report = new byte[SUMMED.reportBytes()];
    ByteBuffer.wrap(report)
        .order(ByteOrder.LITTLE_ENDIAN)
        .putInt((int) (round - 1) % DIMENSION * Integer.BYTES, value);
    return report;
  }

  static byte[] report(long round, int index) {
    return report(round, (short) (1 << index));
  }

  static byte[] report(long round, short value) {
    ReportFormat format = RANDOMIZER.format();
    byte[] report = new byte[format.reportBytes()];
    format.writeHeader(report);
    ByteBuffer.wrap(report)
        .order(ByteOrder.LITTLE_ENDIAN)
        .putShort(ReportFormat.HEADER_BYTES + (int) (round - 1) % DIMENSION * Short.BYTES, value);
    return report;
  }

  /** What the model holds at a round's place when all its reports were counted once. */
  static float committed(int reports) {
    return -((1 << reports) - 1);
  }
}
