package org.shuffledcheckin.learning.gradient;

/** One layer of a compiled network, with the memory for one example. */
interface KernelLayer {
  /** Takes over new parameters, where the layer has any. */
  default void load(float[] parameters) {}

  /** Returns the layer's output for {@code in}; the array is reused by the next call. */
  float[] forward(float[] in);

  /** Returns where the next layer writes the gradient of this layer's output. */
  float[] outputGradient();

  /**
   * Writes this layer's part of {@code gradient}, and the gradient of its input.
   *
   * @param in the input of the last forward pass
   * @param inGradient overwritten, or null where nobody needs it
   */
  void backward(float[] in, float[] inGradient, float[] gradient);
}
