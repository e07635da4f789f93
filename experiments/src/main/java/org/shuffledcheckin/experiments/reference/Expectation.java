package org.shuffledcheckin.experiments.reference;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.BooleanNode;
import java.math.BigDecimal;
import java.util.Locale;
import org.shuffledcheckin.experiments.reference.ComparedValue.Verdict;

/**
 * One expected output of a reference case and how close a computed value has to come: 1e-7
 * relatively; one unit in the last digit where fewer digits are printed; for an interval, not below
 * its left end and at most 0.5 % above its right end, and for that of a lower bound or of the most
 * that a budget holds the other way round; whole numbers and truth values exactly, "all" and "not
 * all" being such, and other words to the letter. An output named {@code ..._at_most} is a limit;
 * {@code rtol} beside the outputs is the relative error that a file allows.
 */
final class Expectation {
  private static final double RELATIVE = 1e-7;
  private static final double BESIDE_INTERVAL = 0.005;

  private final JsonNode expected;
  private final boolean fromBelow;
  private final boolean limit;
  private final double tolerated;

  /**
   * How the outputs of a case are compared.
   *
   * @param function of the case
   * @param tolerated relative error that the file allows for all of them; 0 where it says nothing
   */
  record Rules(String function, double tolerated) {
    private boolean fromBelow(String output) {
      return function.endsWith("_lower_eps") || output.startsWith("max_");
    }
  }

  private Expectation(String output, JsonNode expected, Rules rules) {
    this.expected = expected;
    this.fromBelow = rules.fromBelow(output);
    this.limit = output.endsWith("_at_most");
    this.tolerated = rules.tolerated();
  }

  static Expectation of(String output, JsonNode expected, Rules rules) {
    if (expected.isTextual() && expected.asText().matches("(not )?all( .*)?")) {
      return new Expectation(
          output, BooleanNode.valueOf(expected.asText().startsWith("all")), rules);
    }
    boolean interval =
        expected.isArray()
            && expected.size() == 2
            && isNumber(expected.get(0))
            && isNumber(expected.get(1));
    if (!interval && !expected.isBoolean() && !expected.isTextual() && !isNumber(expected)) {
      throw new IllegalArgumentException(
          "expected output must be a number, a word, a truth value or an interval but is "
              + expected);
    }
    return new Expectation(output, expected, rules);
  }

  String text() {
    return expected.isArray()
        ? "[" + expected.get(0).asText() + ", " + expected.get(1).asText() + "]"
        : expected.asText();
  }

  Verdict judge(Object computed) {
    if (expected.isBoolean() || computed instanceof Boolean || computed instanceof String) {
      boolean same = expected.asText().equals(String.valueOf(computed));
      return new Verdict(same, same ? 0 : Double.NaN);
    }
    double value = ((Number) computed).doubleValue();
    if (!expected.isArray() && !isNumber(expected)) {
      return new Verdict(false, Double.NaN);
    }
    if (expected.isArray()) {
      return inInterval(value, number(expected.get(0)), number(expected.get(1)));
    }
    double target = number(expected);
    if (limit) {
      return new Verdict(value <= target, Math.max(0, relative(value, target)));
    }
    if (Double.isInfinite(target) || target == value) {
      return new Verdict(target == value, target == value ? 0 : Double.NaN);
    }
    if (expected.isIntegralNumber()) {
      return new Verdict(false, relative(value, target));
    }
    return new Verdict(Math.abs(value - target) <= tolerance(target), relative(value, target));
  }

  private Verdict inInterval(double value, double left, double right) {
    double error =
        value < left ? relative(value, left) : value > right ? relative(value, right) : 0;
    double least = fromBelow ? left * (1 - BESIDE_INTERVAL) : left;
    double most = fromBelow ? right : right * (1 + BESIDE_INTERVAL);
    return new Verdict(value >= least && value <= most, error);
  }

  /** A value such as 0.09623 has been rounded; one such as 2.0e-7 has all its digits. */
  private double tolerance(double target) {
    double relative = Math.max(RELATIVE, tolerated) * Math.abs(target);
    if (target == 0) {
      return 1e-12;
    }
    String text = expected.asText().toLowerCase(Locale.ROOT);
    boolean allDigits = text.matches("[+-]?\\d+\\.0(e.*)?");
    BigDecimal printed = new BigDecimal(text);
    if (allDigits || printed.precision() >= 8) {
      return relative;
    }
    double unit = printed.ulp().doubleValue();
    return Math.max(relative, unit * (1 + 1e-9));
  }

  private static double relative(double value, double target) {
    return (value - target) / Math.abs(target);
  }

  private static double number(JsonNode node) {
    String text = node.asText().toLowerCase(Locale.ROOT);
    return text.matches("[+]?inf(inity)?") ? Double.POSITIVE_INFINITY : Double.parseDouble(text);
  }

  private static boolean isNumber(JsonNode node) {
    if (node.isNumber()) {
      return true;
    }
    return node.isTextual()
        && node.asText().matches("(?i)[+-]?(\\d+\\.?\\d*|\\.\\d+)(e[+-]?\\d+)?|[+]?inf(inity)?");
  }
}
