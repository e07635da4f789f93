package org.shuffledcheckin.report.noise;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** The vector look-up against the plain one, bit for bit. */
class TableLookUpTest {
  private final int[] cells = RoundedGaussian.of(0.86, 4085).table().cells;

  @Test
  void lookUp_everyCellOnBothSidesAndOnTheThreshold_isTheSame() {
    int[] words = new int[6 * cells.length];
    for (int cell = 0; cell < cells.length; cell++) {
      int threshold = cells[cell] >>> 16;
      for (int i = 0; i < 6; i++) {
        int upper = Math.min(0xffff, Math.max(0, threshold - 1 + i / 2));
        words[6 * cell + i] = upper << 16 | (i & 1) << 15 | cell;
      }
    }
    assertSame(words, words.length);
    assertThat(new PlainTableLookUp().lookUp(cells, words.clone(), words.length))
        .isGreaterThanOrEqualTo(2 * cells.length);
  }

  @Test
  void lookUp_randomWordsOfAnyCount_isTheSame() {
    SplittableRandom random = new SplittableRandom(11);
    for (int count = 0; count < 70; count++) {
      assertSame(random.ints(count + 3).toArray(), count);
    }
    assertSame(random.ints(1_000_003).toArray(), 1_000_003);
  }

  @Test
  void fastest_withTheModule_isTheVectorOne() {
    assertThat(TableLookUp.fastest()).isInstanceOf(VectorTableLookUp.class);
  }

  private void assertSame(int[] words, int count) {
    int[] plain = words.clone();
    int[] vector = words.clone();
    int ties = new PlainTableLookUp().lookUp(cells, plain, count);
    assertThat(new VectorTableLookUp().lookUp(cells, vector, count)).isEqualTo(ties);
    assertThat(vector).isEqualTo(plain);
  }
}
