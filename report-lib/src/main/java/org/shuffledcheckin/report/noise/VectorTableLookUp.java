package org.shuffledcheckin.report.noise;

import jdk.incubator.vector.IntVector;
import jdk.incubator.vector.VectorOperators;
import jdk.incubator.vector.VectorSpecies;

/** Looks up a vector of words at a time with the Vector API; integers only, as the plain one. */
final class VectorTableLookUp implements TableLookUp {
  private static final VectorSpecies<Integer> SPECIES =
      IntVector.SPECIES_PREFERRED.length() > 8
          ? IntVector.SPECIES_256
          : IntVector.SPECIES_PREFERRED;
  private static final int LANES = SPECIES.length();

  VectorTableLookUp() {}

  @Override
  public int lookUp(int[] cells, int[] words, int count) {
    int[] places = new int[LANES];
    int ties = 0;
    int i = 0;
    for (; i + LANES <= count; i += LANES) {
      IntVector word = IntVector.fromArray(SPECIES, words, i);
      IntVector cell = word.and(RoundedGaussian.LIMIT);
      cell.intoArray(places, 0);
      IntVector entry = IntVector.fromArray(SPECIES, cells, 0, places, 0);
      IntVector alias = entry.and(RoundedGaussian.LIMIT);
      IntVector difference =
          word.lanewise(VectorOperators.LSHR, 16).sub(entry.lanewise(VectorOperators.LSHR, 16));
      ties += difference.compare(VectorOperators.EQ, 0).trueCount();
      IntVector below = difference.lanewise(VectorOperators.ASHR, 31);
      IntVector magnitude =
          alias.lanewise(VectorOperators.XOR, alias.lanewise(VectorOperators.XOR, cell).and(below));
      IntVector sign = word.lanewise(VectorOperators.LSHL, 16).lanewise(VectorOperators.ASHR, 31);
      magnitude.lanewise(VectorOperators.XOR, sign).sub(sign).intoArray(words, i);
    }
    return ties + PlainTableLookUp.lookUp(cells, words, i, count);
  }
}
