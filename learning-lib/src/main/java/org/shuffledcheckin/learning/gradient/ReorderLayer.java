package org.shuffledcheckin.learning.gradient;

/** Changes an image from channel by channel to position by position, or back. */
final class ReorderLayer implements KernelLayer {
  private final Grid grid;
  private final boolean toPlanes;
  private final float[] output;
  private final float[] outputGradient;

  private ReorderLayer(Grid grid, boolean toPlanes) {
    this.grid = grid;
    this.toPlanes = toPlanes;
    int size = toPlanes ? grid.positions() * grid.channels() : grid.size();
    this.output = new float[size];
    this.outputGradient = new float[size];
  }

  static ReorderLayer toPlanes(Grid grid) {
    return new ReorderLayer(grid, true);
  }

  static ReorderLayer fromPlanes(Grid grid) {
    return new ReorderLayer(grid, false);
  }

  @Override
  public float[] forward(float[] in) {
    reorder(in, output, toPlanes);
    return output;
  }

  @Override
  public float[] outputGradient() {
    return outputGradient;
  }

  @Override
  public void backward(float[] in, float[] inGradient, float[] gradient) {
    if (inGradient != null) {
      reorder(outputGradient, inGradient, !toPlanes);
    }
  }

  private void reorder(float[] from, float[] to, boolean planes) {
    int plane = 0;
    for (int channel = 0; channel < grid.channels(); channel++) {
      int cell = channel;
      for (int position = 0; position < grid.positions(); position++) {
        if (planes) {
          to[plane] = from[cell];
        } else {
          to[cell] = from[plane];
        }
        plane++;
        cell += grid.stride();
      }
    }
  }
}
