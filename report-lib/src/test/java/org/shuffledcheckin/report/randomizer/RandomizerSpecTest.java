package org.shuffledcheckin.report.randomizer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.shuffledcheckin.accountant.LocalGuarantee;
import org.shuffledcheckin.report.noise.InsecureSeededRandomness;

class RandomizerSpecTest {
  private static final String GAUSSIAN =
      "gaussian;dimension=26010;clip=0x1.999999999999ap-5;noise-multiplier=0x1.b851eb851eb85p-1;"
          + "grid-steps=4085";

  static Stream<RandomizerSpec> specs() {
    return Stream.of(
        GaussianSpec.withSuitableGrid(26_010, 0.05, 0.86),
        new LdpSgdSpec(3930, 0.3, 8),
        new LaplaceSpec(-1.5, 1e9, 0.1),
        new KAryResponseSpec(1000, 2),
        GaussianSumSpec.withSuitableGrid(26_010, 0.3, 0.0674));
  }

  @Test
  void specs_everyKind_hasAnExample() {
    assertThat(specs().map(RandomizerSpec::kind))
        .containsExactlyInAnyOrder(RandomizerKind.values());
  }

  /** At the ends of every range a randomiser and an aggregate can be made. */
  static Stream<RandomizerSpec> extremes() {
    return Stream.of(
        new GaussianSpec(1, 0x1p-40, 0.01, 800),
        new GaussianSpec(1, 0x1p40, 256, 31),
        new GaussianSpec(RandomizerSpec.MAX_DIMENSION, 1, 1, 3640),
        new LdpSgdSpec(1, 0x1p-40, 0x1p-10),
        new LdpSgdSpec(1, 0x1p40, 32),
        new LaplaceSpec(-0x1p60, 0x1p60, 0x1p-10),
        new LaplaceSpec(0, 0x1p-900, 32),
        new KAryResponseSpec(2, 0x1p-10),
        new KAryResponseSpec(1 << 20, 32),
        new GaussianSumSpec(1, 0x1p-40, 4, 4096),
        new GaussianSumSpec(1, 0x1p40, 2048, 16),
        new GaussianSumSpec(GaussianSumSpec.MAX_DIMENSION, 1, 300, 4096));
  }

  @ParameterizedTest
  @MethodSource("extremes")
  void newRandomizer_atTheEndsOfEveryRange_makesReportsThatAreAdded(RandomizerSpec spec) {
    byte[] report =
        spec.newRandomizer()
            .randomize(new float[spec.valueLength()], new InsecureSeededRandomness(1).openStream());
    assertThat(spec.newAggregate().add(report)).isEmpty();
  }

  @ParameterizedTest
  @MethodSource("specs")
  void canonicalText_parsed_givesTheSameSpec(RandomizerSpec spec) {
    assertThat(RandomizerSpec.parse(spec.canonicalText())).isEqualTo(spec);
  }

  @Test
  void canonicalText_gaussian_isPinned() {
    // Digests of a round's parameters are made from this text: it must never drift.
    assertThat(GaussianSpec.withSuitableGrid(26_010, 0.05, 0.86).canonicalText())
        .isEqualTo(GAUSSIAN);
  }

