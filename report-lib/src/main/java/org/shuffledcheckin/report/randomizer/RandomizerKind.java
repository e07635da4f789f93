package org.shuffledcheckin.report.randomizer;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.shuffledcheckin.accountant.LocalGuarantee;

/** The list of all randomisers: a new one is its three classes and one line here. */
// Lists are copies and readers are references to static methods.
@SuppressWarnings("ImmutableEnumChecker")
public enum RandomizerKind {
  /** Gaussian noise on a clipped gradient. */
  GAUSSIAN(1, Input.GRADIENT, GaussianSpec.FIELDS, GaussianSpec::of),
  /** A random direction and, randomised, the side of it on which the gradient lies. */
  LDP_SGD(2, Input.GRADIENT, LdpSgdSpec.FIELDS, LdpSgdSpec::of),
  /** Discrete Laplace noise on a bounded number. */
  LAPLACE(3, Input.NUMBER, LaplaceSpec.FIELDS, LaplaceSpec::of),
  /** Randomised response over k categories. */
  K_ARY(4, Input.CATEGORY, KAryResponseSpec.FIELDS, KAryResponseSpec::of),
  /** Discrete Gaussian noise on a clipped gradient, little enough to be seen in sums only. */
  GAUSSIAN_SUM(5, Input.GRADIENT, GaussianSumSpec.FIELDS, GaussianSumSpec::of);

  private final byte code;
  private final Input input;
  private final List<SpecField> fields;
  private final Function<RandomizerFields, RandomizerSpec> reader;

  RandomizerKind(
      int code,
      Input input,
      List<SpecField> fields,
      Function<RandomizerFields, RandomizerSpec> reader) {
    this.code = (byte) code;
    this.input = input;
    this.fields = fields;
    this.reader = reader;
  }

  /**
   * Finds a kind by its label.
   *
   * @throws IllegalArgumentException if there is none
   */
  public static RandomizerKind of(String label) {
    return Arrays.stream(values())
        .filter(kind -> kind.label().equals(label))
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "randomiser kind must be one of %s but is '%s'".formatted(labels(), label)));
  }

  /** The name in configuration, on the wire and in stored text, such as {@code ldp-sgd}. */
  public String label() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /** The code that stands in every report's header; never reused for another meaning. */
  public byte code() {
    return code;
  }

  /** What a client puts in. */
  public Input input() {
    return input;
  }

  /** What the aggregator sees of its reports. */
  public ReportForm form() {
    return this == GAUSSIAN_SUM ? ReportForm.DISTRIBUTED : ReportForm.SHUFFLED;
  }

  /** Whether clients need a model to compute what they put in. */
  public boolean needsModel() {
    return input == Input.GRADIENT;
  }

  /** The fields of a description, in the order of text and wire. */
  public List<SpecField> fields() {
    return fields;
  }

  /**
   * What reports of a pure kind promise, whatever their description says beside these numbers.
   *
   * @param categories of randomised response; no other kind asks for them
   * @throws IllegalArgumentException if the kind is not pure
   */
  public LocalGuarantee.Pure guarantee(double epsilon0, int categories) {
    return switch (this) {
      case LDP_SGD -> LdpSgdSpec.guarantee(epsilon0);
      case LAPLACE -> LaplaceSpec.guarantee(epsilon0);
      case K_ARY -> LocalGuarantee.response(epsilon0, categories);
      case GAUSSIAN, GAUSSIAN_SUM ->
          throw new IllegalArgumentException("randomiser " + label() + " has no pure guarantee");
    };
  }

  RandomizerSpec read(RandomizerFields values) {
    return reader.apply(values);
  }

  private static String labels() {
    return Arrays.stream(values()).map(RandomizerKind::label).collect(Collectors.joining(", "));
  }
}
