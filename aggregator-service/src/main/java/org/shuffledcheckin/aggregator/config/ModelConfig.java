package org.shuffledcheckin.aggregator.config;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.shuffledcheckin.kit.config.Default;
import org.shuffledcheckin.learning.data.Shape;
import org.shuffledcheckin.learning.model.Dl4jConfigurations;
import org.shuffledcheckin.learning.model.Dl4jModels;
import org.shuffledcheckin.learning.model.ModelSpec;
import org.shuffledcheckin.learning.model.Models;
import org.shuffledcheckin.learning.model.Network;

/**
 * What is trained: one of the models with a name, or a file's.
 *
 * @param name one of learning-lib's models: features, softmax, mlp or cnn
 * @param file a Deeplearning4j {@code MultiLayerConfiguration} in JSON, instead of a name
 * @param input shape of a record, as channels x height x width (1x28x28), or how many numbers a
 *     record of a table has (12)
 * @param classes how many the model tells apart
 * @param seed of the parameters that training starts from
 */
public record ModelConfig(
    Optional<String> name,
    Optional<Path> file,
    String input,
    int classes,
    @Default("1") long seed) {
  private static final Pattern SHAPE = Pattern.compile("(\\d{1,8})x(\\d{1,8})x(\\d{1,8})");
  private static final Pattern NUMBER = Pattern.compile("\\d{1,8}");

  /** Validates that such a model exists. */
  public ModelConfig {
    if (name.isPresent() == file.isPresent()) {
      throw new IllegalArgumentException("either name or file must be given, and not both");
    }
    ModelSpec unused = spec(name, file, shape(input), classes);
  }

  ModelSpec spec() {
    return spec(name, file, shape(input), classes);
  }

  /** What to call it. */
  public String title() {
    return name.orElseGet(() -> file.orElseThrow().getFileName().toString());
  }

  /** The parameters training starts from. */
  float[] initialParameters() {
    ModelSpec spec = spec();
    return spec.network() instanceof Network.Foreign
        ? Dl4jModels.initialParameters(spec, seed)
        : Models.initialParameters(spec, seed);
  }

  private static ModelSpec spec(
      Optional<String> name, Optional<Path> file, Shape input, int classes) {
    if (name.isPresent()) {
      return Models.named(name.get(), input, classes);
    }
    ModelSpec spec = read(file.orElseThrow(), input);
    if (spec.classes() != classes) {
      throw new IllegalArgumentException(
          "%s: outputs must number %d like classes, got %d"
              .formatted(file.get(), classes, spec.classes()));
    }
    return spec;
  }

  private static ModelSpec read(Path file, Shape input) {
    try {
      return Dl4jConfigurations.fromJson(Files.readString(file), input, Optional.empty());
    } catch (IOException e) {
      throw new IllegalArgumentException("model file cannot be read: " + file, e);
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(file + ": " + e.getMessage(), e);
    }
  }

  private static Shape shape(String text) {
    Matcher matcher = SHAPE.matcher(text);
    if (matcher.matches()) {
      return new Shape(
          Integer.parseInt(matcher.group(1)),
          Integer.parseInt(matcher.group(2)),
          Integer.parseInt(matcher.group(3)));
    }
    if (NUMBER.matcher(text).matches()) {
      return Shape.flat(Integer.parseInt(text));
    }
    throw new IllegalArgumentException(
        "input must be a shape such as 1x28x28, or a number of columns, but is '" + text + "'");
  }
}
