package org.shuffledcheckin.accountant.filter;

import java.util.List;
import org.shuffledcheckin.accountant.Arguments;

/** How far one filter of a menu is. */
sealed interface FilterState {
  /** It refused a round that was taken all the same: it says nothing any more. */
  record Broken() implements FilterState {
    static final Broken BROKEN = new Broken();
  }

  /** The slices that were opened, oldest first. */
  record Slices(List<Slice> slices) implements FilterState {
    public Slices {
      slices = List.copyOf(slices);
    }
  }

  /** What was used of a Renyi filter. */
  record Renyi(Used used) implements FilterState {}

  /** How many rounds were charged where nothing limits them. */
  record Counted(long rounds) implements FilterState {
    public Counted {
      Arguments.requireAtLeast("counted rounds", rounds, 0);
    }
  }
}
