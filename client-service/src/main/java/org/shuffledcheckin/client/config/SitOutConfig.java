package org.shuffledcheckin.client.config;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.shuffledcheckin.client.coin.SitOutRule;
import org.shuffledcheckin.kit.config.Default;

/**
 * When a client sits a round out, decided before it draws.
 *
 * @param probability of sitting out, whatever else
 * @param whileExists sits out while this file exists: on battery, on a metered connection
 */
public record SitOutConfig(@Default("0") double probability, Optional<Path> whileExists) {
  /** Validates the probability. */
  public SitOutConfig {
    SitOutRule unused = SitOutRule.withProbability(probability);
  }

  /** The rule. */
  public SitOutRule rule() {
    List<SitOutRule> rules = new ArrayList<>();
    rules.add(SitOutRule.withProbability(probability));
    whileExists.ifPresent(file -> rules.add(SitOutRule.whileExists(file)));
    return SitOutRule.anyOf(rules);
  }
}
