package org.shuffledcheckin.accountant.filter;

import java.util.List;
import java.util.Optional;
import org.shuffledcheckin.accountant.Budget;
import org.shuffledcheckin.accountant.CheckInRound;

/** Counts rounds and refuses none. */
record UnlimitedRule() implements FilterRule {
  static final String WORD = "unlimited";

  /** An infinite epsilon promises nothing, at any delta. */
  static final Budget NO_BUDGET = new Budget(Double.POSITIVE_INFINITY, 0.5);

  @Override
  public String name() {
    return WORD;
  }

  @Override
  public Budget budget() {
    return NO_BUDGET;
  }

  @Override
  public List<String> words() {
    return List.of(WORD);
  }

  @Override
  public FilterState start() {
    return new FilterState.Counted(0);
  }

  @Override
  public boolean admits(FilterState state) {
    return state instanceof FilterState.Counted;
  }

  @Override
  public Optional<FilterState> charge(FilterState state, CheckInRound round) {
    return Optional.of(new FilterState.Counted(((FilterState.Counted) state).rounds() + 1));
  }

  @Override
  public double epsilon(FilterState state) {
    return ((FilterState.Counted) state).rounds() == 0 ? 0 : Double.POSITIVE_INFINITY;
  }
}
