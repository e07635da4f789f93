package org.shuffledcheckin.loadtest;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import org.shuffledcheckin.experiments.figure.Csv;
import org.shuffledcheckin.experiments.figure.HtmlPage;
import org.shuffledcheckin.kit.round.RoundId;
import org.shuffledcheckin.loadtest.balance.Balance;
import org.shuffledcheckin.loadtest.balance.CountRange;
import org.shuffledcheckin.loadtest.balance.RoundCounts;

/** What a load test leaves in its folder: JSON, tables, pictures and a page. */
public final class LoadReport {
  /** The file that marks a folder as that of a load test. */
  public static final String SUMMARY = "loadtest.json";

  private static final String SINCE =
      "Messages are timed twice. Since the announcement: from the moment a client heard of the round"
          + " until its pledge, or its delivery, was acknowledged as durable, so whatever kept it waiting counts,"
          + " the driver's own computing too; this is free of coordinated omission. Of the call:"
          + " from sending a request to its reply; a slow reply delays the next request, which this"
          + " number does not show.";

  private final LoadResult result;

  /** A line of the report. */
  public record Fact(String name, String text) {}

  /** Reports a result. */
  public LoadReport(LoadResult result) {
    this.result = result;
  }

  /** Writes every file. */
  public void writeTo(Path folder) throws IOException {
    new ObjectMapper()
        .enable(SerializationFeature.INDENT_OUTPUT)
        .writeValue(folder.resolve(SUMMARY).toFile(), result.summary());
    rounds().writeTo(folder.resolve("rounds.csv"));
    latencies().writeTo(folder.resolve("latency.csv"));
    LoadFigures figures = new LoadFigures(result);
    figures.writeTo(folder);
    page(figures).writeTo(folder.resolve("report.html"));
  }

  /** Whether everything adds up, in one sentence. */
  public String verdict() {
    if (!result.passed()) {
      return "FAILED: what is marked WRONG does not add up.";
    }
    Balance balance = result.balance();
    CountRange reports = balance.reports();
    return switch (result.subject().reach()) {
      case NONE -> "Nothing was compared: the aggregator's operations port was not named.";
      case SHARED ->
          String.format(
              Locale.ROOT,
              "PASSED: none of %,d acknowledged reports was lost; others add to the counts, so"
                  + " double counting could not be looked for.",
              reports.least());
      case SOLE ->
          String.format(
              Locale.ROOT,
              "PASSED: %,d reports acknowledged; %,d counted once, %,d rejected for the reason their"
                  + " sender gave, %,d in rounds declared discarded%s.",
              reports.least(),
              balance.counted(),
              balance.rejected().values().stream().mapToLong(Long::longValue).sum(),
              balance.inDiscarded().least(),
              reports.unknown() == 0
                  ? ""
                  : String.format(Locale.ROOT, "; of %,d more nobody knows", reports.unknown()));
    };
  }

  /** What matters, a name and a text each. */
  public List<Fact> facts() {
    List<Fact> rows = new ArrayList<>();
    add(rows, "system", result.subject().name());
    add(
        rows,
        "clients",
        "%,d honest, %,d misbehaving, %,d dropouts over all rounds",
        result.plan().clients().honest(),
        result.plan().clients().hostile(),
        result.watch().dropped());
    add(
        rows,
        "rounds",
        "%,d seen, %,d released, %,d declared discarded, in %.1f s",
        result.watch().rounds().size(),
        result.balance().released(),
        result.balance().discarded(),
        result.effort().took().toMillis() / 1e3);
    LoadResult.Throughput rates = result.throughput();
    add(
        rows,
        "throughput",
        "%,.0f pledges/s, %,.0f reports/s, %,.1f MB/s while clients were at it (%.1f s)",
        rates.pledgesPerSecond(),
        rates.reportsPerSecond(),
        rates.reportBytesPerSecond() / 1e6,
        rates.busySeconds());
    add(
        rows,
        "overall",
        "%,.0f pledges/s, %.2f rounds/s",
        rates.pledgesPerSecondOverall(),
        rates.roundsPerSecondOverall());
    add(rows, "pledge since announcement", percentiles(result.watch().pledges()));
    add(rows, "delivery since announcement", percentiles(result.watch().deliveries()));
    add(rows, "one call", percentiles(result.watch().calls()));
    add(rows, "round", percentiles(result.rounds()));
    perReport(rows);
    resources(rows);
    add(rows, "pledges by outcome", words(result.watch().pledgeOutcomes()));
    add(rows, "deliveries by outcome", words(result.watch().deliveryOutcomes()));
    if (!result.watch().refusals().isEmpty()) {
      add(rows, "clients that refused", words(result.watch().refusals()));
    }
    result
        .attacks()
        .forEach(
            (kind, outcomes) -> add(rows, "  " + kind.toLowerCase(Locale.ROOT), words(outcomes)));
    add(
        rows,
        "reports",
        "%,d drawn by honest clients, %,d of them acknowledged",
        result.watch().drawn(),
        result.honestReports());
    add(rows, "reports counted", "%,d", result.balance().counted());
    add(rows, "reports rejected", words(result.balance().rejected()));
    return rows;
  }

