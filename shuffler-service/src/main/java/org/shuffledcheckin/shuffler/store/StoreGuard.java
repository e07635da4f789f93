package org.shuffledcheckin.shuffler.store;

import java.util.Optional;
import org.shuffledcheckin.kit.round.RoundId;
import org.shuffledcheckin.shuffler.store.Store.Durability;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Stands before the store. The first write that fails closes the door for all others until the
 * store was opened again and everything in memory was read from it afresh: only then is it known
 * what the disk really has.
 */
public final class StoreGuard implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(StoreGuard.class);

  private final Store.Opener opener;
  private volatile Store store;
  private volatile boolean failed;
  private volatile String reason = "";

  /** Opens the store. */
  public StoreGuard(Store.Opener opener) {
    this.opener = opener;
    this.store = opener.open();
  }

  /** The store, for reading. */
  public Store reading() {
    return store;
  }

  /** Writes, or fails and closes the door. */
  public void write(StoreBatch batch, Durability durability) {
    guarded(() -> store.write(batch, durability));
  }

  /** Makes a spool, or fails and closes the door. */
  public void createSpool(RoundId round) {
    guarded(() -> store.createSpool(round));
  }

  /** Why nothing can be written now, if that is so. */
  public Optional<String> problem() {
    return failed
        ? Optional.of("the store failed and is not open again yet (" + reason + ")")
        : Optional.empty();
  }

  /** Whether nothing can be written now. */
  public boolean isFailed() {
    return failed;
  }

  /** Closes the door: what is in memory may not be what the store has. */
  public void fail(RuntimeException cause) {
    if (failed) {
      return;
    }
    reason =
        cause instanceof StoreException
            ? String.valueOf(cause.getMessage())
            : cause.getClass().getName();
    failed = true;
    LOG.atError()
        .addKeyValue("reason", reason)
        .log("the store failed; work is refused until it could be opened again");
  }

  /** Opens the store again; the caller then reads everything and calls {@link #trust}. */
  public Store reopen() {
    store.close();
    store = opener.open();
    return store;
  }

  /** Opens the door: what is in memory is what the store has. */
  public void trust() {
    failed = false;
  }

  @Override
  public void close() {
    failed = true;
    store.close();
  }

  private void guarded(Runnable work) {
    if (failed) {
      throw new StoreException("the store is not available");
    }
    try {
      work.run();
    } catch (StoreException e) {
      fail(e);
      throw e;
    }
  }
}
