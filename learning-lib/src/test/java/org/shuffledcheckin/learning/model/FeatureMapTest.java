package org.shuffledcheckin.learning.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;
import org.shuffledcheckin.learning.data.Dataset;
import org.shuffledcheckin.learning.data.DrawnDigits;
import org.shuffledcheckin.learning.data.Shape;

final class FeatureMapTest {
  private static final FeatureMap MAP = FeatureMap.ORIENTED_GRADIENTS_1;
  private static final Shape MNIST = new Shape(1, 28, 28);

  @Test
  void extract_digits_haveNormFourAndMeanZeroInEachCell() {
    Dataset features = MAP.apply(DrawnDigits.dataset("d", 30, 1));
    float[] record = new float[288];
    for (int i = 0; i < features.size(); i++) {
      features.copyInput(i, record);
      double square = 0;
      for (int cell = 0; cell < 36; cell++) {
        double sum = 0;
        for (int direction = 0; direction < 8; direction++) {
          float value = record[cell * 8 + direction];
          square += (double) value * value;
          sum += value;
        }
        assertThat(sum).isCloseTo(0, within(1e-5));
      }
      assertThat(square).isCloseTo(16, within(1e-4));
    }
  }

  @Test
  void extract_verticalEdge_pointsAcrossInItsCellsOnly() {
    float[] image = new float[784];
    for (int i = 0; i < image.length; i++) {
      image[i] = i % 28 >= 14 ? 1 : 0;
    }
    float[] features = extract(MNIST, image);
    for (int cell = 0; cell < 36; cell++) {
      boolean nearEdge = cell % 6 == 2 || cell % 6 == 3;
      for (int direction = 0; direction < 8; direction++) {
        float value = features[cell * 8 + direction];
        if (!nearEdge) {
          assertThat(value).isZero();
        } else if (direction == 0) {
          assertThat(value).isPositive();
        } else {
          assertThat(value).isNegative();
        }
      }
    }
  }

  @Test
  void extract_flatImage_isZero_andBrightnessDoesNotMatter() {
    float[] flat = new float[784];
    java.util.Arrays.fill(flat, 0.7f);
    assertThat(extract(MNIST, flat)).containsOnly(0f);

    float[] digit = new float[784];
    DrawnDigits.dataset("d", 1, 2).copyInput(0, digit);
    float[] dim = digit.clone();
    for (int i = 0; i < dim.length; i++) {
      dim[i] *= 0.25f;
    }
    assertThat(extract(MNIST, dim)).containsExactly(extract(MNIST, digit), within(1e-5f));
  }

  @Test
  void extract_fixedImage_neverChanges() {
    float[] digit = new float[784];
    DrawnDigits.dataset("d", 1, 2).copyInput(0, digit);
    // A change here is a new version of the features: trained models would no longer fit.
    assertThat(java.util.Arrays.hashCode(extract(MNIST, digit))).isEqualTo(1435725300);
  }

  @Test
  void extract_colour_addsChannels() {
    float[] plane = new float[100];
    for (int i = 0; i < plane.length; i++) {
      plane[i] = (i * 37 % 11) / 11f;
    }
    float[] three = new float[300];
    for (int c = 0; c < 3; c++) {
      System.arraycopy(plane, 0, three, c * 100, 100);
    }
    assertThat(extract(new Shape(3, 10, 10), three))
        .containsExactly(extract(new Shape(1, 10, 10), plane), within(1e-5f));
  }

  @Test
  void output_smallImageOrVector_isRefused() {
    assertThatThrownBy(() -> MAP.output(Shape.flat(784)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("oriented gradients need images of at least 6x6, got 1x1x784");
  }

  @Test
  void apply_withoutRoomToKeepThem_givesTheSame() {
    Dataset digits = DrawnDigits.dataset("d", 5, 1);
    Dataset kept = MAP.apply(digits);
    Dataset recomputed = MAP.apply(digits, 2 * 4 * 288);
    float[] expected = new float[288];
    float[] found = new float[288];
    for (int i = 0; i < 10; i++) {
      kept.copyInput(i % 5, expected);
      recomputed.copyInput(i % 5, found);
      assertThat(found).containsExactly(expected);
    }
    assertThat(recomputed.label(3)).isEqualTo(digits.label(3));
  }

  private static float[] extract(Shape shape, float[] image) {
    float[] out = new float[288];
    MAP.newExtractor(shape).extract(image, out);
    return out;
  }
}
