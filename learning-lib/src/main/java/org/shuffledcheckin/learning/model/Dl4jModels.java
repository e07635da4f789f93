package org.shuffledcheckin.learning.model;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Arrays;
import java.util.Enumeration;
import java.util.Optional;
import java.util.UUID;
import java.util.zip.ZipEntry;
import java.util.zip.ZipException;
import java.util.zip.ZipFile;
import java.util.zip.ZipOutputStream;
import org.bytedeco.javacpp.FloatPointer;
import org.deeplearning4j.nn.conf.MultiLayerConfiguration;
import org.deeplearning4j.nn.conf.NeuralNetConfiguration;
import org.deeplearning4j.nn.multilayer.MultiLayerNetwork;
import org.deeplearning4j.util.ModelSerializer;
import org.nd4j.linalg.api.buffer.DataType;
import org.nd4j.linalg.api.ndarray.INDArray;
import org.shuffledcheckin.learning.data.Shape;

/** Builds, saves and loads models as Deeplearning4j networks. */
public final class Dl4jModels {
  /** Beside Deeplearning4j's own entries in a zip: the canonical text of the model. */
  private static final String SPEC_ENTRY = "checkin-model.json";

  private Dl4jModels() {}

  /**
   * A model with its parameters.
   *
   * @param spec what the model is
   * @param parameters in the flat order; not copied
   */
  // Compared nowhere; the array is the payload.
  @SuppressWarnings("ArrayRecordComponent")
  public record Saved(ModelSpec spec, float[] parameters) {
    /** Validates that the parameters are the model's. */
    public Saved {
      spec.requireParameters(parameters);
    }
  }

  /** Returns the network of {@code spec}, features left out, with these parameters. */
  public static MultiLayerNetwork network(ModelSpec spec, float[] parameters) {
    spec.requireParameters(parameters);
    MultiLayerNetwork network = network(spec);
    copyInto(network.params(), parameters);
    return network;
  }

  /** Returns the network of {@code spec}, features left out, as Deeplearning4j initialises it. */
  public static MultiLayerNetwork network(ModelSpec spec) {
    MultiLayerNetwork network = build(Dl4jConfigurations.configuration(spec));
    requireFits(spec, network);
    return network;
  }

  /** Returns the parameters Deeplearning4j initialises {@code spec} with. */
  public static float[] initialParameters(ModelSpec spec, long seed) {
    MultiLayerConfiguration configuration = Dl4jConfigurations.configuration(spec);
    configuration.getConfs().forEach(conf -> conf.setSeed(seed));
    return parameters(build(configuration));
  }

  /**
   * Saves a model as a zip that Deeplearning4j restores like any other of its own. A network
   * restored there expects the features, not the record, as its input.
   */
  public static void save(ModelSpec spec, float[] parameters, Path file) throws IOException {
    Path plain = Files.createTempFile("checkin-model", ".zip");
    Path complete = null;
    try {
      ModelSerializer.writeModel(network(spec, parameters), plain.toFile(), false);
      complete = file.resolveSibling(".checkin-model-" + UUID.randomUUID());
      addSpec(plain, complete, spec);
      Files.move(complete, file, StandardCopyOption.REPLACE_EXISTING);
    } finally {
      Files.deleteIfExists(plain);
      if (complete != null) {
        Files.deleteIfExists(complete);
      }
    }
  }

  private static void addSpec(Path from, Path to, ModelSpec spec) throws IOException {
    try (ZipFile source = new ZipFile(from.toFile());
        OutputStream out = Files.newOutputStream(to);
        ZipOutputStream target = new ZipOutputStream(out)) {
      for (Enumeration<? extends ZipEntry> entries = source.entries();
          entries.hasMoreElements(); ) {
        ZipEntry entry = entries.nextElement();
        target.putNextEntry(new ZipEntry(entry.getName()));
        try (InputStream in = source.getInputStream(entry)) {
          in.transferTo(target);
        }
      }
      target.putNextEntry(new ZipEntry(SPEC_ENTRY));
      target.write(spec.toJson().getBytes(StandardCharsets.UTF_8));
    }
  }

