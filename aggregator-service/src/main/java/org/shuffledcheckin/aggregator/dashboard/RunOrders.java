package org.shuffledcheckin.aggregator.dashboard;

import java.util.Optional;
import java.util.function.Predicate;
import org.shuffledcheckin.aggregator.store.RunCommand;
import org.shuffledcheckin.kit.config.Secret;

/** Takes orders from whoever shows the operator's token. */
public final class RunOrders {
  private final Optional<Secret> token;
  private final Predicate<RunCommand> run;

  /** Without a token nobody may order anything. */
  public RunOrders(Optional<Secret> token, Predicate<RunCommand> run) {
    this.token = token;
    this.run = run;
  }

  /** Whether this is the token; takes the same time for every wrong one of a length. */
  boolean mayOrder(String shown) {
    return shown != null && token.isPresent() && token.get().matches(shown);
  }

  /** Whether the order was taken: a run that was ended takes no other. */
  boolean give(RunCommand command) {
    return run.test(command);
  }
}
