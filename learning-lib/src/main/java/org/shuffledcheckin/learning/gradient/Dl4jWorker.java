package org.shuffledcheckin.learning.gradient;

import java.util.Arrays;
import org.deeplearning4j.nn.conf.layers.BaseOutputLayer;
import org.deeplearning4j.nn.conf.layers.ConvolutionLayer;
import org.deeplearning4j.nn.multilayer.MultiLayerNetwork;
import org.nd4j.linalg.api.buffer.DataType;
import org.nd4j.linalg.api.ndarray.INDArray;
import org.nd4j.linalg.factory.Nd4j;
import org.shuffledcheckin.learning.data.Dataset;
import org.shuffledcheckin.learning.data.Shape;
import org.shuffledcheckin.learning.model.Dl4jModels;
import org.shuffledcheckin.learning.model.ModelSpec;

/** One Deeplearning4j network, its input and its labels, for one thread. */
final class Dl4jWorker extends RecordWorker {
  private static final int EVALUATION_BATCH = 256;

  private final MultiLayerNetwork network;
  private final INDArray input;
  private final INDArray labels;
  private final float[] oneHot;

  Dl4jWorker(ModelSpec model) {
    super(model);
    this.network = Dl4jModels.network(model);
    requireClasses();
    network.initGradientsView();
    this.input = newInput(1);
    this.labels = Nd4j.create(DataType.FLOAT, 1, model.classes());
    this.oneHot = new float[model.classes()];
  }

  private void requireClasses() {
    int last = network.getnLayers() - 1;
    long outputs =
        network.getLayer(last).conf().getLayer() instanceof BaseOutputLayer output
            ? output.getNOut()
            : -1;
    if (outputs != model.classes()) {
      throw new IllegalArgumentException(
          "outputs of the network must number %d, got %d".formatted(model.classes(), outputs));
    }
  }

  /** A network whose first layer is a convolution without an unfolding step wants an image. */
  private INDArray newInput(int batch) {
    Shape shape = model.networkInput();
    boolean image =
        network.getLayer(0).conf().getLayer() instanceof ConvolutionLayer
            && network.getLayerWiseConfigurations().getInputPreProcess(0) == null;
    return image
        ? Nd4j.create(DataType.FLOAT, batch, shape.channels(), shape.height(), shape.width())
        : Nd4j.create(DataType.FLOAT, batch, shape.size());
  }

  @Override
  void load(float[] parameters) {
    Dl4jModels.copyInto(network.params(), parameters);
  }

  @Override
  public double lossAndGradient(float[] record, int label, float[] gradientOut) {
    requireExample(record, label, gradientOut);
    Dl4jModels.copyInto(input, networkInput(record));
    Arrays.fill(oneHot, 0f);
    oneHot[label] = 1f;
    Dl4jModels.copyInto(labels, oneHot);
    network.setInput(input);
    network.setLabels(labels);
    network.computeGradientAndScore();
    requireFinite(network.score());
    Dl4jModels.copyFrom(network.getFlattenedGradients(), gradientOut);
    return network.score();
  }

  @Override
  public void probabilities(float[] record, float[] out) {
    requireInput(record);
    Dl4jModels.copyInto(input, networkInput(record));
    INDArray output = network.output(input, false);
    for (int i = 0; i < model.classes(); i++) {
      out[i] = output.getFloat(0, i);
    }
    requireFinite(out[0]);
  }

  Evaluation evaluate(Dataset data) {
    Evaluation.Tally tally = new Evaluation.Tally();
    float[] record = new float[model.inputSize()];
    int width = model.networkInput().size();
    for (int from = 0; from < data.size(); from += EVALUATION_BATCH) {
      int batch = Math.min(EVALUATION_BATCH, data.size() - from);
      float[] inputs = new float[batch * width];
      for (int i = 0; i < batch; i++) {
        data.copyInput(from + i, record);
        System.arraycopy(networkInput(record), 0, inputs, i * width, width);
      }
      INDArray batchInput = newInput(batch);
      Dl4jModels.copyInto(batchInput, inputs);
      float[] probabilities = network.output(batchInput, false).dup('c').data().asFloat();
      for (int i = 0; i < batch; i++) {
        requireFinite(probabilities[i * model.classes()]);
        tally.add(probabilities, i * model.classes(), model.classes(), data.label(from + i));
      }
    }
    return tally.result();
  }
}
