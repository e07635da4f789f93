package org.shuffledcheckin.report.randomizer;

import java.util.random.RandomGenerator;
import org.shuffledcheckin.report.ReportFormat;
import org.shuffledcheckin.report.noise.ExactBernoulli;

/**
 * The client's side of LDP-SGD: publishes a random direction and, randomised, the side of it on
 * which the gradient lies.
 *
 * <p>Guarantees pure epsilon0: given the direction, which does not depend on the data, a report is
 * one bit, told truthfully with a probability whose odds never exceed e^epsilon0 in exact
 * arithmetic. How the bit came about, floating point included, does not matter to the guarantee.
 */
final class LdpSgdRandomizer implements LocalRandomizer {
  static final int PAYLOAD_BYTES = Direction.SEED_BYTES + 1;

  private final LdpSgdSpec spec;
  private final ReportFormat format;
  private final Direction direction = new Direction();
  private final ExactBernoulli truthful;

  LdpSgdRandomizer(LdpSgdSpec spec) {
    this.spec = spec;
    format = spec.format();
    truthful = ExactBernoulli.truthfulAtMost(spec.epsilon0());
  }

  @Override
  public RandomizerSpec spec() {
    return spec;
  }

  @Override
  public void randomize(float[] gradient, RandomGenerator stream, byte[] report) {
    spec.requireLength(gradient);
    double norm = Clip.norm(gradient);
    format.writeHeader(report);
    byte[] seed = new byte[Direction.SEED_BYTES];
    stream.nextBytes(seed);
    boolean side = sideOfSphere(norm, stream) == (direction.innerProduct(seed, gradient) >= 0);
    boolean told = side == truthful.draw(stream);
    System.arraycopy(seed, 0, report, ReportFormat.HEADER_BYTES, seed.length);
    report[report.length - 1] = (byte) (told ? 1 : 0);
  }

  // A gradient inside the ball becomes, in expectation, the mean of it and its opposite on the
  // sphere of the clip's radius.
  private boolean sideOfSphere(double norm, RandomGenerator stream) {
    double share = Math.min(1, norm / spec.clip());
    return ExactBernoulli.of(0.5 + share / 2).draw(stream);
  }
}
