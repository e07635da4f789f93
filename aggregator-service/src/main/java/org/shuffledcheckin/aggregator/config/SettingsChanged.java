package org.shuffledcheckin.aggregator.config;

import java.util.List;

/**
 * A run is asked to go on with another configuration than it began with. Nothing is wrong with
 * either: the old one, put back, lets it go on.
 */
public final class SettingsChanged extends IllegalArgumentException {
  private static final long serialVersionUID = 1L;

  /** Names the differences, each of them the middle of a sentence. */
  public SettingsChanged(List<String> differences) {
    super(
        "This run was begun with another configuration: "
            + String.join("; ", differences)
            + ". Restore it, or begin a new run in another data folder.");
  }
}
