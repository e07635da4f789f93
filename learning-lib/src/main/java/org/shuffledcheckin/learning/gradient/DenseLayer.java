package org.shuffledcheckin.learning.gradient;

import org.shuffledcheckin.learning.model.Activation;
import org.shuffledcheckin.learning.model.ParameterLayout;

/** A fully connected layer. Reads its weights in place: they lie row by row already. */
final class DenseLayer implements KernelLayer {
  private final Kernels kernels;
  private final Activation activation;
  private final ParameterLayout.Block block;
  private final int inputs;
  private final int units;
  private final float[] output;
  private final float[] outputGradient;
  private final SparseRow active;
  private final int[] unitsAt;
  private float[] parameters;

  DenseLayer(Kernels kernels, ParameterLayout.Block block, int inputs, Activation activation) {
    this.kernels = kernels;
    this.activation = activation;
    this.block = block;
    this.inputs = inputs;
    this.units = block.biases();
    this.output = new float[units];
    this.outputGradient = new float[units];
    this.active = new SparseRow(units);
    this.unitsAt = SparseRow.places(block.weightsAt(), units, inputs);
    this.parameters = new float[0];
  }

  int inputs() {
    return inputs;
  }

  int units() {
    return units;
  }

  Activation activation() {
    return activation;
  }

  ParameterLayout.Block block() {
    return block;
  }

  @Override
  public void load(float[] newParameters) {
    parameters = newParameters;
  }

  @Override
  public float[] forward(float[] in) {
    kernels.rowDots(parameters, block.weightsAt(), units, inputs, in, output);
    kernels.add(output, 0, parameters, block.biasesAt(), units);
    NonLinearity.apply(kernels, activation, output, units);
    return output;
  }

  @Override
  public float[] outputGradient() {
    return outputGradient;
  }

  @Override
  public void backward(float[] in, float[] inGradient, float[] gradient) {
    NonLinearity.differentiate(kernels, activation, outputGradient, output, units);
    System.arraycopy(outputGradient, 0, gradient, block.biasesAt(), units);
    kernels.outer(outputGradient, units, in, inputs, gradient, block.weightsAt());
    if (inGradient != null) {
      active.collect(outputGradient, 0, 1, unitsAt);
      active.combine(kernels, parameters, inGradient, 0, inputs);
    }
  }
}
