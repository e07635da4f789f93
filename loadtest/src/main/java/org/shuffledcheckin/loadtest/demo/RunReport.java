package org.shuffledcheckin.loadtest.demo;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import org.shuffledcheckin.accountant.CheckInLaw;
import org.shuffledcheckin.accountant.Kind;
import org.shuffledcheckin.accountant.UpperBound;
import org.shuffledcheckin.aggregator.RunArchive;
import org.shuffledcheckin.aggregator.ledger.LedgerEntry;
import org.shuffledcheckin.aggregator.ledger.LedgerLines;
import org.shuffledcheckin.aggregator.run.RoundView;
import org.shuffledcheckin.aggregator.run.RunStatus;
import org.shuffledcheckin.aggregator.store.RoundOutcome;
import org.shuffledcheckin.aggregator.store.RunHistory;
import org.shuffledcheckin.experiments.figure.Bounds;
import org.shuffledcheckin.experiments.figure.Csv;
import org.shuffledcheckin.experiments.figure.HtmlPage;
import org.shuffledcheckin.learning.model.Dl4jModels;
import org.shuffledcheckin.learning.model.ModelSpec;
import org.shuffledcheckin.loadtest.local.SystemFolder;
import org.shuffledcheckin.report.randomizer.ReportForm;

/** What a run leaves in its folder: page, pictures, tables, ledger and model. */
public final class RunReport {
  private final SystemFolder folder;
  private final DemoPlan plan;
  private final RunStatus status;
  private final double seconds;
  private final boolean resumed;
  private final List<LedgerEntry> ledger;
  private final List<RoundView> rounds;
  private final float[] parameters;

  /**
   * Reads what the run's own store says of it.
   *
   * @param seconds it took
   * @param resumed whether the seconds are those since it went on
   */
  public RunReport(
      SystemFolder folder,
      DemoPlan plan,
      RunStatus status,
      double seconds,
      boolean resumed,
      RunHistory history) {
    this.folder = folder;
    this.plan = plan;
    this.status = status;
    this.seconds = seconds;
    this.resumed = resumed;
    this.ledger = history.ledgerAfter(0, Integer.MAX_VALUE);
    this.rounds = RoundView.after(history, 0, Integer.MAX_VALUE);
    this.parameters = history.newestModel().parameters();
  }

  /** The run in one object, for programs. */
  public Map<String, Object> summary() {
    Map<String, Object> summary = new LinkedHashMap<>();
    summary.put("accuracy", accuracy());
    summary.put("epsilon", spent().epsilon());
    summary.put("delta", spent().delta());
    summary.put("kind", Kind.UPPER_BOUND.name());
    summary.put("method", spent().method());
    summary.put("rounds", status.totals().committed());
    summary.put("discarded", status.totals().discarded());
    summary.put("checkIns", status.totals().aggregated());
    summary.put("clients", plan.population().clients());
    summary.put("seconds", Math.round(seconds * 10) / 10.0);
    summary.put("run", folder.path().toString());
    return summary;
  }

  /** The run in one sentence. */
  public String sentence() {
    return String.format(
        Locale.ROOT,
        "%.2f %% accuracy after %,d rounds and %,d anonymous reports%s, in %.0f s%s, at a proven"
            + " ε ≤ %s (δ = %s).",
        100 * accuracy(),
        status.totals().committed(),
        status.totals().aggregated(),
        isSummed() ? ", of which only sums were seen" : "",
        seconds,
        resumed ? " since it went on" : "",
        Bounds.up(spent().epsilon(), 3),
        Bounds.delta(spent().delta()));
  }

  /** Writes every file of the report. */
  public void write() throws IOException {
    RunFigures figures = new RunFigures(plan, rounds);
    figures.writeTo(folder.path());
    csv().writeTo(folder.path().resolve("rounds.csv"));
    writeLedger(folder.path().resolve("ledger.jsonl"));
    Dl4jModels.save(model(), parameters, folder.path().resolve("model.zip"));
    page(figures).writeTo(folder.path().resolve("report.html"));
  }

  private ModelSpec model() {
    try (RunArchive archive = RunArchive.ofFolder(folder.aggregator())) {
      return archive.model();
    }
  }

  private UpperBound spent() {
    return status.budget().spent();
  }

  private double accuracy() {
    return status.accuracy().orElse(Double.NaN);
  }

