package org.shuffledcheckin.accountant.filter;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import org.shuffledcheckin.accountant.CheckInLaw;
import org.shuffledcheckin.accountant.LocalGuarantee;

/**
 * The text of a filter's state: words separated by spaces, one group per filter of the menu. {@code
 * slices N} is followed by N times law, clients, guarantee, rate, whether reports may be lost, and
 * what was used; {@code renyi} by what was used; {@code counted} by how many rounds; {@code broken}
 * by nothing. Numbers are read by their value: run-times differ in the digits that they write for
 * one.
 */
final class FilterText {
  private static final String SLICES = "slices";
  private static final String RENYI = "renyi";
  private static final String COUNTED = "counted";
  private static final String BROKEN = "broken";

  private FilterText() {}

  static String write(List<FilterState> states) {
    List<String> words = new ArrayList<>();
    for (FilterState state : states) {
      if (state instanceof FilterState.Slices slices) {
        words.add(SLICES);
        words.add(Integer.toString(slices.slices().size()));
        slices.slices().forEach(slice -> write(slice, words));
      } else if (state instanceof FilterState.Renyi renyi) {
        words.add(RENYI);
        write(renyi.used(), words);
      } else if (state instanceof FilterState.Counted counted) {
        words.add(COUNTED);
        words.add(Long.toString(counted.rounds()));
      } else {
        words.add(BROKEN);
      }
    }
    return String.join(" ", words);
  }

  static List<FilterState> parse(FilterMenu menu, String text) {
    try {
      Iterator<String> words = List.of(text.split(" ", -1)).iterator();
      List<FilterState> states = new ArrayList<>();
      for (FilterRule rule : menu.rules()) {
        states.add(parse(rule, words));
      }
      boolean spent = states.stream().allMatch(FilterState.Broken.BROKEN::equals);
      if (spent || words.hasNext()) {
        throw new IllegalArgumentException("not the text of a filter: " + text);
      }
      return states;
    } catch (NoSuchElementException | NumberFormatException e) {
      throw new IllegalArgumentException("not the text of a filter: " + text, e);
    }
  }

  private static FilterState parse(FilterRule rule, Iterator<String> words) {
    String word = words.next();
    FilterState state =
        switch (word) {
          case BROKEN -> FilterState.Broken.BROKEN;
          case RENYI -> new FilterState.Renyi(parseUsed(words));
          case SLICES -> parseSlices(words);
          case COUNTED -> new FilterState.Counted(Long.parseLong(words.next()));
          default -> throw new IllegalArgumentException("unknown state of a filter: " + word);
        };
    if (!(state instanceof FilterState.Broken || rule.admits(state))) {
      throw new IllegalArgumentException("not the state of a filter of this menu: " + word);
    }
    return state;
  }

  private static FilterState parseSlices(Iterator<String> words) {
    int count = Integer.parseInt(words.next());
    List<Slice> slices = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      slices.add(parseSlice(words));
    }
    return new FilterState.Slices(slices);
  }

  private static void write(Slice slice, List<String> words) {
    FilterKind kind = slice.kind();
    words.add(kind.law().name());
    words.add(Long.toString(kind.clients()));
    words.add(kind.guarantee().text());
    words.add(Double.toString(kind.rate()));
    words.add(Boolean.toString(kind.lossy()));
    write(slice.used(), words);
  }

  private static Slice parseSlice(Iterator<String> words) {
    FilterKind kind =
        new FilterKind(
            CheckInLaw.valueOf(words.next()),
            Long.parseLong(words.next()),
            LocalGuarantee.parse(words.next()),
            number(words),
            bool(words));
    return new Slice(kind, parseUsed(words));
  }

  private static void write(Used used, List<String> words) {
    words.add(Double.toString(used.amount()));
    words.add(Double.toString(used.mass()));
    words.add(Double.toString(used.differs()));
  }

  private static Used parseUsed(Iterator<String> words) {
    return new Used(number(words), number(words), number(words));
  }

  private static boolean bool(Iterator<String> words) {
    return switch (words.next()) {
      case "true" -> true;
      case "false" -> false;
      default -> throw new IllegalArgumentException("neither true nor false");
    };
  }

  private static double number(Iterator<String> words) {
    return Double.parseDouble(words.next());
  }
}
