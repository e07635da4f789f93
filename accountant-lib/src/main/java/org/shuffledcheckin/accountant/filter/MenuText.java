package org.shuffledcheckin.accountant.filter;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import org.shuffledcheckin.accountant.Budget;

/**
 * The text of a menu: words separated by spaces. A version, which stands for all that is fixed in
 * this package, such as the shares that are kept for losses; epsilon and delta of the budget; then
 * for each filter {@code slices N} and N times epsilon and delta, {@code renyi} with order, epsilon
 * and delta, or {@code unlimited}. Numbers are read by their value.
 */
final class MenuText {
  private static final String VERSION = "1";

  private MenuText() {}

  static String write(FilterMenu menu) {
    List<String> words = new ArrayList<>(List.of(VERSION));
    words.addAll(words(menu.budget()));
    menu.rules().forEach(rule -> words.addAll(rule.words()));
    return String.join(" ", words);
  }

  static List<String> words(Budget budget) {
    return List.of(Double.toString(budget.epsilon()), Double.toString(budget.delta()));
  }

  static FilterMenu parse(String text) {
    try {
      Iterator<String> words = List.of(text.split(" ", -1)).iterator();
      if (!words.next().equals(VERSION)) {
        throw new IllegalArgumentException("not the text of a menu of this version: " + text);
      }
      Budget budget = budget(words);
      RoundCosts costs = new RoundCosts();
      List<FilterRule> rules = new ArrayList<>();
      while (words.hasNext()) {
        rules.add(rule(words, costs));
      }
      if (rules.isEmpty()) {
        throw new IllegalArgumentException("a menu without filters: " + text);
      }
      return new FilterMenu(budget, costs, rules);
    } catch (NoSuchElementException | NumberFormatException e) {
      throw new IllegalArgumentException("not the text of a menu: " + text, e);
    }
  }

  private static FilterRule rule(Iterator<String> words, RoundCosts costs) {
    String word = words.next();
    return switch (word) {
      case SliceRule.WORD -> {
        List<Budget> sizes = new ArrayList<>();
        for (int left = Integer.parseInt(words.next()); left > 0; left--) {
          sizes.add(budget(words));
        }
        yield new SliceRule(sizes, costs);
      }
      case RenyiRule.WORD -> new RenyiRule(number(words), budget(words), costs);
      case UnlimitedRule.WORD -> new UnlimitedRule();
      default -> throw new IllegalArgumentException("unknown filter: " + word);
    };
  }

  private static Budget budget(Iterator<String> words) {
    return new Budget(number(words), number(words));
  }

  private static double number(Iterator<String> words) {
    return Double.parseDouble(words.next());
  }
}
