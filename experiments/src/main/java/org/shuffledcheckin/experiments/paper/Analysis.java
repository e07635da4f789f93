package org.shuffledcheckin.experiments.paper;

import java.util.EnumMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import org.shuffledcheckin.accountant.PrivacyAccountant;
import org.shuffledcheckin.accountant.PrivacyValue;
import org.shuffledcheckin.accountant.paper.Comparison;

/** The five analyses that the paper's runs are put through, in the order of a comparison's rows. */
enum Analysis {
  BASELINE("baseline"),
  APPROACH_1("Approach 1"),
  APPROACH_2("Approach 2"),
  SOUND("sound bound"),
  LOWER("lower bound");

  /** Those of the paper, which prove nothing. */
  static final List<Analysis> PAPERS = List.of(BASELINE, APPROACH_1, APPROACH_2);

  private final String text;

  Analysis(String text) {
    this.text = text;
  }

  boolean isPapers() {
    return PAPERS.contains(this);
  }

  /** The value of each after so many rounds; the accountant has seen none. */
  static Map<Analysis, PrivacyValue> compare(
      Comparison comparison, long rounds, PrivacyAccountant accountant) {
    Iterator<Comparison.Row> rows = comparison.rows(rounds, accountant).iterator();
    Map<Analysis, PrivacyValue> values = new EnumMap<>(Analysis.class);
    for (Analysis analysis : values()) {
      values.put(analysis, rows.next().value());
    }
    return values;
  }

  @Override
  public String toString() {
    return text;
  }
}
