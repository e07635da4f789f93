package org.shuffledcheckin.learning.gradient;

/**
 * A fully connected layer over several examples at once, forward only. A single example reads every
 * weight for one multiplication; a batch reads it once for all of them.
 */
final class DenseBatch {
  private final Kernels kernels;
  private final DenseLayer layer;
  private final int inner;
  private final int width;
  private final float[] weights;
  private final float[] biases;
  private final float[] output;

  DenseBatch(Kernels kernels, DenseLayer layer, int capacity) {
    this.kernels = kernels;
    this.layer = layer;
    this.inner = Grid.roundUp(layer.inputs(), 2);
    this.width = Grid.roundUp(layer.units(), kernels.panel());
    this.weights = new float[inner * width];
    this.biases = new float[width];
    this.output = new float[capacity * width];
  }

  /** How many numbers of a row are read; those beyond the inputs must be finite. */
  int inner() {
    return inner;
  }

  /** How far rows of the output lie apart. */
  int width() {
    return width;
  }

  void load(float[] parameters) {
    int inputs = layer.inputs();
    int weightsAt = layer.block().weightsAt();
    for (int unit = 0; unit < layer.units(); unit++) {
      for (int i = 0; i < inputs; i++) {
        weights[kernels.packedIndex(i, unit, inner)] = parameters[weightsAt + unit * inputs + i];
      }
    }
    System.arraycopy(parameters, layer.block().biasesAt(), biases, 0, layer.units());
  }

  /** Returns the outputs of the rows of {@code in}; the array is reused by the next call. */
  float[] forward(float[] in, int[] rowsAt, int rows) {
    kernels.multiply(in, rowsAt, rows, inner, weights, width, biases, output);
    NonLinearity.apply(kernels, layer.activation(), output, rows * width);
    return output;
  }
}
