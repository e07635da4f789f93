package org.shuffledcheckin.accountant.sound;

import java.util.List;
import java.util.stream.Stream;

/**
 * What a bound rests on: a statement of the privacy analysis, by the word that methods carry for
 * it. Declared in the order in which a method's name is read: the first whose word it contains.
 */
public enum Theorem {
  /** Moments of the worst data set of binary responses. */
  BINARY_THIRD_ORDER(
      "binary-response-third-order",
      "7b",
      "third-order bound of binary responses: one data set is the worst for a class of functions"),
  /** Moments of the worst data set. */
  THIRD_ORDER(
      "third-order",
      "7a",
      "third-order bound: for a class of functions one data set is the worst, and a moment of it"
          + " bounds delta"),
  /** Gaussian reports as pure ones that are exchanged now and then. */
  GAUSSIAN_THROUGH_CLONES(
      "gaussian-clones",
      "6",
      "Gaussian reports as pure ones, except those that have to be exchanged"),
  /** What the shuffler sees. */
  SHUFFLER_VIEW(
      "shuffler-", "9", "the shuffler's view: who checked in is known, the noise of the sum hides"),
  /** Poisson processes. */
  POISSON_PAIR(
      "poisson-",
      "7, Theorem 2",
      "Poisson check-in: the reports are a Poisson process, and one pair of processes dominates"
          + " every data set"),
  /** Sums of Gaussian reports. */
  SUM_ONLY(
      "subsampled-gaussian-sum",
      "13",
      "subsampling of a sum of reports: who is in it is secret, and its noise is that of many"),
  /** Sums of Gaussian reports, none of which is lost or struck. */
  SAMPLED_SUM(
      "sampled-sum",
      "13",
      "subsampling of a sum of reports, by the law of their number: all arrive and are kept"),
  /** Gaussian reports by subsampling alone. */
  NO_SHUFFLE_CREDIT(
      "subsampled-gaussian",
      "6",
      "subsampling of a Gaussian report, without credit for the shuffle"),
  /** k-ary response as a rarer binary one. */
  K_ARY_PAIR(
      "k-ary-response",
      "5a",
      "the pair of k-ary response: symbols as likely under both records count as absence"),
  /** Laplace noise by the total variation of its law. */
  LAPLACE_PAIR(
      "laplace",
      "5a",
      "the pair of a pure randomiser whose reports' total variation is known: Laplace noise"),
  /** Clones, the tighter ones. */
  CLONES23("clones23", "5a, Theorem 1a", "the check-in pair of any pure randomiser"),
  /** Clones, the looser ones. */
  CLONES21("clones21", "5, Theorem 1", "the check-in pair of any pure randomiser, looser form"),
  /** No rounds, no cost. */
  NOTHING("no-rounds", "1", "nothing was released");

  private final String word;
  private final String section;
  private final String statement;

  Theorem(String word, String section, String statement) {
    this.word = word;
    this.section = section;
    this.statement = statement;
  }

  /** Where its proof stands in the privacy analysis. */
  public String section() {
    return section;
  }

  /** What it says, in half a sentence. */
  public String statement() {
    return statement;
  }

  /** The theorems that a method uses, one for each kind of round. */
  static List<Theorem> of(String method) {
    return Stream.of(method.split("\\+", -1)).map(Theorem::ofPart).distinct().toList();
  }

  private static Theorem ofPart(String part) {
    return Stream.of(values())
        .filter(theorem -> part.contains(theorem.word))
        .findFirst()
        .orElseThrow(() -> new IllegalStateException("no theorem is known for " + part));
  }
}
