package org.shuffledcheckin.client.training;

import org.shuffledcheckin.learning.gradient.GradientWorker;

/** The mean gradient over a client's records of a model on fixed features. */
final class FeatureGradient implements ClientValue {
  private final ClientData data;
  private final FeatureCache.Reader features;
  private final GradientWorker worker;
  private final float[] single;

  FeatureGradient(
      ClientData data, FeatureCache.Reader features, GradientWorker worker, int parameters) {
    this.data = data;
    this.features = features;
    this.worker = worker;
    this.single = new float[parameters];
  }

  @Override
  public void compute(int client, float[] out) {
    int records = data.partition().recordCount(client);
    gradient(client, 0, out);
    for (int i = 1; i < records; i++) {
      gradient(client, i, single);
      for (int j = 0; j < out.length; j++) {
        out[j] += single[j];
      }
    }
    if (records > 1) {
      float share = 1f / records;
      for (int j = 0; j < out.length; j++) {
        out[j] *= share;
      }
    }
  }

  private void gradient(int client, int index, float[] out) {
    int record = data.partition().record(client, index);
    double unused = worker.lossAndGradient(features.of(record), data.data().label(record), out);
  }
}
