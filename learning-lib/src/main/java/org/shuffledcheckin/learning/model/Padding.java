package org.shuffledcheckin.learning.model;

/** How a convolution treats the border: as Deeplearning4j's modes Truncate and Same do. */
public enum Padding {
  /** Windows lie inside the image; what does not fill a window is left out. */
  VALID("valid"),
  /** The image is surrounded by zeros so that the output has ceil(size / stride) positions. */
  SAME("same");

  private final String text;

  Padding(String text) {
    this.text = text;
  }

  /** Returns the name used in the canonical text. */
  public String text() {
    return text;
  }

  int outputs(int size, int kernel, int stride) {
    return this == SAME ? (size + stride - 1) / stride : (size - kernel) / stride + 1;
  }

  /** Returns how many zeros stand before the first row or column. */
  public int before(int size, int kernel, int stride) {
    if (this == VALID) {
      return 0;
    }
    int needed = (outputs(size, kernel, stride) - 1) * stride + kernel - size;
    return Math.max(0, needed) / 2;
  }
}
