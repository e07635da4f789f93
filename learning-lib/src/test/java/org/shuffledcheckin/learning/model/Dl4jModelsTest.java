package org.shuffledcheckin.learning.model;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Collections;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import java.util.zip.ZipOutputStream;
import org.deeplearning4j.nn.conf.NeuralNetConfiguration;
import org.deeplearning4j.nn.conf.layers.DenseLayer;
import org.deeplearning4j.nn.conf.layers.OutputLayer;
import org.deeplearning4j.nn.multilayer.MultiLayerNetwork;
import org.deeplearning4j.util.ModelSerializer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.nd4j.linalg.activations.Activation;
import org.nd4j.linalg.lossfunctions.LossFunctions;
import org.shuffledcheckin.learning.data.Shape;
import org.shuffledcheckin.learning.gradient.GradientEngine;
import org.shuffledcheckin.learning.gradient.GradientEngines;
import org.shuffledcheckin.learning.gradient.GradientWorker;

final class Dl4jModelsTest {
  private static final Shape MNIST = new Shape(1, 28, 28);

  @TempDir Path folder;

  @ParameterizedTest
  @ValueSource(strings = {"cnn", "softmax", "mlp", "features"})
  void fromJson_configurationOfNamedModel_isRecognised(String name) {
    ModelSpec model = Models.named(name, MNIST, 10);
    String json = Dl4jConfigurations.configuration(model).toJson();
    ModelSpec inner = model.withoutFeatures();
    assertThat(Dl4jConfigurations.fromJson(json, inner.input(), Optional.empty())).isEqualTo(inner);
    assertThat(Dl4jConfigurations.fromJson(json, MNIST, model.features())).isEqualTo(model);
  }

  @ParameterizedTest
  @ValueSource(strings = {"cnn", "softmax", "mlp", "features"})
  void save_namedModel_isLoadedByUsAndByDeeplearning4j(String name) throws IOException {
    ModelSpec model = Models.named(name, MNIST, 10);
    float[] parameters = Models.initialParameters(model, 3);
    parameters[parameters.length - 1] = 0.5f;
    Path file = folder.resolve("model.zip");
    Dl4jModels.save(model, parameters, file);

    Dl4jModels.Saved saved = Dl4jModels.load(file, MNIST);
    assertThat(saved.spec()).isEqualTo(model);
    assertThat(saved.parameters()).containsExactly(parameters);
    MultiLayerNetwork theirs = ModelSerializer.restoreMultiLayerNetwork(file.toFile(), false);
    assertThat(Dl4jModels.parameters(theirs)).containsExactly(parameters);
    try (var files = Files.list(folder)) {
      assertThat(files).containsExactly(file);
    }
  }

  @Test
  void load_zipOfDeeplearning4jsOwn_isRecognised() throws IOException {
    ModelSpec mlp = Models.named("mlp", MNIST, 10);
    float[] parameters = Dl4jModels.initialParameters(mlp, 5);
    Path file = folder.resolve("theirs.zip");
    ModelSerializer.writeModel(Dl4jModels.network(mlp, parameters), file.toFile(), true);
    Dl4jModels.Saved saved = Dl4jModels.load(file, MNIST);
    assertThat(saved.spec()).isEqualTo(mlp);
    assertThat(saved.parameters()).containsExactly(parameters);
  }

