package org.shuffledcheckin.client.training;

import java.util.Optional;
import org.shuffledcheckin.learning.data.Dataset;
import org.shuffledcheckin.learning.gradient.GradientEngine;
import org.shuffledcheckin.learning.gradient.GradientWorker;
import org.shuffledcheckin.report.randomizer.Input;
import org.shuffledcheckin.report.randomizer.LocalRandomizer;

/**
 * What clients do with their records in one round: compute a value and randomise it. Pure: no
 * transport, no sealing, no storage, and with the same randomness the same reports, whatever the
 * number of threads. Safe for several threads, each with a worker of its own.
 */
public final class LocalTask {
  private final ClientData data;
  private final LocalRandomizer randomizer;
  private final Optional<Gradients> gradients;

  /**
   * How gradients are computed.
   *
   * @param engine of the model without its fixed features
   * @param model where they are taken
   * @param inputs the records, or their fixed features
   */
  record Gradients(GradientEngine engine, TrainingModel model, Dataset inputs) {}

  LocalTask(ClientData data, LocalRandomizer randomizer, Optional<Gradients> gradients) {
    this.data = data;
    this.randomizer = randomizer;
    this.gradients = gradients;
  }

  /** Makes a worker with scratch memory of its own, for one thread. */
  public ReportWorker newWorker() {
    return new ReportWorker(randomizer, value());
  }

  private ClientValue value() {
    if (gradients.isPresent()) {
      return gradient(gradients.get());
    }
    return randomizer.spec().kind().input() == Input.CATEGORY
        ? (client, out) -> out[0] = category(client, randomizer.spec().dimension())
        : (client, out) -> out[0] = (float) mean(client);
  }

  private ClientValue gradient(Gradients by) {
    GradientWorker worker = by.engine().newWorker();
    worker.setParameters(by.model().parameters());
    return (client, out) ->
        worker.clientLossAndGradient(by.inputs(), data.partition(), client, out);
  }

  /** The category of the client's first record; one out of range counts as the nearest. */
  private float category(int client, int categories) {
    double value = data.measurement().of(data.data(), data.partition().record(client, 0));
    return (float) Math.max(0, Math.min(categories - 1, Math.floor(value)));
  }

  private double mean(int client) {
    int records = data.partition().recordCount(client);
    double sum = 0;
    for (int i = 0; i < records; i++) {
      sum += data.measurement().of(data.data(), data.partition().record(client, i));
    }
    return sum / records;
  }
}
