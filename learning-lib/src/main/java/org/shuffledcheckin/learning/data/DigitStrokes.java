package org.shuffledcheckin.learning.data;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * How each digit is written: one or more variants, each a few strokes through points of the unit
 * square, straight (L) or curved (S).
 */
final class DigitStrokes {
  /**
   * One movement of the pen.
   *
   * @param curved whether the pen swings through the points rather than turning at them
   * @param points x and y of each point, y growing downwards
   */
  record Stroke(boolean curved, List<double[]> points) {}

  private static final String[][] TEXTS = {
    {"S .5 .04 .22 .18 .12 .5 .22 .82 .5 .96 .78 .82 .88 .5 .78 .18 .5 .04"},
    {"L .5 .03 .5 .97", "L .3 .25 .55 .04 .55 .96", "L .3 .22 .52 .04 .52 .95|L .25 .95 .8 .95"},
    {
      "S .15 .3 .25 .1 .5 .04 .78 .15 .8 .36 .6 .62 .3 .82 .12 .95|L .12 .95 .88 .95",
      "S .18 .2 .5 .05 .8 .25 .6 .6 .2 .9 .16 .75 .4 .78 .65 .95 .9 .85"
    },
    {
      "S .18 .15 .45 .04 .76 .15 .74 .36 .42 .47|S .42 .47 .8 .57 .86 .78 .55 .96 .14 .86",
      "L .15 .07 .8 .07 .45 .42|S .45 .42 .82 .52 .86 .76 .55 .96 .14 .86"
    },
    {"L .62 .04 .12 .66 .9 .66|L .66 .38 .66 .97", "L .22 .05 .18 .55 .85 .55|L .76 .04 .72 .97"},
    {
      "L .82 .05 .27 .05 .2 .46|S .2 .46 .5 .37 .82 .5 .83 .76 .55 .96 .14 .87",
      "S .85 .07 .5 .06 .25 .12 .2 .42 .55 .4 .84 .6 .75 .88 .4 .97 .12 .85"
    },
    {"S .72 .04 .36 .25 .15 .6 .25 .9 .55 .96 .8 .78 .7 .55 .45 .52 .19 .7"},
    {"L .12 .08 .88 .08 .4 .97", "L .12 .08 .88 .08 .42 .97|L .28 .5 .76 .5"},
    {
      "S .5 .48 .23 .3 .3 .1 .5 .04 .72 .11 .77 .3 .5 .48 .2 .68 .25 .88 .5 .96 .78 .88 .82 .68"
          + " .5 .48"
    },
    {
      "S .8 .28 .6 .07 .3 .11 .2 .33 .4 .52 .7 .46 .81 .25|S .81 .25 .78 .6 .6 .97",
      "S .8 .28 .55 .06 .24 .2 .28 .46 .6 .5 .81 .25|L .81 .25 .76 .97"
    }
  };

  private static final List<List<List<Stroke>>> VARIANTS =
      Arrays.stream(TEXTS)
          .map(digit -> Arrays.stream(digit).map(DigitStrokes::parse).toList())
          .toList();

  private DigitStrokes() {}

  /** Returns the ways to write {@code digit}. */
  static List<List<Stroke>> variants(int digit) {
    return VARIANTS.get(digit);
  }

  private static List<Stroke> parse(String variant) {
    List<Stroke> strokes = new ArrayList<>();
    for (String text : variant.split("\\|", -1)) {
      String[] words = text.split(" ", -1);
      List<double[]> points = new ArrayList<>();
      for (int i = 1; i + 1 < words.length; i += 2) {
        points.add(new double[] {Double.parseDouble(words[i]), Double.parseDouble(words[i + 1])});
      }
      strokes.add(new Stroke(words[0].equals("S"), List.copyOf(points)));
    }
    return List.copyOf(strokes);
  }
}
