package org.shuffledcheckin.aggregator.dashboard;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
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

  /** Whether this is the token; takes the same time for every wrong one of a length. */
  boolean mayOrder(String shown) {
    return shown != null
        && token.isPresent()
        && MessageDigest.isEqual(
            shown.getBytes(StandardCharsets.UTF_8),
            token.get().reveal().getBytes(StandardCharsets.UTF_8));
  }

  void give(RunCommand command) {
    run.accept(command);
  }
}
