package org.shuffledcheckin.learning.gradient;

import java.util.ArrayList;
import java.util.List;
import org.shuffledcheckin.learning.data.Dataset;
import org.shuffledcheckin.learning.data.Shape;
import org.shuffledcheckin.learning.model.Activation;
import org.shuffledcheckin.learning.model.Layer;
import org.shuffledcheckin.learning.model.ModelSpec;
import org.shuffledcheckin.learning.model.Network;
import org.shuffledcheckin.learning.model.ParameterLayout;

/** Turns a stack of known layers into kernels on flat arrays. Never touches Deeplearning4j. */
final class CompiledEngine implements GradientEngine {
  private final ModelSpec model;
  private final Network.Layers network;
  private final String name;
  private final Kernels kernels;

  CompiledEngine(ModelSpec model, String name, Kernels kernels) {
    if (!(model.network() instanceof Network.Layers known)) {
      throw new IllegalArgumentException(
          "a network of layers only Deeplearning4j knows cannot be compiled");
    }
    this.model = model;
    this.network = known;
    this.name = name;
    this.kernels = kernels;
  }

  @Override
  public ModelSpec model() {
    return model;
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public Evaluation evaluate(float[] parameters, Dataset data) {
    RecordWorker.requireData(model, data);
    return new CompiledEvaluation(model, kernels, compile()).run(parameters, data);
  }

  @Override
  public GradientWorker newWorker() {
    return new CompiledWorker(model, compile());
  }

  private List<KernelLayer> compile() {
    ParameterLayout layout = ParameterLayout.of(network, model.networkInput());
    List<KernelLayer> compiled = new ArrayList<>();
    List<Shape> shapes = network.shapes(model.networkInput());
    Grid grid = Grid.unpadded(shapes.get(0));
    boolean planar = true;
    for (int i = 0; i < network.layers().size(); i++) {
      Layer layer = network.layers().get(i);
      boolean wantsPlanes = layer instanceof Layer.Dense || layer instanceof Layer.Softmax;
      if (planar != wantsPlanes && !grid.isPlanar()) {
        compiled.add(wantsPlanes ? ReorderLayer.toPlanes(grid) : ReorderLayer.fromPlanes(grid));
      }
      Grid out =
          wantsPlanes ? Grid.unpadded(shapes.get(i + 1)) : outGrid(layer, grid, shapes.get(i + 1));
      compiled.add(compile(layer, layout.block(i), grid, out));
      planar = wantsPlanes;
      grid = out;
    }
    return compiled;
  }

  /** A convolution chooses its padding; a pool keeps the one it is given. */
  private Grid outGrid(Layer layer, Grid in, Shape shape) {
    return layer instanceof Layer.Convolution
        ? Grid.padded(shape, kernels.panel())
        : new Grid(shape.height(), shape.width(), shape.channels(), in.stride());
  }

  private KernelLayer compile(Layer layer, ParameterLayout.Block block, Grid in, Grid out) {
    int inputs = in.positions() * in.channels();
    if (layer instanceof Layer.Convolution convolution) {
      return new ConvolutionLayer(kernels, convolution, block, in, out);
    } else if (layer instanceof Layer.MaxPool pool) {
      return new MaxPoolLayer(kernels, pool, in, out);
    } else if (layer instanceof Layer.Dense dense) {
      return new DenseLayer(kernels, block, inputs, dense.activation());
    }
    return new DenseLayer(kernels, block, inputs, Activation.IDENTITY);
  }
}
