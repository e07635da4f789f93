package org.shuffledcheckin.cli.service;

import io.micrometer.core.instrument.Gauge;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.NoSuchFileException;
import java.sql.SQLException;
import java.util.Optional;
import org.shuffledcheckin.aggregator.config.SettingsChanged;
import org.shuffledcheckin.aggregator.ledger.LedgerRefusal;
import org.shuffledcheckin.aggregator.metrics.RunMetrics;
import org.shuffledcheckin.aggregator.store.StoreUnavailable;
import org.shuffledcheckin.cli.CommandFailure;
import org.shuffledcheckin.cli.ExitCode;
import org.shuffledcheckin.kit.operations.OperationsConfig;
import org.shuffledcheckin.kit.operations.OperationsServer;
import org.shuffledcheckin.kit.operations.Readiness;
import org.shuffledcheckin.kit.operations.ServiceMetrics;
import org.shuffledcheckin.shuffler.store.StoreException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Starts a service. What fails outside of it (a file, a disk, a database, a ledger that is older
 * than what is remembered of it, a configuration that is not the run's) becomes one sentence; a
 * service that may wait says that sentence in its log and on {@code /readyz}, and tries again until
 * the cause is gone. What is wrong with the configuration itself always ends it.
 */
final class ServiceStart {
  private static final Logger LOG = LoggerFactory.getLogger(ServiceStart.class);
  private static final long PAUSE_MILLIS = 2000;
  private static final long LONGEST_PAUSE_MILLIS = 10_000;
  private static final long NANOS_PER_MILLI = 1_000_000;

  private ServiceStart() {}

  /** One attempt to start. */
  interface Attempt<T> {
    T start() throws IOException;
  }

  /** Says in the log that the process is up: reading data and ledgers may take a while. */
  static void announce(String service) {
    LOG.atInfo().addKeyValue("service", service).log("starting");
  }

  static <T> T start(boolean wait, OperationsConfig port, Attempt<T> attempt)
      throws InterruptedException {
    String said = "";
    while (true) {
      String problem;
      int exitCode = ExitCode.UNAVAILABLE;
      boolean refused = false;
      long began = System.nanoTime();
      try {
        return attempt.start();
      } catch (LedgerRefusal e) {
        // Nothing here can mend it, but an operator who restores the newer database can.
        problem = sentence(e);
        exitCode = ExitCode.FAILED;
        refused = true;
      } catch (SettingsChanged e) {
        if (!wait) {
          throw e;
        }
        problem = sentence(e);
      } catch (IOException | RuntimeException e) {
        problem = outside(e);
      }
      if (!wait) {
        throw new CommandFailure(exitCode, problem);
      }
      if (!problem.equals(said)) {
        LOG.atWarn().log("not ready: {}; trying again until that is mended", problem);
        said = problem;
      }
      // Most of the time there is somebody who answers, also where an attempt takes long.
      long attempted = (System.nanoTime() - began) / NANOS_PER_MILLI;
      long pause = Math.min(LONGEST_PAUSE_MILLIS, Math.max(PAUSE_MILLIS, 2 * attempted));
      showNotReady(port, problem, refused, pause);
    }
  }

  private static void showNotReady(
      OperationsConfig port, String problem, boolean refused, long pauseMillis)
      throws InterruptedException {
    if (!port.enabled()) {
      Thread.sleep(pauseMillis);
      return;
    }
    Readiness readiness = new Readiness().check("start", () -> Optional.of(problem));
    try (ServiceMetrics metrics = new ServiceMetrics()) {
      Gauge.builder("checkin.service.waiting", () -> 1)
          .description("1 while the service cannot start; its /readyz says why")
          .register(metrics.registry());
      if (refused) {
        RunMetrics.bindRefused(metrics.registry());
      }
      // Without HTTPS: the certificate may be what is waited for.
      OperationsConfig plain = new OperationsConfig(true, port.host(), port.port());
      OperationsServer server = OperationsServer.start(plain, metrics, readiness);
      try {
        Thread.sleep(pauseMillis);
      } finally {
        server.close();
      }
    }
  }

  /** The sentence for a failure that came from outside; every other one goes on as it is. */
  private static String outside(Exception failure) {
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      if (cause instanceof IOException
          || cause instanceof SQLException
          || cause instanceof StoreUnavailable
          || cause instanceof StoreException) {
        return sentence(failure);
      }
    }
    if (failure instanceof RuntimeException unchecked) {
      throw unchecked;
    }
    throw new IllegalStateException(failure);
  }

  private static String sentence(Exception failure) {
    Throwable root = failure;
    while (root.getCause() != null) {
      root = root.getCause();
    }
    String what = String.valueOf(failure.getMessage()).replaceFirst("\\.$", "");
    if (what.endsWith(")")) {
      // The reason is there already, in better words.
      return what;
    } else if (root instanceof NoSuchFileException) {
      return what + " (it is not there)";
    } else if (root instanceof AccessDeniedException) {
      return what + " (it may not be read or written)";
    } else if (root == failure || root.getMessage() == null || what.contains(root.getMessage())) {
      return what;
    }
    return what + " (" + root.getMessage().lines().findFirst().orElse("") + ")";
  }
}
