package org.shuffledcheckin.aggregator;

import java.util.ArrayDeque;
import java.util.Deque;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Closes parts in the reverse order of opening; one that fails does not keep the rest open. */
final class CloseStack implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(CloseStack.class);

  private final Deque<AutoCloseable> parts = new ArrayDeque<>();

  <T extends AutoCloseable> T push(T part) {
    parts.push(part);
    return part;
  }

  @Override
  public void close() {
    while (!parts.isEmpty()) {
      closeNext();
    }
  }

  private void closeNext() {
    try {
      parts.pop().close();
    } catch (Exception e) {
      LOG.atWarn().setCause(e).log("a part did not close");
    }
  }
}
