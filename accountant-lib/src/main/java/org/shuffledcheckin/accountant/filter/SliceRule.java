package org.shuffledcheckin.accountant.filter;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.shuffledcheckin.accountant.Budget;
import org.shuffledcheckin.accountant.CheckInRound;

/**
 * Opens a slice for a kind of round when it first comes; the sizes of the first, the second and
 * every further slice are fixed in advance. A round is charged to a slice of its kind that has
 * room, else to a new one, else to any that covers it: a choice by the slices and the round alone,
 * hence known before anything of the round is.
 *
 * <p>Valid because each slice, taken whole when it opens, is one pair with a known hockey stick,
 * and pairs chosen one after the other add up if their epsilons and deltas do. Adding up what the
 * slices have used <i>so far</i> instead would be no filter.
 */
final class SliceRule implements FilterRule {
  static final String WORD = "slices";

  private final List<Budget> sizes;
  private final Budget budget;
  private final RoundCosts costs;

  /** Describes the filter; epsilons and deltas of the sizes add up to its own. */
  SliceRule(List<Budget> sizes, RoundCosts costs) {
    this.sizes = List.copyOf(sizes);
    this.budget =
        new Budget(
            sizes.stream().mapToDouble(Budget::epsilon).sum(),
            sizes.stream().mapToDouble(Budget::delta).sum());
    this.costs = costs;
  }

  @Override
  public String name() {
    return isSingle() ? "first-kind" : WORD;
  }

  @Override
  public Budget budget() {
    return budget;
  }

  @Override
  public List<String> words() {
    List<String> words = new ArrayList<>(List.of(WORD, Integer.toString(sizes.size())));
    sizes.forEach(size -> words.addAll(MenuText.words(size)));
    return words;
  }

  private boolean isSingle() {
    return sizes.size() == 1;
  }

  @Override
  public FilterState start() {
    return new FilterState.Slices(List.of());
  }

  @Override
  public boolean admits(FilterState state) {
    return state instanceof FilterState.Slices slices && slices.slices().size() <= sizes.size();
  }

  @Override
  public Optional<FilterState> charge(FilterState state, CheckInRound round) {
    List<Slice> slices = ((FilterState.Slices) state).slices();
    return chargeOpen(slices, round, true)
        .or(() -> open(slices, round))
        .or(() -> chargeOpen(slices, round, false))
        .map(FilterState.Slices::new);
  }

  /** Rounds that are much better than a kind would waste its slice: they are charged to it last. */
  private Optional<List<Slice>> chargeOpen(
      List<Slice> slices, CheckInRound round, boolean closeOnly) {
    for (int i = 0; i < slices.size(); i++) {
      Slice slice = slices.get(i);
      if (slice.kind().covers(round) && (!closeOnly || slice.kind().isCloseTo(round))) {
        Optional<Slice> charged = charge(slice, sizes.get(i), round);
        if (charged.isPresent()) {
          List<Slice> after = new ArrayList<>(slices);
          after.set(i, charged.get());
          return Optional.of(after);
        }
      }
    }
    return Optional.empty();
  }

  private Optional<List<Slice>> open(List<Slice> slices, CheckInRound round) {
    if (slices.size() == sizes.size()) {
      return Optional.empty();
    }
    Slice fresh = new Slice(FilterKind.of(round), Used.NOTHING);
    return charge(fresh, sizes.get(slices.size()), round)
        .map(
            charged -> {
              List<Slice> after = new ArrayList<>(slices);
              after.add(charged);
              return after;
            });
  }

  @Override
  public double epsilon(FilterState state) {
    List<Slice> slices = ((FilterState.Slices) state).slices();
    if (isSingle()) {
      return slices.isEmpty() ? 0 : costs.epsilon(slices.get(0), sizes.get(0).delta(), false);
    }
    return sizes.stream().limit(slices.size()).mapToDouble(Budget::epsilon).sum();
  }

  private Optional<Slice> charge(Slice slice, Budget size, CheckInRound round) {
    FilterKind kind = slice.kind();
    // What lies beyond the grid of losses is in the kind's bound; what was lost is not.
    Used next =
        slice.used().plus(kind.amount(round), -Math.log1p(-round.lossMass()), costs.differs(round));
    Slice charged = new Slice(kind, next);
    // A single slice is nobody's factor: its bound need not be a pair.
    boolean fits =
        next.withinReserve(budget.epsilon(), size.delta(), kind.lossy())
            && costs.fits(charged, size, !isSingle());
    return fits ? Optional.of(charged) : Optional.empty();
  }
}
