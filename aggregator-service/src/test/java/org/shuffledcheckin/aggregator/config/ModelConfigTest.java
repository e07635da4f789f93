package org.shuffledcheckin.aggregator.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.deeplearning4j.nn.conf.MultiLayerConfiguration;
import org.deeplearning4j.nn.conf.NeuralNetConfiguration;
import org.deeplearning4j.nn.conf.layers.DenseLayer;
import org.deeplearning4j.nn.conf.layers.OutputLayer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.nd4j.linalg.activations.Activation;
import org.nd4j.linalg.lossfunctions.LossFunctions;
import org.shuffledcheckin.learning.model.Network;

/** Models that a user brings. */
class ModelConfigTest {
  @TempDir Path folder;

  private Path file(Activation activation) throws IOException {
    MultiLayerConfiguration network =
        new NeuralNetConfiguration.Builder()
            .list()
            .layer(new DenseLayer.Builder().nIn(4).nOut(5).activation(activation).build())
            .layer(
                new OutputLayer.Builder(LossFunctions.LossFunction.MCXENT)
                    .nIn(5)
                    .nOut(3)
                    .activation(Activation.SOFTMAX)
                    .build())
            .build();
    return Files.writeString(folder.resolve("model.json"), network.toJson());
  }

  private static ModelConfig of(Path file, String input, int classes) {
    return new ModelConfig(Optional.empty(), Optional.of(file), input, classes, 1);
  }

  @Test
  void spec_fileOfKnownLayers_isCompiled() throws IOException {
    ModelConfig model = of(file(Activation.TANH), "4", 3);
    assertThat(model.spec().network()).isInstanceOf(Network.Layers.class);
    assertThat(model.spec().parameterCount()).isEqualTo(4 * 5 + 5 + 5 * 3 + 3);
    assertThat(model.initialParameters()).hasSize(43).isEqualTo(model.initialParameters());
    assertThat(model.title()).isEqualTo("model.json");
  }

  @Test
  void spec_fileOfOtherLayers_staysWithDeeplearning4j() throws IOException {
    ModelConfig model = of(file(Activation.SWISH), "4", 3);
    assertThat(model.spec().network()).isInstanceOf(Network.Foreign.class);
    assertThat(model.initialParameters()).hasSize(43).isEqualTo(model.initialParameters());
  }

  @Test
  void constructor_whatDoesNotFit_isRefusedByName() throws IOException {
    Path file = file(Activation.RELU);
    assertThatThrownBy(() -> of(file, "4", 2))
        .hasMessageContaining("model.json: outputs must number 2 like classes, got 3");
    assertThatThrownBy(() -> of(file, "7", 3)).hasMessageContaining("model.json: ");
    assertThatThrownBy(() -> of(folder.resolve("none"), "4", 3))
        .hasMessageContaining("model file cannot be read");
    assertThatThrownBy(() -> of(Files.writeString(folder.resolve("x"), "{"), "4", 3))
        .hasMessageContaining("well-formed JSON");
    assertThatThrownBy(() -> new ModelConfig(Optional.of("mlp"), Optional.of(file), "4", 3, 1))
        .hasMessageContaining("either name or file");
  }
}
