package org.shuffledcheckin.accountant.filter;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.shuffledcheckin.accountant.Budget;
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
  static final String WORD = "renyi";

  private final double order;
  private final Budget budget;
  private final double room;
  private final RoundCosts costs;

  RenyiRule(double order, Budget budget, RoundCosts costs) {
    this.order = order;
    this.budget = budget;
    this.room = Used.withoutReserve(budget.delta(), true);
    this.costs = costs;
  }

  /** The divergence that may be used; not positive if the order is too small for the budget. */
  double limit() {
    return limit(order, budget.epsilon(), room);
  }

  static double limit(double order, double epsilon, double delta) {
    return epsilon - RdpConversion.epsilonAtOrder(order, 0, delta);
  }

  @Override
  public String name() {
    return WORD + "-" + (order == Math.rint(order) ? Long.toString((long) order) : order);
  }

  @Override
  public Budget budget() {
    return budget;
  }

  @Override
  public List<String> words() {
    List<String> words = new ArrayList<>(List.of(WORD, Double.toString(order)));
    words.addAll(MenuText.words(budget));
    return words;
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
        next.withinReserve(budget.epsilon(), budget.delta(), true) && next.amount() <= limit();
    return fits ? Optional.of(new FilterState.Renyi(next)) : Optional.empty();
  }

  @Override
  public double epsilon(FilterState state) {
    double used = ((FilterState.Renyi) state).used().amount();
    return used == 0 ? 0 : Math.max(0, RdpConversion.epsilonAtOrder(order, used, room));
  }
}
