package org.shuffledcheckin.learning.data;

import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Locale;
import javax.imageio.ImageIO;

/** One record of a user's own: a picture, or its numbers as text. */
public final class ImageFile {
  private ImageFile() {}

  /**
   * Reads a PNG, or text with one number per pixel, row by row, separated by commas or white space:
   * in [0, 1], or in [0, 255] if one is larger than 1.
   *
   * @param invert whether the drawing is dark on light; models of digits know light on dark
   * @throws IllegalArgumentException if it is not a record of this shape
   */
  public static float[] read(Path file, Shape shape, boolean invert) throws IOException {
    if (!Files.isRegularFile(file)) {
      throw new IllegalArgumentException("image file must exist, got " + file);
    }
    boolean text = file.toString().toLowerCase(Locale.ROOT).endsWith(".csv");
    float[] record = text ? numbers(file) : pixels(file, shape);
    if (record.length != shape.size()) {
      throw new IllegalArgumentException(
          "%s must hold %d numbers (%s), got %d"
              .formatted(file, shape.size(), shape, record.length));
    }
    for (int i = 0; i < record.length; i++) {
      record[i] = invert ? 1 - record[i] : record[i];
    }
    return record;
  }

  private static float[] pixels(Path file, Shape shape) throws IOException {
    BufferedImage image = ImageIO.read(file.toFile());
    if (image == null) {
      throw new IllegalArgumentException(file + " must be a PNG picture, or end in .csv");
    }
    if (image.getWidth() != shape.width() || image.getHeight() != shape.height()) {
      throw new IllegalArgumentException(
          "%s must be %d pixels wide and %d high, got %d and %d"
              .formatted(file, shape.width(), shape.height(), image.getWidth(), image.getHeight()));
    }
    float[] record = new float[shape.size()];
    int plane = shape.height() * shape.width();
    for (int i = 0; i < plane; i++) {
      int rgb = image.getRGB(i % shape.width(), i / shape.width());
      float[] channels = {(rgb >> 16 & 255) / 255f, (rgb >> 8 & 255) / 255f, (rgb & 255) / 255f};
      for (int c = 0; c < shape.channels(); c++) {
        record[c * plane + i] =
            shape.channels() == 1 ? (channels[0] + channels[1] + channels[2]) / 3 : channels[c];
      }
    }
    return record;
  }

  private static float[] numbers(Path file) throws IOException {
    String[] words = Files.readString(file).strip().split("[,;\\s]+");
    float[] values = new float[words.length];
    for (int i = 0; i < words.length; i++) {
      values[i] = number(file, words[i]);
    }
    boolean bytes = Arrays.stream(words).anyMatch(word -> number(file, word) > 1);
    for (int i = 0; i < values.length; i++) {
      values[i] = bytes ? values[i] / 255 : values[i];
    }
    return values;
  }

  private static float number(Path file, String word) {
    try {
      float value = Float.parseFloat(word);
      if (value >= 0 && value <= 255) {
        return value;
      }
    } catch (NumberFormatException e) {
      // Said below, as for a number out of range.
    }
    throw new IllegalArgumentException(
        file + " must hold numbers in [0, 1] or [0, 255], got '" + word + "'");
  }
}
