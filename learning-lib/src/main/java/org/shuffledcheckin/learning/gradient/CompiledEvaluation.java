package org.shuffledcheckin.learning.gradient;

import java.util.List;
import java.util.Optional;
import org.shuffledcheckin.learning.data.Dataset;
import org.shuffledcheckin.learning.model.FeatureExtractor;
import org.shuffledcheckin.learning.model.ModelSpec;

/**
 * Runs a compiled network forward over a data set: image layers one example at a time, whose memory
 * then stays close, and the fully connected layers at the end in batches.
 */
final class CompiledEvaluation {
  private static final int BATCH = 16;

  private final ModelSpec model;
  private final KernelLayer[] trunk;
  private final DenseBatch[] head;
  private final int[][] rowsAt;
  private final float[] batch;
  private final Optional<FeatureExtractor> extractor;
  private final float[] input;
  private final float[] features;

  CompiledEvaluation(ModelSpec model, Kernels kernels, List<KernelLayer> layers) {
    this.model = model;
    int first = layers.size();
    while (first > 0 && layers.get(first - 1) instanceof DenseLayer) {
      first--;
    }
    this.trunk = layers.subList(0, first).toArray(new KernelLayer[0]);
    this.head =
        layers.subList(first, layers.size()).stream()
            .map(layer -> new DenseBatch(kernels, (DenseLayer) layer, BATCH))
            .toArray(DenseBatch[]::new);
    this.rowsAt = new int[head.length + 1][];
    rowsAt[0] = SparseRow.places(0, BATCH, head[0].inner());
    for (int i = 0; i < head.length; i++) {
      rowsAt[i + 1] = SparseRow.places(0, BATCH, head[i].width());
    }
    this.batch = new float[BATCH * head[0].inner()];
    this.extractor = model.features().map(map -> map.newExtractor(model.input()));
    this.input = new float[model.inputSize()];
    this.features = new float[model.networkInput().size()];
  }

  Evaluation run(float[] parameters, Dataset data) {
    load(parameters);
    Evaluation.Tally tally = new Evaluation.Tally();
    float[] probabilities = new float[model.classes()];
    for (int from = 0; from < data.size(); from += BATCH) {
      int rows = Math.min(BATCH, data.size() - from);
      for (int row = 0; row < rows; row++) {
        float[] last = throughTrunk(data, from + row);
        System.arraycopy(last, 0, batch, rowsAt[0][row], Math.min(last.length, head[0].inner()));
      }
      float[] scores = batch;
      for (int i = 0; i < head.length; i++) {
        scores = head[i].forward(scores, rowsAt[i], rows);
      }
      for (int row = 0; row < rows; row++) {
        SoftmaxHead.probabilities(scores, rowsAt[head.length][row], model.classes(), probabilities);
        RecordWorker.requireFinite(probabilities[0]);
        tally.add(probabilities, 0, model.classes(), data.label(from + row));
      }
    }
    return tally.result();
  }

  private void load(float[] parameters) {
    model.requireParameters(parameters);
    for (KernelLayer layer : trunk) {
      layer.load(parameters);
    }
    for (DenseBatch layer : head) {
      layer.load(parameters);
    }
  }

  /** A data set's numbers are finite, so that they are not looked at again. */
  private float[] throughTrunk(Dataset data, int record) {
    data.copyInput(record, input);
    float[] values = input;
    if (extractor.isPresent()) {
      extractor.get().extract(input, features);
      values = features;
    }
    for (KernelLayer layer : trunk) {
      values = layer.forward(values);
    }
    return values;
  }
}
