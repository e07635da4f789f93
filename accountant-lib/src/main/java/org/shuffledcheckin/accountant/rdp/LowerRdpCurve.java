package org.shuffledcheckin.accountant.rdp;

import java.util.Objects;
import java.util.function.DoubleUnaryOperator;
import org.shuffledcheckin.accountant.Kind;

/**
 * Bounds a mechanism's Rényi divergence from below, usually as the exact divergence of one pair of
 * data sets.
 *
 * <p>There is deliberately no conversion to epsilon: the conversion from Rényi divergence is an
 * inequality, and an inequality applied to a lower bound bounds nothing. Lower bounds on epsilon
 * come from the loss distribution of an actual pair.
 */
public final class LowerRdpCurve implements RdpCurve {
  private final String method;
  private final DoubleUnaryOperator divergence;

  private LowerRdpCurve(String method, DoubleUnaryOperator divergence) {
    this.method = Objects.requireNonNull(method, "method");
    this.divergence = Objects.requireNonNull(divergence, "divergence");
  }

  /** Creates a curve from the exact divergence of some pair of neighbouring data sets. */
  public static LowerRdpCurve ofPair(String method, DoubleUnaryOperator divergence) {
    return new LowerRdpCurve(method, divergence);
  }

  /** Returns the curve of this many independent repetitions on the same pair. */
  public LowerRdpCurve times(long rounds) {
    if (rounds < 0) {
      throw new IllegalArgumentException("rounds must be at least 0 but is " + rounds);
    }
    return new LowerRdpCurve(method, order -> rounds * divergence.applyAsDouble(order));
  }

  @Override
  public double at(double order) {
    RdpConversion.requireOrder(order);
    return divergence.applyAsDouble(order);
  }

  @Override
  public String method() {
    return method;
  }

  @Override
  public Kind kind() {
    return Kind.LOWER_BOUND;
  }
}