  private void perReport(List<Fact> rows) {
    Traffic traffic = result.books().traffic();
    add(
        rows,
        "bytes per report",
        "%,.0f from client to shuffler, %,.0f from shuffler to aggregator",
        traffic.perReport((double) traffic.bytesToShuffler()),
        traffic.perReport((double) traffic.bytesToAggregator()));
    add(
        rows,
        "CPU per report",
        "%s; network, TLS and the JVM's own are in none of them",
        result.effort().roleSeconds().entrySet().stream()
            .map(
                role ->
                    String.format(
                        Locale.ROOT,
                        "%s %,.2f ms",
                        role.getKey(),
                        1e3 * traffic.perReport(role.getValue())))
            .collect(Collectors.joining(", ")));
  }

  private void resources(List<Fact> rows) {
    Resources.Used used = result.effort().used();
    add(
        rows,
        "this process",
        "%.1f CPU seconds on %d processors, heap at most %,.0f MB, resident %s",
        used.cpuSeconds(),
        used.processors(),
        used.peakHeapBytes() / 1e6,
        used.peakResidentBytes() == null
            ? "unknown"
            : String.format(Locale.ROOT, "%,.0f MB", used.peakResidentBytes() / 1e6));
  }

  private static void add(List<Fact> rows, String name, String format, Object... values) {
    rows.add(
        new Fact(name, values.length == 0 ? format : String.format(Locale.ROOT, format, values)));
  }

  private static String percentiles(Latencies latencies) {
    if (latencies.count() == 0) {
      return "none";
    }
    return String.format(
        Locale.ROOT,
        "p50 %,.1f ms, p90 %,.1f, p99 %,.1f, p99.9 %,.1f, max %,.1f",
        latencies.millis(50),
        latencies.millis(90),
        latencies.millis(99),
        latencies.millis(99.9),
        latencies.millis(100));
  }

  private static String words(Map<String, Long> counts) {
    return counts.isEmpty()
        ? "none"
        : counts.entrySet().stream()
            .map(
                entry ->
                    String.format(
                        Locale.ROOT,
                        "%s %,d",
                        entry.getKey().toLowerCase(Locale.ROOT),
                        entry.getValue()))
            .collect(Collectors.joining(", "));
  }

  private Csv rounds() {
    Csv csv =
        new Csv(
            "round",
            "disposition",
            "pledges_acknowledged",
            "busy_ms",
            "reports_acknowledged",
            "reports_unknown",
            "reports_counted",
            "reports_rejected");
    for (Map.Entry<RoundId, RoundActivity> entry : result.watch().rounds().entrySet()) {
      RoundCounts counts = result.balance().counts().get(entry.getKey());
      CountRange reports = result.balance().of(entry.getKey());
      csv.row(
          entry.getKey().number(),
          counts == null ? null : counts.disposition(),
          entry.getValue().pledges(),
          entry.getValue().busy().toMillis(),
          reports.least(),
          reports.unknown(),
          counts == null ? null : counts.counted(),
          counts == null ? null : counts.reports() - counts.counted());
    }
    return csv;
  }

  private Csv latencies() {
    Csv csv = new Csv("measure", "percentile", "ms");
    addTo(csv, "pledge_since_announcement", result.watch().pledges());
    addTo(csv, "delivery_since_announcement", result.watch().deliveries());
    addTo(csv, "call", result.watch().calls());
    addTo(csv, "round", result.rounds());
    return csv;
  }

  private static void addTo(Csv csv, String name, Latencies latencies) {
    for (double[] point : latencies.tail()) {
      double percentile = Math.round(1e6 * (1 - 1 / point[0])) / 1e4;
      csv.row(name, percentile, point[1]);
    }
    if (latencies.count() > 0) {
      csv.row(name, 100, latencies.millis(100));
    }
  }

  private HtmlPage page(LoadFigures figures) {
    HtmlPage page =
        new HtmlPage("A load test")
            .paragraph(verdict())
            .paragraph(
                "For every released round the reports that the shuffler acknowledged are compared"
                    + " with those that the aggregator summed or rejected, by the fate that their"
                    + " senders know they must meet. A round that was declared discarded counts"
                    + " for nothing, and must.");
    result.violations().forEach(violation -> page.paragraph("WRONG: " + violation));
    return page.heading("Pledges and deliveries")
        .figure(figures.rates(), "Acknowledged pledges a second in each round")
        .figure(
            figures.latencies(), "How long pledges and deliveries took: one in so many took longer")
        .paragraph(SINCE)
        .heading("Reports")
        .figure(figures.reports(), "Reports acknowledged, counted and rejected in each round")
        .heading("In numbers")
        .table(
            List.of("", ""),
            facts().stream().map(fact -> List.of(fact.name(), fact.text())).toList());
  }
}
