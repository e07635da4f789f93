package org.shuffledcheckin.accountant.lowerbound;

import org.shuffledcheckin.accountant.numeric.Binomial;

/**
 * The losses of an observer that counts two kinds of reports, a and b, among n clients, and lumps
 * everything else (other reports, absent clients) together. Looking at less only lowers the
 * divergence, so this bounds the mechanism's from below.
 *
 * @param clients number of clients
 * @param a what the other clients send as a, and how client 1 differs from them
 * @param b the same for b
 */
record CountedPair(long clients, Symbol a, Symbol b) {
  /** Beyond this many outcomes only a is counted. */
  private static final double MAX_OUTCOMES = 3e6;

  /** Bulk of the counts that is enumerated; the rest is left out. */
  private static final double TAIL = 1e-19;

  /** A probability that is 0 but for rounding. */
  private static final double NOTHING = 1e-12;

  /** Bounds the error of a loss: both likelihoods are sums of a few products. */
  private static final double LOSS_ERROR = 0x1p-45;

  /**
   * One kind of report.
   *
   * @param others probability of another client to send it, check-in included
   * @param first ratio of client 1's probability to the others' in the first data set
   * @param second the same in the second data set
   */
  record Symbol(double others, double first, double second) {}

  LossAtoms losses() {
    double together = a.others() + b.others();
    double deviation = Math.sqrt(clients * together * (1 - together));
    double outcomes = (18 * deviation + 40) * (18 * Math.sqrt(clients * together) / 2 + 40);
    return outcomes > MAX_OUTCOMES ? countingA() : countingBoth(together);
  }

  private LossAtoms countingBoth(double together) {
    LossAtoms atoms = new LossAtoms();
    double restFirst = rest(1 - a.others() * a.first() - b.others() * b.first(), together);
    double restSecond = rest(1 - a.others() * a.second() - b.others() * b.second(), together);
    Binomial both = new Binomial(clients, together);
    for (long s = both.lowerQuantile(TAIL) + 1; s < both.upperQuantile(TAIL); s++) {
      Binomial split = new Binomial(s, a.others() / together);
      double probability = both.pmf(s);
      long last = split.upperQuantile(TAIL);
      for (long count = split.lowerQuantile(TAIL) + 1; count < last; count++) {
        long other = s - count;
        double first = (clients - s) * restFirst + count * a.first() + other * b.first();
        double second = (clients - s) * restSecond + count * a.second() + other * b.second();
        add(atoms, probability * split.pmf(count), first, second);
      }
    }
    return atoms;
  }

  private LossAtoms countingA() {
    LossAtoms atoms = new LossAtoms();
    double restFirst = (1 - a.others() * a.first()) / (1 - a.others());
    double restSecond = (1 - a.others() * a.second()) / (1 - a.others());
    Binomial counts = new Binomial(clients, a.others());
    long last = counts.upperQuantile(TAIL);
    for (long count = counts.lowerQuantile(TAIL) + 1; count < last; count++) {
      double first = (clients - count) * restFirst + count * a.first();
      double second = (clients - count) * restSecond + count * a.second();
      add(atoms, counts.pmf(count), first, second);
    }
    return atoms;
  }

  /** How client 1 differs in what is not counted; where that never comes it does not matter. */
  private static double rest(double own, double counted) {
    return 1 - counted > NOTHING ? own / (1 - counted) : 1;
  }

  private void add(LossAtoms atoms, double probability, double first, double second) {
    // Rounded probabilities of a report change those of counts within 16 deviations by this.
    double lowered = 1 - 0x1p-48 * Math.sqrt((double) clients);
    double loss = Math.log1p((first - second) / second);
    atoms.add(loss, lowered * probability * first / clients, LOSS_ERROR);
  }
}