  private HtmlPage page(RunFigures figures) {
    return new HtmlPage("A model trained by clients that nobody can name")
        .paragraph(sentence())
        .paragraph(isSummed() ? summed() : shuffled())
        .heading("What it cost")
        .figure(figures.progress(), "Test accuracy and proven epsilon over rounds")
        .paragraph(
            "Epsilon bounds how well anyone who sees everything the aggregator sees could tell"
                + " whether one client's record was replaced by another. It is proven under these"
                + " assumptions: all counted clients drew honestly in every round, and the shuffler"
                + (isSummed()
                    ? " and the aggregator do not work together: together they would see reports"
                        + " with next to no noise."
                    : " does not tell the aggregator who sent what."))
        .figure(
            figures.methods(),
            isSummed()
                ? "Epsilon by observer, each with its kind"
                : "Epsilon by method, each with its kind")
        .paragraph(
            isSummed()
                ? "Only UPPER_BOUND values are promises. LOWER_BOUND values show how tight the"
                    + " promise is. The shuffler knows who checked in; it learns no sum, because"
                    + " the models pass it under a key that only clients and the aggregator hold."
                : "Only UPPER_BOUND values are promises. LOWER_BOUND values show how tight the"
                    + " promise is. PAPER values follow the paper's formulas, which rest on a lemma"
                    + " that does not hold; they are shown for comparison.")
        .heading("Who checked in")
        .figure(figures.checkIns(), "Reports per round against the law of the draw")
        .paragraph(
            "Nobody knows who checked in but the shuffler, and it cannot open what they sent. The"
                + " count is public; if clients draw honestly it follows the curve.")
        .heading("In numbers")
        .table(List.of("", ""), facts());
  }

  private boolean isSummed() {
    return plan.form() == ReportForm.DISTRIBUTED;
  }

  private String shuffled() {
    return String.format(
        Locale.ROOT,
        "Each of %,d clients held one record of %s and drew for itself, in every round, how many"
            + " reports to send: %s with mean %s. Every report was a gradient clipped to norm %s"
            + " with Gaussian noise of %s times that norm, sealed for the aggregator and mixed by"
            + " the shuffler.",
        plan.population().clients(),
        plan.dataset(),
        plan.population().law() == CheckInLaw.POISSON ? "Poisson" : "a coin",
        plan.population().rate(),
        plan.report().clip(),
        plan.report().noiseMultiplier());
  }

  private String summed() {
    return String.format(
        Locale.ROOT,
        "Each of %,d clients held one record of %s and flipped a coin for itself in every round:"
            + " with probability %s it sent a gradient clipped to norm %s with noise of %s times"
            + " that norm, in two shares of which neither says anything. The shuffler added up the"
            + " shares it held, the aggregator took off what the others stand for, and so learned"
            + " the sum of at least %,d reports, with the noise of all of them, and no report.",
        plan.population().clients(),
        plan.dataset(),
        plan.population().rate(),
        plan.report().clip(),
        plan.report().noiseMultiplier(),
        plan.sums().leastReports());
  }

  private List<List<String>> facts() {
    return List.of(
        List.of("rounds committed", count(status.totals().committed())),
        List.of("rounds discarded", count(status.totals().discarded())),
        List.of("reports counted", count(status.totals().aggregated())),
        List.of("reports refused", refused()),
        List.of(
            "epsilon",
            Bounds.up(spent().epsilon(), 4)
                + " at delta "
                + Bounds.delta(spent().delta())
                + " (UPPER_BOUND)"),
        List.of("accountant", spent().method()),
        List.of("ledger entries", count(ledger.size())),
        List.of(
            "ledger head",
            ledger.isEmpty() ? "–" : ledger.get(ledger.size() - 1).head().hash().toString()),
        List.of("run", status.run().toString()),
        List.of("seconds", String.format(Locale.ROOT, "%.1f", seconds)));
  }

  private static String count(long number) {
    return String.format(Locale.ROOT, "%,d", number);
  }

  private String refused() {
    return status.totals().rejected().isEmpty()
        ? "none"
        : status.totals().rejected().entrySet().stream()
            .map(reason -> reason.getKey() + ": " + count(reason.getValue()))
            .collect(Collectors.joining(", "));
  }

  private Csv csv() {
    Csv csv = new Csv("round", "check_ins", "epsilon_upper_bound", "accuracy", "outcome");
    for (RoundView round : rounds) {
      csv.row(
          round.number(),
          round.outcome().map(RoundOutcome::aggregated).orElse(0L),
          round.epsilon(),
          round.accuracy().isPresent() ? round.accuracy().getAsDouble() : null,
          round.outcome().map(RoundOutcome::disposition).orElse("UNDECIDED"));
    }
    return csv;
  }

  private void writeLedger(Path file) {
    String lines =
        ledger.stream().map(entry -> LedgerLines.write(entry) + "\n").collect(Collectors.joining());
    try {
      Files.writeString(file, lines);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot write " + file, e);
    }
  }
}
