package org.shuffledcheckin.report.randomizer;

import java.util.List;
import org.shuffledcheckin.accountant.LocalGuarantee;

/**
 * Describes the randomiser LDP-SGD of Duchi et al. (2018) in the form of Erlingsson et al. (2020):
 * a random direction and on which side of it the clipped gradient lies, told truthfully with
 * probability e^epsilon0/(1+e^epsilon0).
 *
 * @param dimension how many coordinates the gradient has
 * @param clip the norm C that gradients are clipped to
 * @param epsilon0 the pure local guarantee of a report
 */
public record LdpSgdSpec(int dimension, double clip, double epsilon0) implements RandomizerSpec {
  static final List<SpecField> FIELDS =
      List.of(SpecField.DIMENSION, SpecField.CLIP, SpecField.EPSILON0);

  /** Validates the description. */
  public LdpSgdSpec {
    SpecField.DIMENSION.require(dimension);
    SpecField.CLIP.require(clip);
    SpecField.EPSILON0.require(epsilon0);
  }

  static LdpSgdSpec of(RandomizerFields fields) {
    return new LdpSgdSpec(
        fields.integer(SpecField.DIMENSION),
        fields.number(SpecField.CLIP),
        fields.number(SpecField.EPSILON0));
  }

  @Override
  public RandomizerKind kind() {
    return RandomizerKind.LDP_SGD;
  }

  @Override
  public List<Double> values() {
    return List.of((double) dimension, clip, epsilon0);
  }

  @Override
  public LocalGuarantee.BinaryResponse guarantee() {
    return guarantee(epsilon0);
  }

  static LocalGuarantee.BinaryResponse guarantee(double epsilon0) {
    return new LocalGuarantee.BinaryResponse(epsilon0);
  }

  @Override
  public int payloadBytes() {
    return LdpSgdRandomizer.PAYLOAD_BYTES;
  }

  @Override
  public LocalRandomizer newRandomizer() {
    return new LdpSgdRandomizer(this);
  }

  @Override
  public ReportAggregate newAggregate() {
    return new LdpSgdAggregate(this);
  }
}
