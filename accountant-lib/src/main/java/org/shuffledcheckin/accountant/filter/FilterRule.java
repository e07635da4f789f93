package org.shuffledcheckin.accountant.filter;

import java.util.List;
import java.util.Optional;
import org.shuffledcheckin.accountant.Budget;
import org.shuffledcheckin.accountant.CheckInRound;

/** One filter of a menu, valid alone for its epsilon and its delta. */
sealed interface FilterRule permits SliceRule, RenyiRule, UnlimitedRule {
  /** What people call it. */
  String name();

  /** What it is valid for. */
  Budget budget();

  /** The words that it can be made from again. */
  List<String> words();

  /** The state in which nothing was charged. */
  FilterState start();

  /** Whether a state can be one of this filter's. */
  boolean admits(FilterState state);

  /** The state after one more round; empty if the round is not allowed. */
  Optional<FilterState> charge(FilterState state, CheckInRound round);

  /** For showing it: the epsilon that the state stands for, at this filter's delta. */
  double epsilon(FilterState state);
}
