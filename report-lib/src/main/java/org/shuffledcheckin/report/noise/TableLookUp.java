package org.shuffledcheckin.report.noise;

/**
 * Turns random words into draws from an {@link AliasTable}. Every implementation gives the same
 * draws for the same words, bit for bit.
 *
 * <p>Bits of a word from the lowest: 15 of the cell, 1 of the sign, 16 against the threshold. Minus
 * zero is zero, so the sign is independent of the magnitude.
 */
interface TableLookUp {
  /**
   * Replaces the first {@code count} words by draws.
   *
   * @return how many of them are ties, whose draw is yet to be settled
   */
  int lookUp(int[] cells, int[] words, int count);

  /** Returns the fastest one that this Java runtime offers. */
  static TableLookUp fastest() {
    if (ModuleLayer.boot().findModule("jdk.incubator.vector").isEmpty()) {
      return new PlainTableLookUp();
    }
    // By name, because nothing here may link to a class whose module may be absent.
    try {
      return Class.forName("org.shuffledcheckin.report.noise.VectorTableLookUp")
          .asSubclass(TableLookUp.class)
          .getDeclaredConstructor()
          .newInstance();
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException("the vector look-up is missing from this build", e);
    }
  }
}
