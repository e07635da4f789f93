package org.shuffledcheckin.cli.status;

import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.shuffledcheckin.aggregator.RunArchive;
import org.shuffledcheckin.aggregator.ledger.LedgerEntry;
import org.shuffledcheckin.aggregator.store.RunTotals;
import org.shuffledcheckin.aggregator.store.StoredEvaluation;
import org.shuffledcheckin.cli.run.RunFolder;

/** Reads where a run stands from its folder. */
final class FolderStatus {
  private FolderStatus() {}

  static Standing of(Path folder) throws IOException {
    try (RunArchive archive = RunArchive.ofFolder(RunFolder.aggregator(folder))) {
      Map<String, Object> facts = facts(archive);
      return new Standing("run", folder.toString(), true, facts, RunLines.of(facts));
    }
  }

  private static Map<String, Object> facts(RunArchive archive) throws IOException {
    RunTotals totals = archive.history().totals();
    long planned = Long.parseLong(archive.terms().get("rounds.count").orElse("0"));
    double limit = Double.parseDouble(archive.terms().get("budget.epsilon").orElse("0"));
    Map<String, Object> facts = new LinkedHashMap<>();
    facts.put("run", archive.run().id().toString());
    state(facts, archive.isBusy(), totals.committed() + totals.discarded() >= planned);
    facts.put("roundsPlanned", planned);
    facts.put("roundsCharged", totals.charged());
    facts.put("roundsCommitted", totals.committed());
    facts.put("roundsDiscarded", totals.discarded());
    facts.put("reports", totals.aggregated());
    facts.put("rejected", totals.rejected());
    facts.put("epsilon", 0.0);
    facts.put("epsilonLimit", limit);
    facts.put("delta", Double.parseDouble(archive.terms().get("budget.delta").orElse("0")));
    facts.put("kind", "UPPER_BOUND");
    List<LedgerEntry> last = archive.history().ledgerAfter(totals.charged() - 1, 1);
    if (!last.isEmpty()) {
      facts.put("epsilon", last.get(0).charge().after().epsilon());
      facts.put("method", last.get(0).charge().after().method());
    }
    facts.put("epsilonLeft", Math.max(0, limit - (double) facts.get("epsilon")));
    List<StoredEvaluation> evaluations = archive.history().evaluations();
    facts.put(
        "accuracy",
        evaluations.isEmpty() ? null : evaluations.get(evaluations.size() - 1).accuracy());
    return facts;
  }

  private static void state(Map<String, Object> facts, boolean busy, boolean complete) {
    if (busy) {
      facts.put("state", "RUNNING");
      facts.put("detail", "An aggregator works on it now; its operations port knows more.");
    } else {
      facts.put("state", complete ? "FINISHED" : "STOPPED");
      facts.put(
          "detail",
          complete ? "All rounds of the plan are done." : "Nothing works on it; it can go on.");
    }
  }
}