  /**
   * Loads a zip that {@link #save} or Deeplearning4j wrote, of which a stranger may be the author:
   * sizes are bounded, and classes other than Deeplearning4j's own are refused before they are
   * loaded.
   *
   * @param file the zip
   * @param input shape of a record, for a zip of Deeplearning4j's own
   */
  public static Saved load(Path file, Shape input) throws IOException {
    Dl4jRuntime.prepare();
    if (!Files.isRegularFile(file)) {
      throw new IllegalArgumentException("model file must exist, got " + file);
    }
    try (Dl4jZip zip = new Dl4jZip(file)) {
      ModelSpec spec = spec(zip, input);
      return new Saved(spec, zip.parameters(Math.toIntExact(spec.parameterCount())));
    } catch (ZipException e) {
      throw new IllegalArgumentException(file + " must be a readable zip of a network", e);
    }
  }

  /** What the configuration says, checked like any other; a text of ours must say the same. */
  private static ModelSpec spec(Dl4jZip zip, Shape input) throws IOException {
    Optional<ModelSpec> ours = zip.text(SPEC_ENTRY).map(ModelSpec::parse);
    ModelSpec theirs =
        Dl4jConfigurations.fromJson(
            zip.configuration(),
            ours.map(ModelSpec::input).orElse(input),
            ours.flatMap(ModelSpec::features));
    if (ours.isEmpty()) {
      return theirs;
    }
    boolean same =
        ours.get().network() instanceof Network.Foreign
            ? ours.get().parameterCount() == theirs.parameterCount()
                && ours.get().classes() == theirs.classes()
            : ours.get().equals(theirs);
    if (!same) {
      throw new IllegalArgumentException(
          SPEC_ENTRY + " must describe the network beside it, but describes another");
    }
    return ours.get();
  }

  /** Returns a copy of the parameters of {@code network}. */
  public static float[] parameters(MultiLayerNetwork network) {
    float[] parameters = new float[Math.toIntExact(network.numParams())];
    copyFrom(network.params(), parameters);
    return parameters;
  }

  /** Copies {@code from} into the start of {@code to}, which must be a contiguous float array. */
  public static void copyInto(INDArray to, float[] from) {
    pointer(to, from.length).put(from, 0, from.length);
  }

  /** Copies the start of {@code from}, which must be a contiguous float array, into {@code to}. */
  public static void copyFrom(INDArray from, float[] to) {
    pointer(from, to.length).get(to, 0, to.length);
  }

  // The buffer's own pointer: 50 times faster than the element-wise ways the interface offers.
  private static FloatPointer pointer(INDArray array, int length) {
    if (array.dataType() != DataType.FLOAT || array.isView() || array.length() < length) {
      throw new IllegalArgumentException(
          "array must be %d contiguous floats, got %s of %s"
              .formatted(length, array.dataType(), Arrays.toString(array.shape())));
    }
    return (FloatPointer) array.data().addressPointer();
  }

  static MultiLayerNetwork build(MultiLayerConfiguration configuration) {
    try {
      requireBounded(configuration);
      MultiLayerNetwork network = new MultiLayerNetwork(configuration);
      network.init();
      return network;
    } catch (RuntimeException e) {
      throw new IllegalArgumentException(
          "Deeplearning4j refuses this configuration: " + e.getMessage(), e);
    }
  }

  /** Counts parameters before anything is allocated for them. */
  private static void requireBounded(MultiLayerConfiguration configuration) {
    double parameters = 0;
    for (NeuralNetConfiguration conf : configuration.getConfs()) {
      parameters += Math.abs((double) conf.getLayer().initializer().numParams(conf));
      if (parameters > ModelSpec.MAX_PARAMETERS) {
        throw new IllegalArgumentException(
            "parameters must be at most %d, got more".formatted(ModelSpec.MAX_PARAMETERS));
      }
    }
  }

  static void requireFits(ModelSpec spec, MultiLayerNetwork network) {
    if (network.numParams() != spec.parameterCount()) {
      throw new IllegalArgumentException(
          "parameters of the network must number %d, got %d"
              .formatted(spec.parameterCount(), network.numParams()));
    }
  }
}
