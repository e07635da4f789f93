package org.shuffledcheckin.client.enrolment;

import static org.shuffledcheckin.accountant.Arguments.requireBetween;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * Who may have clients enrolled: the fleets whose folders are named, and so many of those that
 * share a folder. Whoever else makes a folder gets nothing.
 *
 * @param named folders of fleets, one for each, best on a volume of its own
 * @param shared a folder under which fleets make their own, first come, first served
 * @param most how many of them
 */
public record SlotRules(List<Path> named, Optional<Path> shared, int most) {
  private static final int MOST = 1000;

  /** Validates that folders are told apart by their names. */
  public SlotRules {
    named = List.copyOf(named);
    requireBetween("most", most, 0, MOST);
    if (named.stream().map(Path::getFileName).distinct().count() < named.size()) {
      throw new IllegalArgumentException("slots must have different names, got " + named);
    }
    if (shared.isEmpty() && (named.isEmpty() || most > 0)) {
      throw new IllegalArgumentException(
          "name a slot, or a shared folder and how many it may have");
    }
  }
}
