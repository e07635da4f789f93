package org.shuffledcheckin.experiments.figure;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * What an axis spans and which of its places carry a number: at least three, few enough not to
 * touch, and all written in one way.
 */
record Scale(double lower, double upper, boolean logarithmic, boolean whole) {
  /** Room beside the outermost values, as a share of what they span. */
  private static final double MARGIN = 0.04;

  private static final int MOST_LABELS = 10;
  private static final int FEWEST_LABELS = 3;

  /** How many letters fit along an axis. */
  private static final double LETTERS = 80;

  /** Powers of ten beyond these are written as such. */
  private static final int PLAIN_EXPONENT = 5;

  private static final String RAISED = "⁰¹²³⁴⁵⁶⁷⁸⁹";

  Scale {
    if (!(lower < upper && (lower > 0 || !logarithmic))) {
      throw new IllegalArgumentException("no scale from " + lower + " to " + upper);
    }
  }

  /** A place of the axis; one that is not labelled is only a thin line. */
  record Tick(double value, String label) {
    boolean isLabelled() {
      return !label.isEmpty();
    }
  }

  /** A scale on which all the values can be seen; they must fit the axis. */
  static Scale of(boolean logarithmic, double... values) {
    if (values.length == 0) {
      return new Scale(logarithmic ? 0.1 : 0, 1, logarithmic, false);
    }
    double least = Double.POSITIVE_INFINITY;
    double most = Double.NEGATIVE_INFINITY;
    boolean whole = true;
    for (double value : values) {
      double at = logarithmic ? Math.log10(value) : value;
      least = Math.min(least, at);
      most = Math.max(most, at);
      whole &= value == Math.rint(value);
    }
    double room = MARGIN * (most - least);
    if (room == 0) {
      room = logarithmic || least == 0 ? 0.5 : Math.abs(least) / 4;
    }
    return logarithmic
        ? new Scale(Math.pow(10, least - room), Math.pow(10, most + room), true, whole)
        : new Scale(least - room, most + room, false, whole);
  }

  /** Where a value lies, in the unit of {@link #lower} and {@link #upper} or its logarithm. */
  double position(double value) {
    return logarithmic ? Math.log10(value) : value;
  }

  /** The places, ascending. */
  List<Tick> ticks() {
    if (!logarithmic) {
      return even();
    }
    double decades = Math.log10(upper / lower) / (1 + 2 * MARGIN);
    if (decades > MOST_LABELS) {
      return decades((int) Math.ceil(decades / MOST_LABELS));
    }
    Set<Integer> labelled = Set.of(1);
    if (decades < 3) {
      // Rounding must not take an exact decade for more than one.
      labelled = decades > 1 + 1e-9 ? Set.of(1, 2, 5) : Set.of(1, 2, 3, 5);
    }
    List<Tick> ticks = digits(labelled);
    // On so little of a logarithm one hardly sees that it is one.
    return ticks.stream().filter(Tick::isLabelled).count() < FEWEST_LABELS ? even() : ticks;
  }

  /** Every so-many-th power of ten with its label, the others without. */
  private List<Tick> decades(int stride) {
    return IntStream.rangeClosed(exponent(lower), exponent(upper))
        .mapToObj(
            exponent ->
                new Tick(
                    Math.pow(10, exponent),
                    Math.floorMod(exponent, stride) == 0 ? power(1, exponent) : ""))
        .filter(this::isInside)
        .toList();
  }

  /** Each first digit of each decade, these with a label. */
  private List<Tick> digits(Set<Integer> labelled) {
    boolean plain = exponent(lower) >= -PLAIN_EXPONENT && exponent(upper) <= PLAIN_EXPONENT;
    List<Tick> ticks = new ArrayList<>();
    for (int exponent = exponent(lower); exponent <= exponent(upper); exponent++) {
      for (int digit = 1; digit <= 9; digit++) {
        BigDecimal value = BigDecimal.valueOf(digit).scaleByPowerOfTen(exponent);
        String label = plain ? plain(value, Math.max(0, -exponent)) : power(digit, exponent);
        ticks.add(new Tick(value.doubleValue(), labelled.contains(digit) ? label : ""));
      }
    }
    return ticks.stream().filter(this::isInside).toList();
  }

  /** Steps of 1, 2 or 5 times a power of ten; where labels are long, every other has one. */
  private List<Tick> even() {
    List<Tick> ticks = even(1);
    return haveRoom(ticks) ? ticks : even(2);
  }

  private List<Tick> even(int stride) {
    BigDecimal step = step((upper - lower) / MOST_LABELS);
    if (whole) {
      step = step.max(BigDecimal.ONE);
    }
    int decimals = Math.max(0, step.scale());
    List<Tick> ticks = new ArrayList<>();
    long number = new BigDecimal(lower).divide(step, 0, RoundingMode.CEILING).longValueExact();
    for (BigDecimal at = step.multiply(BigDecimal.valueOf(number));
        at.doubleValue() <= upper;
        at = at.add(step)) {
      ticks.add(new Tick(at.doubleValue(), number++ % stride == 0 ? plain(at, decimals) : ""));
    }
    return ticks;
  }

  private boolean haveRoom(List<Tick> ticks) {
    double length = position(upper) - position(lower);
    return IntStream.range(1, ticks.size())
        .allMatch(
            i -> {
              Tick left = ticks.get(i - 1);
              Tick right = ticks.get(i);
              double between = (position(right.value()) - position(left.value())) / length;
              double letters = (left.label().length() + right.label().length()) / 2.0 + 1;
              return between * LETTERS > letters;
            });
  }

  private static BigDecimal step(double least) {
    int exponent = exponent(least);
    double digit = least / Math.pow(10, exponent);
    int step = digit <= 1 ? 1 : digit <= 2 ? 2 : digit <= 5 ? 5 : 10;
    return BigDecimal.valueOf(step).scaleByPowerOfTen(exponent).stripTrailingZeros();
  }

  private boolean isInside(Tick tick) {
    return tick.value() >= lower && tick.value() <= upper;
  }

  private static int exponent(double value) {
    return (int) Math.floor(Math.log10(value));
  }

  private static String plain(BigDecimal value, int decimals) {
    return String.format(Locale.ROOT, "%,." + decimals + "f", value);
  }

  private static String power(int digit, int exponent) {
    String raised =
        Integer.toString(Math.abs(exponent))
            .chars()
            .mapToObj(c -> RAISED.substring(c - '0', c - '0' + 1))
            .collect(Collectors.joining());
    return (digit == 1 ? "" : digit + "×") + "10" + (exponent < 0 ? "⁻" : "") + raised;
  }
}