  @Test
  void load_brokenFile_isOneClearSentence() throws IOException {
    Path text = Files.writeString(folder.resolve("text.zip"), "no zip at all");
    assertThatThrownBy(() -> Dl4jModels.load(text, MNIST))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("text.zip must be a readable zip of a network");
    assertThatThrownBy(() -> Dl4jModels.load(folder.resolve("none.zip"), MNIST))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("model file must exist");
    Path whole = folder.resolve("whole.zip");
    Dl4jModels.save(Models.named("softmax", MNIST, 10), new float[7850], whole);
    byte[] bytes = Files.readAllBytes(whole);
    Path cut = Files.write(folder.resolve("cut.zip"), java.util.Arrays.copyOf(bytes, 900));
    assertThatThrownBy(() -> Dl4jModels.load(cut, MNIST))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void load_strangeClassBesideATextOfOurs_isRefusedBeforeItIsLoaded() throws IOException {
    Path evil =
        altered(
            "configuration.json",
            bytes ->
                new String(bytes, UTF_8)
                    .replaceFirst(
                        "org\\.nd4j\\.linalg\\.activations\\.impl\\.\\w+", "javax.script.Evil")
                    .getBytes(UTF_8));
    assertThatThrownBy(() -> Dl4jModels.load(evil, MNIST))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageEndingWith("must be Deeplearning4j's own, got javax.script.Evil");
  }

  @Test
  void load_entriesBeyondTheirBounds_areRefusedBeforeTheyAreInflated() throws IOException {
    byte[] padding = new byte[ModelSpec.MAX_TEXT];
    Path text = altered("checkin-model.json", bytes -> concat(bytes, padding));
    assertThatThrownBy(() -> Dl4jModels.load(text, MNIST))
        .hasMessageContaining("must have at most 1048576 bytes");
    Path configuration = altered("configuration.json", bytes -> concat(bytes, padding));
    assertThatThrownBy(() -> Dl4jModels.load(configuration, MNIST))
        .hasMessageContaining("must have at most 1048576 bytes");
    Path claim =
        altered(
            "coefficients.bin",
            bytes -> {
              int length = new String(bytes, ISO_8859_1).indexOf("FLOAT") - 10;
              java.nio.ByteBuffer.wrap(bytes).putLong(length, 1L << 40);
              return bytes;
            });
    assertThatThrownBy(() -> Dl4jModels.load(claim, MNIST))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("must be 7850 to 7850 of type FLOAT, got 1099511627776");
    Path few = altered("coefficients.bin", bytes -> Arrays.copyOf(bytes, bytes.length - 1));
    assertThatThrownBy(() -> Dl4jModels.load(few, MNIST))
        .hasMessageContaining("must hold all parameters, got fewer");
    Path many = folder.resolve("many.zip");
    try (ZipOutputStream out = new ZipOutputStream(Files.newOutputStream(many))) {
      for (int i = 0; i < 17; i++) {
        out.putNextEntry(new ZipEntry("entry-" + i));
      }
    }
    assertThatThrownBy(() -> Dl4jModels.load(many, MNIST))
        .hasMessageContaining("must have at most 16 entries, got 17");
  }

  @Test
  void load_textOfAnotherModel_isRefused() throws IOException {
    byte[] other = Models.named("mlp", MNIST, 10).toJson().getBytes(UTF_8);
    Path file = altered("checkin-model.json", bytes -> other);
    assertThatThrownBy(() -> Dl4jModels.load(file, MNIST))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("describes another");
  }

  /** A saved model with one entry changed. */
  private Path altered(String name, UnaryOperator<byte[]> change) throws IOException {
    Path saved = folder.resolve("saved.zip");
    Dl4jModels.save(Models.named("softmax", MNIST, 10), new float[7850], saved);
    Path file = Files.createTempFile(folder, "altered", ".zip");
    try (ZipFile from = new ZipFile(saved.toFile());
        ZipOutputStream out = new ZipOutputStream(Files.newOutputStream(file))) {
      for (ZipEntry entry : Collections.list(from.entries())) {
        byte[] bytes = from.getInputStream(entry).readAllBytes();
        out.putNextEntry(new ZipEntry(entry.getName()));
        out.write(entry.getName().equals(name) ? change.apply(bytes) : bytes);
      }
    }
    return file;
  }

  private static byte[] concat(byte[] first, byte[] second) {
    return java.nio.ByteBuffer.allocate(first.length + second.length)
        .put(first)
        .put(second)
        .array();
  }

  @Test
  void fromJson_unknownActivation_staysWithDeeplearning4j() {
    ModelSpec model = Dl4jConfigurations.fromJson(softplusJson(), Shape.flat(5), Optional.empty());
    assertThat(model.network()).isInstanceOf(Network.Foreign.class);
    assertThat(model.parameterCount()).isEqualTo(5 * 4 + 4 + 4 * 3 + 3);
    assertThat(model.classes()).isEqualTo(3);
    assertThat(ModelSpec.parse(model.toJson())).isEqualTo(model);

    GradientEngine engine = GradientEngines.forModel(model);
    assertThat(engine.name()).isEqualTo("dl4j");
    GradientWorker worker = engine.newWorker();
    float[] parameters = Dl4jModels.initialParameters(model, 1);
    worker.setParameters(parameters);
    float[] gradient = new float[parameters.length];
    float[] record = {1, 2, 3, 4, 5};
    double loss = worker.lossAndGradient(record, 2, gradient);
    int index = 3;
    parameters[index] += 1e-2f;
    worker.setParameters(parameters);
    double after = worker.lossAndGradient(record, 2, new float[parameters.length]);
    assertThat((after - loss) / 1e-2)
        .isCloseTo(gradient[index], org.assertj.core.api.Assertions.within(2e-2));
  }

  @Test
  void newWorker_foreignNetworkThatLiesAboutItsSize_isRefused() {
    ModelSpec lying =
        new ModelSpec(Shape.flat(5), Optional.empty(), new Network.Foreign(softplusJson(), 3, 38));
    assertThatThrownBy(() -> GradientEngines.forModel(lying).newWorker())
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("parameters of the network must number 38, got 39");
    ModelSpec classes =
        new ModelSpec(Shape.flat(5), Optional.empty(), new Network.Foreign(softplusJson(), 4, 39));
    assertThatThrownBy(() -> GradientEngines.forModel(classes).newWorker())
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("outputs of the network must number 4, got 3");
  }

  @Test
  void fromJson_hugeNetwork_isRefusedBeforeItIsBuilt() {
    String json = softplusJson().replaceAll("\"n(in|out)\" : 4,", "\"n$1\" : 100000000,");
    assertThat(json).contains("100000000");
    assertThatThrownBy(() -> Dl4jConfigurations.fromJson(json, Shape.flat(5), Optional.empty()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("parameters must be at most 16777216");
  }

  @Test
  void fromJson_classOfAnotherPackage_isRefusedBeforeItIsLoaded() {
    String json =
        softplusJson()
            .replace("org.nd4j.linalg.activations.impl.ActivationSoftPlus", "javax.script.Evil");
    assertThat(json).contains("javax.script.Evil");
    assertThatThrownBy(() -> Dl4jConfigurations.fromJson(json, Shape.flat(5), Optional.empty()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "classes named in a configuration must be Deeplearning4j's own, got"
                + " javax.script.Evil");
    assertThatThrownBy(
            () -> Dl4jConfigurations.fromJson("{\"a\":", Shape.flat(5), Optional.empty()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("must be well-formed JSON");
    assertThatThrownBy(
            () -> Dl4jConfigurations.fromJson("{\"a\":1}", Shape.flat(5), Optional.empty()))
        .isInstanceOf(IllegalArgumentException.class);
  }

  private static String softplusJson() {
    return new NeuralNetConfiguration.Builder()
        .list()
        .layer(new DenseLayer.Builder().nIn(5).nOut(4).activation(Activation.SOFTPLUS).build())
        .layer(
            new OutputLayer.Builder(LossFunctions.LossFunction.MCXENT)
                .nIn(4)
                .nOut(3)
                .activation(Activation.SOFTMAX)
                .build())
        .build()
        .toJson();
  }
}
