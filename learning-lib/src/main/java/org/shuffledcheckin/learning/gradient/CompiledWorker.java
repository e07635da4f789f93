package org.shuffledcheckin.learning.gradient;

import static org.shuffledcheckin.accountant.Arguments.requireAtLeast;

import java.util.List;
import org.shuffledcheckin.learning.model.ModelSpec;

/** Runs the compiled layers of a network forward and backward, one example at a time. */
final class CompiledWorker extends RecordWorker {
  private final KernelLayer[] layers;
  private final float[][] inputs;

  CompiledWorker(ModelSpec model, List<KernelLayer> layers) {
    super(model);
    this.layers = layers.toArray(new KernelLayer[0]);
    this.inputs = new float[layers.size() + 1][];
  }

  @Override
  void load(float[] parameters) {
    for (KernelLayer layer : layers) {
      layer.load(parameters);
    }
  }

  @Override
  public double lossAndGradient(float[] input, int label, float[] gradientOut) {
    requireExample(input, label, gradientOut);
    float[] scores = forward(input);
    float[] outputGradient = layers[layers.length - 1].outputGradient();
    SoftmaxHead.probabilities(scores, 0, model.classes(), outputGradient);
    double loss = SoftmaxHead.lossAndGradient(outputGradient, label);
    requireFinite(loss);
    for (int i = layers.length - 1; i >= 0; i--) {
      float[] inGradient = i == 0 ? null : layers[i - 1].outputGradient();
      layers[i].backward(inputs[i], inGradient, gradientOut);
    }
    return loss;
  }

  @Override
  public void probabilities(float[] input, float[] out) {
    requireInput(input);
    requireAtLeast("room for probabilities", out.length, model.classes());
    SoftmaxHead.probabilities(forward(input), 0, model.classes(), out);
    requireFinite(out[0]);
  }

  private float[] forward(float[] input) {
    inputs[0] = networkInput(input);
    for (int i = 0; i < layers.length; i++) {
      inputs[i + 1] = layers[i].forward(inputs[i]);
    }
    return inputs[layers.length];
  }
}
