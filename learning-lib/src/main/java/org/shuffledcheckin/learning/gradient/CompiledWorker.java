package org.shuffledcheckin.learning.gradient;

import static org.shuffledcheckin.accountant.Arguments.requireAtLeast;

import java.util.List;
import java.util.Optional;
import org.shuffledcheckin.learning.model.FeatureExtractor;
import org.shuffledcheckin.learning.model.ModelSpec;

/** Runs the compiled layers of a network forward and backward, one example at a time. */
final class CompiledWorker extends RecordWorker {
  private final ModelSpec model;
  private final KernelLayer[] layers;
  private final float[][] inputs;
  private final Optional<FeatureExtractor> extractor;
  private final float[] features;
  private boolean loaded;

  CompiledWorker(ModelSpec model, List<KernelLayer> layers) {
    super(model);
    this.model = model;
    this.layers = layers.toArray(new KernelLayer[0]);
    this.inputs = new float[layers.size() + 1][];
    this.extractor = model.features().map(map -> map.newExtractor(model.input()));
    this.features = new float[extractor.isPresent() ? model.networkInput().size() : 0];
  }

  @Override
  public void setParameters(float[] parameters) {
    model.requireParameters(parameters);
    for (KernelLayer layer : layers) {
      layer.load(parameters);
    }
    loaded = true;
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
    if (!loaded) {
      throw new IllegalStateException("a worker must be given parameters first");
    }
    inputs[0] = input;
    if (extractor.isPresent()) {
      extractor.get().extract(input, features);
      inputs[0] = features;
    }
    for (int i = 0; i < layers.length; i++) {
      inputs[i + 1] = layers[i].forward(inputs[i]);
    }
    return inputs[layers.length];
  }
}