  @Test
  void canonicalText_gaussianSum_isPinned() {
    assertThat(new GaussianSumSpec(26_010, 0.3, 276, 4096).canonicalText())
        .isEqualTo(
            "gaussian-sum;dimension=26010;clip=0x1.3333333333333p-2;noise-steps=0x1.14p8;"
                + "grid-steps=4096");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "gaussian",
        "fourier;dimension=3",
        GAUSSIAN + ";extra=1",
        GAUSSIAN + ";grid-steps=4085",
        " " + GAUSSIAN,
        "gaussian;dimension=3;clip=0x1.0p0;noise-multiplier=0x1.0p0",
        "gaussian;dimension=+3;clip=0x1.0p0;noise-multiplier=0x1.0p0;grid-steps=3640",
        "gaussian;dimension=3;clip=1;noise-multiplier=0x1.0p0;grid-steps=3640",
        "gaussian;clip=0x1.0p0;dimension=3;noise-multiplier=0x1.0p0;grid-steps=3640",
        "ldp-sgd;dimension=x;clip=0x1.0p0;epsilon0=0x1.0p0",
        "ldp-sgd;dimension=3;clip=NaN;epsilon0=0x1.0p0",
        "laplace;lower=0x0.0p0;upper=0x0.0p0;epsilon0=0x1.0p0",
        "k-ary;categories=1;epsilon0=0x1.0p0",
        "gaussian-sum;dimension=3;clip=0x1.0p0;noise-steps=0x1.0p4",
        "gaussian-sum;dimension=3;clip=0x1.0p0;noise-steps=16;grid-steps=4096",
        "gaussian-sum;dimension=3;clip=0x1.0p0;noise-multiplier=0x1.0p4;grid-steps=4096",
        "gaussian_sum;dimension=3;clip=0x1.0p0;noise-steps=0x1.0p4;grid-steps=4096"
      })
  void parse_anythingElse_isRefused(String text) {
    assertThatThrownBy(() -> RandomizerSpec.parse(text))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("must");
  }

  @Test
  void parse_damagedTexts_eitherRoundTripOrAreRefused() {
    SplittableRandom random = new SplittableRandom(6);
    String[] texts = specs().map(RandomizerSpec::canonicalText).toArray(String[]::new);
    String letters = ";=.xpe+-0123456789agN \u0000\u00e9";
    for (int i = 0; i < 100_000; i++) {
      StringBuilder text = new StringBuilder(texts[i % texts.length]);
      for (int edits = random.nextInt(1, 4); edits > 0; edits--) {
        text.setCharAt(
            random.nextInt(text.length()), letters.charAt(random.nextInt(letters.length())));
      }
      try {
        assertThat(RandomizerSpec.parse(text.toString()).canonicalText())
            .isEqualTo(text.toString());
      } catch (IllegalArgumentException refused) {
        assertThat(refused).hasMessageContaining("must");
      }
    }
  }

  static Stream<Arguments> badSpecs() {
    return Stream.of(
        bad("dimension must be in [1, 2097124] but is 0", () -> gaussian(0, 1, 1, 3640)),
        bad("dimension", () -> gaussian(2_097_125, 1, 1, 3640)),
        bad("clip", () -> gaussian(1, 0, 1, 3640)),
        bad("clip", () -> gaussian(1, -1, 1, 3640)),
        bad("clip must be in", () -> gaussian(1, Double.NaN, 1, 3640)),
        bad("clip", () -> gaussian(1, Double.POSITIVE_INFINITY, 1, 3640)),
        bad("noise multiplier", () -> gaussian(1, 1, 0, 3640)),
        bad("noise multiplier", () -> gaussian(1, 1, Double.NaN, 3640)),
        bad("noise multiplier", () -> gaussian(1, 1, 1e9, 3640)),
        bad("grid steps per clip", () -> gaussian(1, 1, 1, 0)),
        bad("grid steps per clip", () -> gaussian(1, 1, 1, 4097)),
        // Too fine for so much noise: half of all reports would saturate.
        bad("at noise multiplier 8.0", () -> gaussian(1, 1, 8, 4096)),
        // Too coarse for so little noise.
        bad("at noise multiplier 0.1", () -> gaussian(1, 1, 0.1, 79)),
        bad("epsilon0", () -> new LdpSgdSpec(1, 1, 0)),
        bad("epsilon0", () -> new LdpSgdSpec(1, 1, 33)),
        bad("epsilon0 must be in", () -> new LdpSgdSpec(1, 1, Double.NaN)),
        bad("upper must be above", () -> new LaplaceSpec(1, 1, 1)),
        bad("upper must be above", () -> new LaplaceSpec(2, 1, 1)),
        bad("lower must be in", () -> new LaplaceSpec(Double.NaN, 1, 1)),
        bad("upper must be in", () -> new LaplaceSpec(0, Double.POSITIVE_INFINITY, 1)),
        bad("categories", () -> new KAryResponseSpec(1, 1)),
        bad("categories", () -> new KAryResponseSpec((1 << 20) + 1, 1)),
        bad("epsilon0", () -> new KAryResponseSpec(2, -1)),
        bad("dimension must be in [1, 1048544]", () -> new GaussianSumSpec(0, 1, 16, 4096)),
        bad("dimension", () -> new GaussianSumSpec(1_048_545, 1, 16, 4096)),
        bad("clip", () -> new GaussianSumSpec(1, Double.NaN, 16, 4096)),
        bad("noise steps must be in [4.0, 2048.0]", () -> new GaussianSumSpec(1, 1, 3.99, 4096)),
        bad("noise steps", () -> new GaussianSumSpec(1, 1, 2049, 4096)),
        bad("noise steps", () -> new GaussianSumSpec(1, 1, Double.NaN, 4096)),
        bad("grid steps", () -> new GaussianSumSpec(1, 1, 16, 15)),
        bad("grid steps", () -> new GaussianSumSpec(1, 1, 16, 4097)),
        bad("noise steps", () -> GaussianSumSpec.withSuitableGrid(1, 1, 0.0009)),
        bad("noise steps", () -> GaussianSumSpec.withSuitableGrid(1, 1, Double.NaN)),
        bad("grid steps", () -> GaussianSumSpec.withSuitableGrid(1, 1, 129)));
  }

  @ParameterizedTest
  @MethodSource("badSpecs")
  void constructor_outOfBounds_namesWhatAndWhere(String message, Supplier<RandomizerSpec> spec) {
    assertThatThrownBy(spec::get)
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(message);
  }

  @Test
  void guarantee_everyKind_isWhatTheAccountantKnows() {
    assertThat(GaussianSpec.withSuitableGrid(3, 0.05, 0.86).guarantee())
        .isEqualTo(new LocalGuarantee.Gaussian(0.86));
    assertThat(new LdpSgdSpec(3, 1, 2).guarantee()).isEqualTo(new LocalGuarantee.BinaryResponse(2));
    assertThat(new LaplaceSpec(0, 1, 2).guarantee())
        .isEqualTo(new LocalGuarantee.Laplace(2, LaplaceSpec.GRID_STEPS));
    assertThat(new KAryResponseSpec(2, 2).guarantee())
        .isEqualTo(new LocalGuarantee.BinaryResponse(2));
    assertThat(new KAryResponseSpec(3, 2).guarantee())
        .isEqualTo(new LocalGuarantee.KAryResponse(2, 3));
  }

  @ParameterizedTest
  @EnumSource(
      value = RandomizerKind.class,
      names = {"GAUSSIAN", "GAUSSIAN_SUM"},
      mode = EnumSource.Mode.EXCLUDE)
  void guarantee_ofAPureKind_isThatOfItsSpecs(RandomizerKind kind) {
    RandomizerFields fields = new RandomizerFields(kind, Map.of("epsilon0", 2.0));
    for (SpecField field : kind.fields()) {
      double value = field.name().equals("upper") ? 1 : Math.max(field.low(), 5);
      fields = field.name().equals("epsilon0") ? fields : fields.with(field.name(), value);
      fields = field.name().equals("lower") ? fields.with("lower", 0) : fields;
    }
    assertThat(kind.guarantee(2, 5)).isEqualTo(fields.spec().guarantee());
  }

  @Test
  void guarantee_ofGaussianNoise_isNotPure() {
    for (RandomizerKind kind : List.of(RandomizerKind.GAUSSIAN, RandomizerKind.GAUSSIAN_SUM)) {
      assertThatThrownBy(() -> kind.guarantee(1, 2))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessage("randomiser " + kind.label() + " has no pure guarantee");
    }
  }

  @Test
  void reportBytes_everyKind_dependsOnTheSpecAlone() {
    assertThat(GaussianSpec.withSuitableGrid(26_010, 0.05, 0.86).reportBytes()).isEqualTo(52_028);
    assertThat(new LdpSgdSpec(26_010, 1, 2).reportBytes()).isEqualTo(41);
    assertThat(new LaplaceSpec(0, 1, 2).reportBytes()).isEqualTo(12);
    assertThat(new KAryResponseSpec(1000, 2).reportBytes()).isEqualTo(12);
    assertThat(new GaussianSumSpec(26_010, 1, 276, 4096).reportBytes()).isEqualTo(104_040);
  }

  private static GaussianSpec gaussian(int dimension, double clip, double noise, int steps) {
    return new GaussianSpec(dimension, clip, noise, steps);
  }

  private static Arguments bad(String message, Supplier<RandomizerSpec> spec) {
    return Arguments.of(message, spec);
  }
}
