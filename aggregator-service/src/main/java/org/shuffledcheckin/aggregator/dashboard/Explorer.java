package org.shuffledcheckin.aggregator.dashboard;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.concurrent.Semaphore;
import java.util.function.LongFunction;
import java.util.function.UnaryOperator;
import org.shuffledcheckin.accountant.Kind;
import org.shuffledcheckin.accountant.lowerbound.LowerBounds;
import org.shuffledcheckin.accountant.paper.Comparison;
import org.shuffledcheckin.accountant.sound.SoundAccountant;

/**
 * Answers what rounds would cost, by every method, each value with its kind. Methods are asked one
 * by one: what is proven is there in a tenth of a second, the others take longer.
 */
final class Explorer {
  private static final int REMEMBERED = 512;

  /** More at a time would take the processor from training. */
  private static final int AT_A_TIME = 2;

  /** Whoever finds more waiting is sent away, to ask again. */
  private static final int WAITING = 4;

  private final Map<Asked, Answer> answers =
      new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<Asked, Answer> eldest) {
          return size() > REMEMBERED;
        }
      };
  private final Semaphore quick = new Semaphore(AT_A_TIME, true);
  private final Semaphore slow = new Semaphore(AT_A_TIME, true);

  /** What can be asked for, and at how many numbers of rounds up to the one in question. */
  enum Part {
    /** The proven bound. */
    PROVEN(6),
    /** The lower bound, at the rounds in question alone. */
    LOWER(0),
    /** The lower bound over rounds. */
    LOWER_CURVE(4),
    /** The paper's three methods. */
    PAPER(6);

    private final int steps;

    Part(int steps) {
      this.steps = steps;
    }

    private SortedSet<Long> grid(long rounds) {
      SortedSet<Long> grid = new TreeSet<>();
      for (int i = 0; i < steps; i++) {
        grid.add(Math.round(Math.pow((double) rounds, (double) i / steps)));
      }
      grid.add(rounds);
      return grid;
    }
  }

  private record Asked(ExplorerQuestion question, Part part) {}

  /**
   * What methods say.
   *
   * @param accountedClients how many clients the proven bound is charged with
   */
  record Answer(List<Method> methods, long accountedClients) {}

  /**
   * What one method says.
   *
   * @param epsilon at the rounds in question; null stands for infinity, which JSON has not
   * @param points at fewer rounds as well
   */
  record Method(String name, Kind kind, String method, Double epsilon, List<Point> points) {}

  /** Epsilon after so many rounds. */
  record Point(long rounds, Double epsilon) {}

  /**
   * Answers a query by its parameters.
   *
   * @throws IllegalArgumentException if one is missing or out of range
   * @throws IllegalStateException if too many are asking already
   */
  Answer answer(Part part, UnaryOperator<String> parameters) {
    Asked asked = new Asked(ExplorerQuestion.of(parameters), part);
    synchronized (answers) {
      if (answers.containsKey(asked)) {
        return answers.get(asked);
      }
    }
    // What is proven never waits behind what takes long.
    Semaphore workers = part == Part.PROVEN ? quick : slow;
    if (workers.getQueueLength() >= WAITING) {
      throw new IllegalStateException("too many are asking; ask again");
    }
    workers.acquireUninterruptibly();
    try {
      Answer fresh = work(asked);
      synchronized (answers) {
        answers.put(asked, fresh);
      }
      return fresh;
    } finally {
      workers.release();
    }
  }

  private static Answer work(Asked asked) {
    LongFunction<List<Comparison.Row>> method = method(asked);
    Map<String, List<Point>> curves = new LinkedHashMap<>();
    List<Comparison.Row> last = List.of();
    for (long rounds : asked.part().grid(asked.question().rounds())) {
      last = method.apply(rounds);
      for (Comparison.Row row : last) {
        curves
            .computeIfAbsent(row.name(), name -> new ArrayList<>())
            .add(new Point(rounds, finite(row)));
      }
    }
    return new Answer(
        last.stream().map(row -> method(row, curves.get(row.name()))).toList(),
        asked.question().accounted().clients());
  }

  private static LongFunction<List<Comparison.Row>> method(Asked asked) {
    ExplorerQuestion question = asked.question();
    double delta = question.delta();
    return switch (asked.part()) {
      case PROVEN -> {
        SoundAccountant accountant = SoundAccountant.create();
        yield rounds ->
            List.of(
                new Comparison.Row(
                    "proven upper bound",
                    accountant.compose(question.accounted(), rounds).epsilon(delta)));
      }
      case LOWER, LOWER_CURVE ->
          rounds ->
              List.of(
                  new Comparison.Row(
                      "proven lower bound", LowerBounds.epsilon(question.round(), rounds, delta)));
      case PAPER -> new Comparison(question.round(), delta, OptionalLong.empty())::paperRows;
    };
  }

  private static Method method(Comparison.Row row, List<Point> points) {
    return new Method(row.name(), row.value().kind(), row.value().method(), finite(row), points);
  }

  private static Double finite(Comparison.Row row) {
    double value = row.value().epsilon();
    return Double.isFinite(value) ? value : null;
  }
}
