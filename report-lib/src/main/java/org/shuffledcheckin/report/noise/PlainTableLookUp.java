package org.shuffledcheckin.report.noise;

/** Looks up one word after the other. */
final class PlainTableLookUp implements TableLookUp {
  @Override
  public int lookUp(int[] cells, int[] words, int count) {
    return lookUp(cells, words, 0, count);
  }

  // Masks instead of branches: which side of a threshold a draw falls is a coin that no branch
  // predictor guesses.
  static int lookUp(int[] cells, int[] words, int from, int to) {
    int ties = 0;
    for (int i = from; i < to; i++) {
      int word = words[i];
      int cell = word & RoundedGaussian.LIMIT;
      int entry = cells[cell];
      int alias = entry & RoundedGaussian.LIMIT;
      int difference = (word >>> 16) - (entry >>> 16);
      ties += difference == 0 ? 1 : 0;
      int below = difference >> 31;
      int magnitude = alias ^ ((alias ^ cell) & below);
      int sign = (word << 16) >> 31;
      words[i] = (magnitude ^ sign) - sign;
    }
    return ties;
  }
}
