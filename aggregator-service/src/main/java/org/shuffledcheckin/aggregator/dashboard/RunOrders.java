package org.shuffledcheckin.aggregator.dashboard;

import java.util.Optional;
import java.util.function.Consumer;
import org.shuffledcheckin.aggregator.store.RunCommand;
import org.shuffledcheckin.kit.config.Secret;

/** Takes orders from whoever shows the operator's token. */
public final class RunOrders {
  private final Optional<Secret> token;
  private final Consumer<RunCommand> run;

  /** Without a token nobody may order anything. */
  public RunOrders(Optional<Secret> token, Consumer<RunCommand> run) {
    this.token = token;
    this.run = run;
  }

  /** Whether anybody could order anything. */
  boolean arePossible() {
    return token.isPresent();
  }

  /** Whether this is the token; takes the same time for every wrong one of a length. */
  boolean mayOrder(String shown) {
    return shown != null && token.isPresent() && token.get().matches(shown);
  }

  void give(RunCommand command) {
    run.accept(command);
  }
}
