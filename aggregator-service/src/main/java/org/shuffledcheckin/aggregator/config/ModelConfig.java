package org.shuffledcheckin.aggregator.config;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.shuffledcheckin.kit.config.Default;
import org.shuffledcheckin.learning.data.Shape;
import org.shuffledcheckin.learning.model.ModelSpec;
import org.shuffledcheckin.learning.model.Models;

/**
 * What is trained.
 *
 * @param name one of learning-lib's models: features, softmax, mlp or cnn
 * @param input shape of a record, as channels x height x width: 1x28x28
 * @param classes how many the model tells apart
 * @param seed of the parameters that training starts from
 */
public record ModelConfig(String name, String input, int classes, @Default("1") long seed) {
  private static final Pattern SHAPE = Pattern.compile("(\\d{1,8})x(\\d{1,8})x(\\d{1,8})");

  /** Validates that such a model exists. */
  public ModelConfig {
    ModelSpec unused = Models.named(name, shape(input), classes);
  }

  ModelSpec spec() {
    return Models.named(name, shape(input), classes);
  }

  private static Shape shape(String text) {
    Matcher matcher = SHAPE.matcher(text);
    if (!matcher.matches()) {
      throw new IllegalArgumentException(
          "input must be a shape such as 1x28x28 but is '" + text + "'");
    }
    return new Shape(
        Integer.parseInt(matcher.group(1)),
        Integer.parseInt(matcher.group(2)),
        Integer.parseInt(matcher.group(3)));
  }
}
