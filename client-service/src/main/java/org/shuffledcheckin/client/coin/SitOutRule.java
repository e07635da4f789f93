package org.shuffledcheckin.client.coin;

import static org.shuffledcheckin.accountant.Arguments.requireProbability;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.BitSet;
import java.util.List;
import java.util.random.RandomGenerator;
import org.shuffledcheckin.accountant.CheckInLaw;

/**
 * Decides before the draw who sits a round out. Sees neither records nor draws, so that taking part
 * tells nothing of either; who sits out neither draws nor answers nor is charged.
 */
public interface SitOutRule {
  /**
   * Removes those who sit out.
   *
   * @param candidates the clients that would take part; changed in place
   * @param stream fresh for this decision; word i is client i's
   */
  void apply(BitSet candidates, RandomGenerator stream);

  /** Nobody sits out. */
  static SitOutRule never() {
    return (candidates, stream) -> {};
  }

  /** Each client sits out with this probability, in [0, 1]. */
  static SitOutRule withProbability(double probability) {
    if (requireProbability("probability of sitting out", probability) == 0) {
      return never();
    }
    CheckInCoin coin = CheckInCoin.of(CheckInLaw.BERNOULLI, probability);
    return (candidates, stream) -> candidates.andNot(coin.draw(candidates, stream).clients());
  }

  /**
   * Everyone of this host sits out while a file exists: how a device says that it is on battery, or
   * that its connection is metered.
   */
  static SitOutRule whileExists(Path file) {
    return (candidates, stream) -> {
      if (Files.exists(file)) {
        candidates.clear();
      }
    };
  }

  /** Who sits out by any of the rules. */
  static SitOutRule anyOf(List<SitOutRule> rules) {
    List<SitOutRule> all = List.copyOf(rules);
    return (candidates, stream) -> all.forEach(rule -> rule.apply(candidates, stream));
  }
}
