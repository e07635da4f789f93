package org.shuffledcheckin.cli.service;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The series that a PromQL expression names, as far as our rules and dashboards need it. */
final class Promql {
  private static final Pattern GROUPING =
      Pattern.compile("\\b(by|without|on|ignoring)\\s*\\([^)]*\\)");
  // What follows a digit is part of a number or of a range, such as 1e9 and [5m].
  private static final Pattern NAME =
      Pattern.compile("(?<![\\w:.])[a-zA-Z_:][a-zA-Z0-9_:]*(\\s*\\(|\\s*\\{[^}]*})?");
  private static final Pattern MATCHER =
      Pattern.compile("([a-zA-Z_]\\w*)\\s*(=~|!~|!=|=)\\s*\"([^\"]*)\"");
  private static final Set<String> WORDS = Set.of("and", "or", "unless", "bool", "offset");

  private Promql() {}

  /**
   * A selector.
   *
   * @param labels that must have exactly these values
   */
  record Selector(String metric, Map<String, String> labels) {}

  static List<Selector> selectors(String expression) {
    String bare = GROUPING.matcher(expression).replaceAll(" ");
    List<Selector> found = new ArrayList<>();
    Matcher names = NAME.matcher(bare);
    while (names.find()) {
      String text = names.group();
      String name = text.split("[\\s({]", 2)[0];
      if (!text.endsWith("(") && !WORDS.contains(name)) {
        found.add(new Selector(name, equalities(text)));
      }
    }
    return found;
  }

  private static Map<String, String> equalities(String selector) {
    Map<String, String> labels = new HashMap<>();
    Matcher matchers = MATCHER.matcher(selector);
    while (matchers.find()) {
      if (matchers.group(2).equals("=")) {
        labels.put(matchers.group(1), matchers.group(3));
      }
    }
    return labels;
  }
}
