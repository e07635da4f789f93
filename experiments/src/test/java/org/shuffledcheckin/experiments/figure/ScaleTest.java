package org.shuffledcheckin.experiments.figure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.shuffledcheckin.experiments.figure.Scale.Tick;

class ScaleTest {
  /** What a plot has at least in one direction, and what its letters and lines need at most. */
  private static final double LENGTH = 320;

  private static final double LINE = 18;
  private static final double WIDE = 700;
  private static final double LETTER = 8.5;

  private static List<String> labels(boolean logarithmic, double... values) {
    return Scale.of(logarithmic, values).ticks().stream()
        .filter(Tick::isLabelled)
        .map(Tick::label)
        .toList();
  }

  @Test
  void ticks_manyDecades_labelsPowersOfTen() {
    assertThat(labels(true, 0.007, 15)).containsExactly("0.01", "0.1", "1", "10");
    assertThat(labels(true, 1, 250_000))
        .containsExactly("1", "10", "100", "1,000", "10,000", "100,000");
  }

  @Test
  void ticks_underThreeDecades_labelsTwoAndFive() {
    assertThat(labels(true, 6, 740)).containsExactly("5", "10", "20", "50", "100", "200", "500");
  }

  @Test
  void ticks_oneDecade_labelsThreeToo() {
    assertThat(labels(true, 0.0012, 0.009)).containsExactly("0.002", "0.003", "0.005");
  }

  @Test
  void ticks_lessThanADecade_labelsEvenSteps() {
    assertThat(labels(true, 0.42, 0.58))
        .containsExactly("0.42", "0.44", "0.46", "0.48", "0.50", "0.52", "0.54", "0.56", "0.58");
  }

  @Test
  void ticks_beyondPlainNumbers_writesAllAsPowers() {
    assertThat(labels(true, 1e-7, 1e-3)).containsExactly("10⁻⁷", "10⁻⁶", "10⁻⁵", "10⁻⁴", "10⁻³");
    assertThat(labels(true, 1e6, 3e7)).containsExactly("10⁶", "2×10⁶", "5×10⁶", "10⁷", "2×10⁷");
  }

  @Test
  void ticks_logarithmic_drawsWhatIsNotLabelledThinly() {
    assertThat(Scale.of(true, 1, 1000).ticks())
        .contains(new Tick(1, "1"), new Tick(3, ""), new Tick(700, ""));
  }

  @Test
  void ticks_wholeValues_haveNoFractions() {
    assertThat(labels(false, 1, 2, 3)).containsExactly("1", "2", "3");
    assertThat(labels(false, 2_000, 100_000)).startsWith("0", "20,000").endsWith("100,000");
  }

  @Test
  void ticks_fractions_areWrittenAlike() {
    assertThat(labels(false, 0.16, 0.655)).containsExactly("0.2", "0.3", "0.4", "0.5", "0.6");
    assertThat(labels(false, 0.9)).hasSizeGreaterThan(2);
  }

  @Test
  void ticks_anySpan_areAtLeastThreeAndDoNotTouch() {
    Random random = new Random(1);
    for (int i = 0; i < 4_000; i++) {
      boolean logarithmic = random.nextBoolean();
      // Without a logarithm, numbers are as long as they are large.
      double least = Math.pow(10, random.nextDouble(-4, 5));
      double decades = Math.pow(10, random.nextDouble(-3, logarithmic ? 1.3 : 0.4));
      double most = least * Math.pow(10, decades);
      Scale scale = Scale.of(logarithmic, least, most);
      List<Tick> ticks = scale.ticks().stream().filter(Tick::isLabelled).toList();
      assertThat(ticks).as("%s", scale).hasSizeGreaterThan(2);
      for (int k = 1; k < ticks.size(); k++) {
        double share =
            (scale.position(ticks.get(k).value()) - scale.position(ticks.get(k - 1).value()))
                / (scale.position(scale.upper()) - scale.position(scale.lower()));
        double letters =
            (ticks.get(k).label().length() + ticks.get(k - 1).label().length() + 1) / 2.0;
        assertThat(share * LENGTH).as("%s %s", scale, ticks.get(k)).isGreaterThan(LINE);
        assertThat(share * WIDE).as("%s %s", scale, ticks.get(k)).isGreaterThan(letters * LETTER);
      }
    }
  }

  @Test
  void of_whatNoScaleHolds_isRefused() {
    assertThatThrownBy(() -> Scale.of(true, 0, 1)).isInstanceOf(IllegalArgumentException.class);
  }
}
