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
 * A choice of filters for one budget. Each is valid alone for at most the whole epsilon and a part
 * of delta, and the parts add up to delta; so going on while <i>some</i> of them has allowed every
 * round so far is valid for the budget.
 *
 * <p>A menu is fixed for life: whoever stores the text of a {@link PrivacyFilter} stores {@link
 * #text} beside it and reads both back. Reading a state under another menu would be a choice in
 * view of results, and prove nothing.
 *
 * <p>Immutable, but it remembers what it computed. Clients with the same budget should share one;
 * it is safe for use by several threads.
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

  /**
   * A filter that is valid for an epsilon is valid for every larger one, where the weight e^epsilon
   * of what differs from the bounded rounds would leave room for none.
   */
  private static final double LARGEST_EPSILON = 16;

  private final Budget budget;
  private final RoundCosts costs;
  private final List<FilterRule> rules;

  FilterMenu(Budget budget, RoundCosts costs, List<FilterRule> rules) {
    this.budget = Objects.requireNonNull(budget, "budget");
    this.costs = costs;
    this.rules = List.copyOf(rules);
    for (FilterRule rule : rules) {
      Arguments.requireBetween("epsilon of a filter", rule.budget().epsilon(), 0, budget.epsilon());
    }
    double sum = rules.stream().mapToDouble(rule -> rule.budget().delta()).sum();
    // What no filter spends covers the rounding of shares and of their sum.
    requireWithin("deltas of the filters", Used.withoutRounding(sum), budget.delta());
  }

  /**
   * The default: "only the first kind I ever saw", which is tight if nothing else ever comes, with
   * nine tenths of delta; slices, of half of what is left each, for a few kinds; and Renyi filters
   * of three orders for any mix. They keep to an epsilon of 16 where the budget has more.
   */
  public static FilterMenu recommended(Budget budget) {
    RoundCosts costs = new RoundCosts();
    double epsilon = Math.min(budget.epsilon(), LARGEST_EPSILON);
    List<FilterRule> rules = new ArrayList<>();
    rules.add(new SliceRule(List.of(new Budget(epsilon, FIRST_KIND * budget.delta())), costs));
    rules.add(new SliceRule(halves(new Budget(epsilon, OTHERS * budget.delta())), costs));
    double delta = budget.delta() * OTHERS / ORDERS.length;
    DoubleStream.of(ORDERS)
        .map(c -> Math.max(2, Math.ceil(1 - c * Math.log(delta) / epsilon)))
        .filter(order -> order <= LARGEST_ORDER)
        .distinct()
        .mapToObj(order -> new RenyiRule(order, new Budget(epsilon, delta), costs))
        .filter(rule -> rule.limit() > 0)
        .forEach(rules::add);
    return new FilterMenu(budget, costs, rules);
  }

  /** One filter, for the first kind of round that comes: tight, and every other kind breaks it. */
  public static FilterMenu firstKind(Budget budget) {
    RoundCosts costs = new RoundCosts();
    return new FilterMenu(budget, costs, List.of(new SliceRule(List.of(budget), costs)));
  }

  /**
   * One filter that opens a slice for every kind that comes, of these sizes in this order.
   *
   * @throws IllegalArgumentException if the sizes add up to more than the budget
   */
  public static FilterMenu slices(Budget budget, List<Budget> sizes) {
    Arguments.requireAtLeast("number of slices", sizes.size(), 2);
    requireWithin(
        "epsilons of the slices",
        sizes.stream().mapToDouble(Budget::epsilon).sum(),
        budget.epsilon());
    requireWithin(
        "deltas of the slices", sizes.stream().mapToDouble(Budget::delta).sum(), budget.delta());
    RoundCosts costs = new RoundCosts();
    return new FilterMenu(budget, costs, List.of(new SliceRule(sizes, costs)));
  }

  /** One filter that adds up Renyi divergences of an order of at least 2. */
  public static FilterMenu renyi(Budget budget, double order) {
    Arguments.requireBetween("order", order, 2, LARGEST_ORDER);
    RoundCosts costs = new RoundCosts();
    return new FilterMenu(budget, costs, List.of(new RenyiRule(order, budget, costs)));
  }

  /**
   * No filter at all: allows every round that has a proven bound, counts them and promises nothing.
   * For simulated clients, whose records are nobody's.
   */
  public static FilterMenu unlimited() {
    return new FilterMenu(UnlimitedRule.NO_BUDGET, new RoundCosts(), List.of(new UnlimitedRule()));
  }

  /**
   * Takes a menu back from its text, with the same filters whatever is recommended today.
   *
   * @throws IllegalArgumentException if it is not the text of a menu
   */
  public static FilterMenu parse(String text) {
    return MenuText.parse(text);
  }

  /** What whatever is allowed costs at most. */
  public Budget budget() {
    return budget;
  }

  /** Whether a proven bound for such a round exists at all. */
  public boolean supports(CheckInRound round) {
    return costs.supports(round);
  }

  /** The names of the filters, in their order: what {@link FilterReading#filter} can be. */
  public List<String> filters() {
    return rules.stream().map(FilterRule::name).toList();
  }

  /** The one text of this menu: its budget, and every filter with what it was made from. */
  public String text() {
    return MenuText.write(this);
  }

  List<FilterRule> rules() {
    return rules;
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
          name + " must add up to at most " + limit + " but to " + sum);
    }
  }

  @Override
  public String toString() {
    return text();
  }
}
