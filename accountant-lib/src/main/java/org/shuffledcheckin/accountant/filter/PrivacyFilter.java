package org.shuffledcheckin.accountant.filter;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.IntStream;
import org.shuffledcheckin.accountant.CheckInRound;

/**
 * Decides round by round what a budget still allows, when others choose the rounds in view of
 * everything released before.
 *
 * <p>Guarantees that all rounds charged together are (epsilon, delta)-private for the budget of the
 * {@link FilterMenu}, under replacement of one record, provided that every charged round is at most
 * as it is described and is charged before it is answered. A round that is refused costs nothing
 * and changes nothing. Not guaranteed: that what is allowed is the most that could be; nothing is
 * refunded, and the order of rounds matters.
 *
 * <p>Immutable. Equal filters behave the same, so that many clients can share one.
 */
public final class PrivacyFilter {
  private final FilterMenu menu;
  private final List<FilterState> states;

  PrivacyFilter(FilterMenu menu, List<FilterState> states) {
    this.menu = menu;
    this.states = List.copyOf(states);
  }

  /** A filter that nothing was charged to. */
  public static PrivacyFilter open(FilterMenu menu) {
    return new PrivacyFilter(menu, menu.rules().stream().map(FilterRule::start).toList());
  }

  /**
   * Takes a filter back from its text.
   *
   * @param menu the one that the text was written with, or one of the same text
   * @throws IllegalArgumentException if it is not the text of a filter of this menu
   */
  public static PrivacyFilter parse(FilterMenu menu, String text) {
    return new PrivacyFilter(menu, FilterText.parse(menu, text));
  }

  /** The menu that this filter keeps to. */
  public FilterMenu menu() {
    return menu;
  }

  /** Whether one more such round stays within the budget. */
  public boolean allows(CheckInRound round) {
    return next(round).isPresent();
  }

  /**
   * The filter after one more round.
   *
   * @throws IllegalStateException if the round is not allowed
   */
  public PrivacyFilter charge(CheckInRound round) {
    return next(round)
        .orElseThrow(() -> new IllegalStateException("the budget does not allow " + round));
  }

  /** The filter after one more round; empty if that is not allowed. */
  public Optional<PrivacyFilter> next(CheckInRound round) {
    Objects.requireNonNull(round, "round");
    if (!menu.supports(round)) {
      return Optional.empty();
    }
    List<FilterState> next = new ArrayList<>();
    boolean allowed = false;
    for (int i = 0; i < states.size(); i++) {
      FilterState state = states.get(i);
      if (!(state instanceof FilterState.Broken)) {
        Optional<FilterState> charged = menu.rules().get(i).charge(state, round);
        allowed |= charged.isPresent();
        state = charged.orElse(FilterState.Broken.BROKEN);
      }
      next.add(state);
    }
    return allowed ? Optional.of(new PrivacyFilter(menu, next)) : Optional.empty();
  }

  /** The names of the filters of the menu that have allowed everything so far. */
  public List<String> unbroken() {
    return IntStream.range(0, states.size())
        .filter(i -> !(states.get(i) instanceof FilterState.Broken))
        .mapToObj(i -> menu.rules().get(i).name())
        .toList();
  }

  /** For showing it, and for nothing else; {@link #allows} is what decides. */
  public FilterReading reading() {
    FilterReading least = null;
    for (int i = 0; i < states.size(); i++) {
      if (!(states.get(i) instanceof FilterState.Broken)) {
        FilterRule rule = menu.rules().get(i);
        double epsilon = rule.epsilon(states.get(i));
        if (least == null || epsilon < least.epsilon()) {
          least = new FilterReading(rule.name(), epsilon, rule.budget().delta());
        }
      }
    }
    return Objects.requireNonNull(least, "some filter has allowed everything");
  }

  /** The one text of this filter's state, to be stored beside that of its menu. */
  public String text() {
    return FilterText.write(states);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof PrivacyFilter filter
        && menu == filter.menu
        && states.equals(filter.states);
  }

  @Override
  public int hashCode() {
    return states.hashCode();
  }

  @Override
  public String toString() {
    return text();
  }
}
