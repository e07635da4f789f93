package org.shuffledcheckin.report.randomizer;

import org.shuffledcheckin.accountant.LocalGuarantee;
import org.shuffledcheckin.report.ReportFormat;
import org.shuffledcheckin.report.ReportKind;

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
  /** Validates the description. */
  public LdpSgdSpec {
    Bounds.requireBetween("dimension", dimension, 1, MAX_DIMENSION);
    Bounds.requireBetween("clip", clip, Clip.SMALLEST, Clip.LARGEST);
    Bounds.requireEpsilon0(epsilon0);
  }

  @Override
  public ReportKind kind() {
    return ReportKind.LDP_SGD;
  }

  @Override
  public int valueLength() {
    return dimension;
  }

  @Override
  public LocalGuarantee.PureLdp guarantee() {
    return new LocalGuarantee.PureLdp(epsilon0);
  }

  @Override
  public ReportFormat format() {
    return new ReportFormat(kind(), dimension, LdpSgdRandomizer.PAYLOAD_BYTES);
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
