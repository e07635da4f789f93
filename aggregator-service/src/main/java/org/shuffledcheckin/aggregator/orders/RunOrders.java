package org.shuffledcheckin.aggregator.orders;

import java.util.function.Predicate;
import org.shuffledcheckin.aggregator.store.RunCommand;
import org.shuffledcheckin.kit.journal.Action;
import org.shuffledcheckin.kit.journal.Operator;
import org.shuffledcheckin.kit.journal.OperatorJournal;
import org.shuffledcheckin.kit.journal.Order;

/** Takes orders to a run, from whichever way in; each is in the journal before it takes effect. */
public final class RunOrders {
  private final OperatorJournal journal;
  private final Predicate<RunCommand> run;

  /**
   * Takes orders.
   *
   * @param run carries an order out; false if it was ended before, so that nothing else can be
   *     ordered
   */
  public RunOrders(OperatorJournal journal, Predicate<RunCommand> run) {
    this.journal = journal;
    this.run = run;
  }

  /**
   * Gives an order.
   *
   * @return false if the run was ended before
   * @throws java.io.UncheckedIOException if the journal cannot be written; nothing was ordered
   */
  public boolean give(Operator who, RunCommand command) {
    long entry = journal.append(who, Order.of(action(command)));
    boolean taken = false;
    try {
      taken = run.test(command);
      return taken;
    } finally {
      if (!taken) {
        journal.append(who, Order.notDone(entry));
      }
    }
  }

  private static Action action(RunCommand command) {
    return switch (command) {
      case PAUSE -> Action.PAUSE;
      case TRAIN -> Action.RESUME;
      case END -> Action.END;
    };
  }
}
