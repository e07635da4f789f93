package org.shuffledcheckin.accountant.filter;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import org.shuffledcheckin.accountant.Arguments;
import org.shuffledcheckin.accountant.Budget;
import org.shuffledcheckin.accountant.CheckInRound;

/**
 * A choice of filters for one budget. Each is valid alone for the whole epsilon and a part of
 * delta, and the parts add up to delta; so going on while <i>some</i> of them has allowed every
 * round so far is valid for the budget.
 *
 * <p>A menu remembers what it computed. Clients with the same budget should share one; it is safe
 * for use by several threads.
 */
public final class FilterMenu {
  /**
   * The share of delta for the filter of the first kind that comes: where rare large losses decide,
   * rounds are lost in proportion to what it does not get.
   */
  private static final double FIRST_KIND = 0.9;

  /** The share for slices, and again for Renyi filters of all orders together. */
  private static final double OTHERS = 0.05;

  /** Orders are 1 + c log(1/delta) / epsilon for these c. */
  private static final double[] ORDERS = {1, 2, 4};

  private static final double LARGEST_ORDER = 4096;
  private static final int MOST_SLICES = 16;

  private final Budget budget;
  private final RoundCosts costs = new RoundCosts();
  private final List<FilterRule> rules = new ArrayList<>();

  private FilterMenu(Budget budget) {
    this.budget = Objects.requireNonNull(budget, "budget");
  }

  /**
   * The default: "only the first kind I ever saw", which is tight if nothing else ever comes, with
   * nine tenths of delta; slices, of half of what is left each, for a few kinds; and Renyi filters
   * of three orders for any mix.
   */
  public static FilterMenu recommended(Budget budget) {
    FilterMenu menu = new FilterMenu(budget);
    menu.addSlices(List.of(new Budget(budget.epsilon(), FIRST_KIND * budget.delta())));
    menu.addSlices(halves(new Budget(budget.epsilon(), OTHERS * budget.delta())));
    double delta = budget.delta() * OTHERS / ORDERS.length;
    DoubleStream.of(ORDERS)
        .map(c -> Math.max(2, Math.ceil(1 - c * Math.log(delta) / budget.epsilon())))
        .filter(order -> order <= LARGEST_ORDER)
        .distinct()
        .forEach(order -> menu.addRenyi(order, delta));
    return menu;
  }

  /** One filter, for the first kind of round that comes: tight, and every other kind breaks it. */
  public static FilterMenu firstKind(Budget budget) {
    FilterMenu menu = new FilterMenu(budget);
    menu.addSlices(List.of(budget));
    return menu;
  }

  /**
   * One filter that opens a slice for every kind that comes, of these sizes in this order.
   *
   * @throws IllegalArgumentException if the sizes add up to more than the budget
   */
  public static FilterMenu slices(Budget budget, List<Budget> sizes) {
    Arguments.requireAtLeast("number of slices", sizes.size(), 2);
    requireWithin("epsilons", sizes.stream().mapToDouble(Budget::epsilon).sum(), budget.epsilon());
    requireWithin("deltas", sizes.stream().mapToDouble(Budget::delta).sum(), budget.delta());
    FilterMenu menu = new FilterMenu(budget);
    menu.addSlices(sizes);
    return menu;
  }

  /** One filter that adds up Renyi divergences of an order of at least 2. */
  public static FilterMenu renyi(Budget budget, double order) {
    Arguments.requireBetween("order", order, 2, LARGEST_ORDER);
    FilterMenu menu = new FilterMenu(budget);
    menu.addRenyi(order, budget.delta());
    return menu;
  }

  /** What whatever is allowed costs at most. */
  public Budget budget() {
    return budget;
  }

  /** Whether a proven bound for such a round exists at all. */
  public boolean supports(CheckInRound round) {
    return costs.supports(round);
  }

  List<FilterRule> rules() {
    return rules;
  }

  private void addSlices(List<Budget> sizes) {
    rules.add(new SliceRule(sizes, costs));
  }

  private void addRenyi(double order, double delta) {
    if (RenyiRule.limit(order, budget.epsilon(), Used.withoutReserve(delta, true)) > 0) {
      rules.add(new RenyiRule(order, budget.epsilon(), delta, costs));
    }
  }

  /** Each slice is half of what the ones before it left; powers of two add up exactly. */
  private static List<Budget> halves(Budget whole) {
    return IntStream.rangeClosed(1, MOST_SLICES)
        .mapToObj(j -> new Budget(Math.scalb(whole.epsilon(), -j), Math.scalb(whole.delta(), -j)))
        .toList();
  }

  private static void requireWithin(String name, double sum, double limit) {
    if (!(sum <= limit)) {
      throw new IllegalArgumentException(
          name + " of the slices must add up to at most " + limit + " but to " + sum);
    }
  }
}
