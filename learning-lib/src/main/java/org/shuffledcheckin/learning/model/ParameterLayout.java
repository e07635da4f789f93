package org.shuffledcheckin.learning.model;

import java.util.ArrayList;
import java.util.List;
import org.shuffledcheckin.learning.data.Shape;

/** Says where the parameters of each layer lie in the flat array, in Deeplearning4j's order. */
public final class ParameterLayout {
  /**
   * Where one layer's parameters lie.
   *
   * @param weightsAt index of the first weight
   * @param weights how many weights
   * @param biasesAt index of the first bias
   * @param biases how many biases
   */
  public record Block(int weightsAt, int weights, int biasesAt, int biases) {}

  private final List<Block> blocks;

  private ParameterLayout(List<Block> blocks) {
    this.blocks = blocks;
  }

  /** Returns the layout of {@code network} on {@code input}. */
  public static ParameterLayout of(Network.Layers network, Shape input) {
    List<Block> blocks = new ArrayList<>();
    List<Shape> shapes = network.shapes(input);
    int offset = 0;
    for (int i = 0; i < network.layers().size(); i++) {
      Layer layer = network.layers().get(i);
      int weights = Math.toIntExact(layer.weights(shapes.get(i)));
      int biases = layer.biases();
      boolean biasFirst = layer instanceof Layer.Convolution;
      int weightsAt = biasFirst ? offset + biases : offset;
      int biasesAt = biasFirst ? offset : offset + weights;
      blocks.add(new Block(weightsAt, weights, biasesAt, biases));
      offset += weights + biases;
    }
    return new ParameterLayout(List.copyOf(blocks));
  }

  /** Returns where the parameters of layer {@code index} lie. */
  public Block block(int index) {
    return blocks.get(index);
  }
}
