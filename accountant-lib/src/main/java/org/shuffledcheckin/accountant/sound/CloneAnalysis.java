package org.shuffledcheckin.accountant.sound;

/** How often a report of another client can stand in for the differing client's report. */
public enum CloneAnalysis {
  /**
   * Each report is a clone of either value with probability e^-epsilon0 / 2 (Feldman, McMillan and
   * Talwar 2021). Proven for every epsilon0-LDP randomiser; looser.
   */
  CLONES21("clones21") {
    @Override
    double cloneProbability(double epsilon0) {
      return ROUNDED_DOWN * 0.5 * Math.exp(-epsilon0);
    }

    @Override
    int laws() {
      return 1;
    }
  },
  /**
   * Each report is a clone of either value with probability 1 / (e^epsilon0 + 1) (Feldman, McMillan
   * and Talwar 2023). Proven for every epsilon0-LDP randomiser, see the privacy analysis; the
   * default.
   */
  CLONES23("clones23") {
    @Override
    double cloneProbability(double epsilon0) {
      return ROUNDED_DOWN / (Math.exp(epsilon0) + 1);
    }

    @Override
    int laws() {
      return 2;
    }
  };

  /** Fewer clones hide less: a clone may always be taken for a report that is none. */
  private static final double ROUNDED_DOWN = 1 - 0x1p-50;

  private final String label;

  CloneAnalysis(String label) {
    this.label = label;
  }

  /** The name used in the method of a result. */
  String label() {
    return label;
  }

  /** The probability that a report is a clone of one given value, rounded down. */
  abstract double cloneProbability(double epsilon0);

  /**
   * How often another client's report law may fall short where it is only approximately
   * epsilon0-LDP: once of the mean of the differing client's two laws, or of each of them, of their
   * maximum.
   */
  abstract int laws();
}
