package org.shuffledcheckin.aggregator.counting;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.TreeMap;
import org.shuffledcheckin.aggregator.run.CountingView;
import org.shuffledcheckin.aggregator.run.RoundTimes;
import org.shuffledcheckin.aggregator.run.RoundView;
import org.shuffledcheckin.aggregator.run.RunJson;
import org.shuffledcheckin.aggregator.run.RunListener;
import org.shuffledcheckin.aggregator.store.Estimate;
import org.shuffledcheckin.aggregator.store.RoundOutcome;
import org.shuffledcheckin.aggregator.store.RunHistory;
import org.shuffledcheckin.kit.files.AtomicFile;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Collects what counting rounds have found and keeps it in a file, which is replaced as a whole
 * after every round. The store is what counts; the file can be removed and comes back. Safe for
 * several threads.
 */
public final class CountingResults implements RunListener {
  /** Name of the file in the data folder. */
  public static final String FILE = "results.json";

  private static final Logger LOG = LoggerFactory.getLogger(CountingResults.class);

  private final Path file;
  private final TreeMap<Long, Estimate> rounds = new TreeMap<>();

  /** Reads what a run has found so far, and writes it down. */
  public CountingResults(RunHistory history, Path folder) {
    file = folder.resolve(FILE);
    for (long number = 1; number <= history.totals().charged(); number++) {
      long round = number;
      history
          .outcome(round)
          .flatMap(RoundOutcome::estimate)
          .ifPresent(estimate -> rounds.put(round, estimate));
    }
    write();
  }

  @Override
  public void roundEnded(RoundView round, RoundTimes times) {
    round
        .outcome()
        .flatMap(RoundOutcome::estimate)
        .ifPresent(estimate -> keep(round.number(), estimate));
  }

  private synchronized void keep(long round, Estimate estimate) {
    rounds.put(round, estimate);
    write();
    LOG.atInfo()
        .addKeyValue("round", round)
        .addKeyValue("reports", estimate.reports())
        .addKeyValue("estimates", estimate.values())
        .log("counted; {} holds all rounds together", file);
  }

  /** What all rounds have found so far. */
  public synchronized CountingView view() {
    return new CountingView(rounds);
  }

  private void write() {
    try {
      String text = RunJson.write(view()).toPrettyString() + System.lineSeparator();
      AtomicFile.replace(file, text.getBytes(UTF_8));
    } catch (IOException e) {
      throw new UncheckedIOException("The results cannot be written to " + file, e);
    }
  }
}
