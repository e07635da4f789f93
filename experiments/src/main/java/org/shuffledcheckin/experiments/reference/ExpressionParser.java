package org.shuffledcheckin.experiments.reference;

import java.util.Map;

/**
 * Evaluates the arithmetic expressions of reference files by recursive descent: numbers, {@code + -
 * * / ^}, round or curly brackets, {@code e}, the functions {@code exp}, {@code log}, {@code sqrt},
 * and named values.
 */
final class ExpressionParser {
  private final String text;
  private final Map<String, Double> values;
  private int position;

  private ExpressionParser(String text, Map<String, Double> values) {
    this.text = text;
    this.values = values;
  }

  /** Evaluates an expression. */
  static double evaluate(String text, Map<String, Double> values) {
    ExpressionParser parser = new ExpressionParser(text.replace(" ", ""), values);
    double result = parser.sum();
    if (parser.position < parser.text.length()) {
      throw parser.unreadable();
    }
    return result;
  }

  private double sum() {
    double result = product();
    while (true) {
      if (take('+')) {
        result += product();
      } else if (take('-')) {
        result -= product();
      } else {
        return result;
      }
    }
  }

  private double product() {
    double result = signed();
    while (true) {
      if (take('*')) {
        result *= signed();
      } else if (take('/')) {
        result /= signed();
      } else {
        return result;
      }
    }
  }

  private double signed() {
    return take('-') ? -signed() : power();
  }

  private double power() {
    double base = atom();
    return take('^') ? Math.pow(base, signed()) : base;
  }

  private double atom() {
    if (take('(')) {
      return closedBy(')');
    }
    if (take('{')) {
      return closedBy('}');
    }
    int start = position;
    if (Character.isLetter(peek())) {
      while (Character.isLetterOrDigit(peek()) || peek() == '_') {
        position++;
      }
      return named(text.substring(start, position));
    }
    return number();
  }

  private double closedBy(char bracket) {
    double result = sum();
    if (!take(bracket)) {
      throw unreadable();
    }
    return result;
  }

  private double named(String name) {
    if (take('(')) {
      double argument = closedBy(')');
      return switch (name) {
        case "exp" -> Math.exp(argument);
        case "log" -> Math.log(argument);
        case "sqrt" -> Math.sqrt(argument);
        default -> throw unreadable();
      };
    }
    Double value = name.equals("e") ? Double.valueOf(Math.E) : values.get(name);
    if (value == null) {
      throw unreadable();
    }
    return value;
  }

  private double number() {
    int start = position;
    while (Character.isDigit(peek()) || peek() == '.' || isExponent(start)) {
      position++;
    }
    if (start == position) {
      throw unreadable();
    }
    return Double.parseDouble(text.substring(start, position));
  }

  /** Whether the next character continues a number such as 1e-5. */
  private boolean isExponent(int start) {
    if (position == start) {
      return false;
    }
    char next = peek();
    if (next == 'e' || next == 'E') {
      char after = position + 1 < text.length() ? text.charAt(position + 1) : ' ';
      return Character.isDigit(after) || after == '-' || after == '+';
    }
    char before = text.charAt(position - 1);
    return (next == '-' || next == '+') && (before == 'e' || before == 'E');
  }

  private char peek() {
    return position < text.length() ? text.charAt(position) : ' ';
  }

  private boolean take(char expected) {
    boolean found = peek() == expected;
    position += found ? 1 : 0;
    return found;
  }

  private IllegalArgumentException unreadable() {
    return new IllegalArgumentException("formula must be arithmetic but is '" + text + "'");
  }
}
