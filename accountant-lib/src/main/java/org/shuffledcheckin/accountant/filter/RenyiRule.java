package org.shuffledcheckin.accountant.filter;

import java.util.Optional;
import org.shuffledcheckin.accountant.CheckInRound;
import org.shuffledcheckin.accountant.rdp.RdpConversion;
import org.shuffledcheckin.accountant.sound.RenyiBound;

/**
 * Adds up Renyi divergences of one order that is fixed for life: any kinds of rounds, in any order,
 * one number.
 *
 * <p>Valid because the power of the likelihood ratio, divided by what was charged, is a
 * supermartingale: its mean at the stop is at most what the limit allows.
 */
final class RenyiRule implements FilterRule {
  private final double order;
  private final double epsilon;
  private final double delta;
  private final RoundCosts costs;

  RenyiRule(double order, double epsilon, double delta, RoundCosts costs) {
    this.order = order;
    this.epsilon = epsilon;
    this.delta = delta;
    this.costs = costs;
  }

  /** The divergence that may be used; not positive if the order is too small for the budget. */
  static double limit(double order, double epsilon, double delta) {
    return epsilon - RdpConversion.epsilonAtOrder(order, 0, delta);
  }

  @Override
  public FilterState start() {
    return new FilterState.Renyi(Used.NOTHING);
  }

  @Override
  public boolean admits(FilterState state) {
    return state instanceof FilterState.Renyi;
  }

  @Override
  public Optional<FilterState> charge(FilterState state, CheckInRound round) {
    RenyiBound bound = costs.renyi(round, order);
    Used next =
        ((FilterState.Renyi) state).used().plus(bound.divergence(), bound.mass(), bound.differs());
    boolean fits =
        next.withinReserve(epsilon, delta, true)
            && next.amount() <= limit(order, epsilon, Used.withoutReserve(delta, true));
    return fits ? Optional.of(new FilterState.Renyi(next)) : Optional.empty();
  }

  @Override
  public double epsilon(FilterState state) {
    double used = ((FilterState.Renyi) state).used().amount();
    return used == 0
        ? 0
        : Math.max(0, RdpConversion.epsilonAtOrder(order, used, Used.withoutReserve(delta, true)));
  }
}
