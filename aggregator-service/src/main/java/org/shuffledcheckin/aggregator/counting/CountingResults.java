package org.shuffledcheckin.aggregator.counting;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.shuffledcheckin.aggregator.run.RoundFacts;
import org.shuffledcheckin.aggregator.run.RunListener;
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
  private static final JsonMapper JSON = new JsonMapper();

  private final Path file;
  private final Map<Long, Estimate> rounds = new TreeMap<>();

  /** Reads what a run has found so far, and writes it down. */
  public CountingResults(RunHistory history, Path folder) {
    file = folder.resolve(FILE);
    for (long number = 1; number <= history.totals().charged(); number++) {
      long round = number;
      history
          .outcome(round)
          .filter(outcome -> !outcome.result().isEmpty())
          .ifPresent(outcome -> rounds.put(round, Estimate.parse(outcome.result())));
    }
    write();
  }

  @Override
  public synchronized void roundEnded(RoundFacts facts) {
    if (facts.outcome().result().isEmpty()) {
      return;
    }
    Estimate estimate = Estimate.parse(facts.outcome().result());
    rounds.put(facts.number(), estimate);
    write();
    LOG.atInfo()
        .addKeyValue("round", facts.number())
        .addKeyValue("reports", estimate.reports())
        .addKeyValue("estimates", estimate.estimates())
        .addKeyValue("standard_errors", estimate.standardErrors())
        .log("counted; {} holds all rounds together", file);
  }

  /** All rounds together, and each: shares or a mean, with standard errors. */
  public synchronized Map<String, Object> view() {
    Estimate all =
        rounds.values().stream().reduce(new Estimate(0, List.of(), List.of()), Estimate::with);
    Map<String, Object> view = new LinkedHashMap<>();
    view.put("combined", fields(all));
    view.put(
        "rounds",
        rounds.entrySet().stream()
            .map(
                round -> {
                  Map<String, Object> row = new LinkedHashMap<>();
                  row.put("round", round.getKey());
                  row.putAll(fields(round.getValue()));
                  return row;
                })
            .toList());
    return view;
  }

  private static Map<String, Object> fields(Estimate estimate) {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("reports", estimate.reports());
    fields.put("estimates", estimate.estimates());
    fields.put("standard_errors", estimate.standardErrors());
    return fields;
  }

  private void write() {
    try {
      AtomicFile.replace(file, (text() + System.lineSeparator()).getBytes(UTF_8));
    } catch (IOException e) {
      throw new UncheckedIOException("The results cannot be written to " + file, e);
    }
  }

  private String text() {
    try {
      return JSON.writerWithDefaultPrettyPrinter().writeValueAsString(view());
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("numbers are always JSON", e);
    }
  }
}
