package org.shuffledcheckin.aggregator.dashboard;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.shuffledcheckin.accountant.LocalGuarantee;
import org.shuffledcheckin.aggregator.ledger.LedgerEntry;
import org.shuffledcheckin.aggregator.round.RunPlan;
import org.shuffledcheckin.aggregator.run.RunStatus;
import org.shuffledcheckin.aggregator.store.RoundOutcome;
import org.shuffledcheckin.aggregator.store.RunStore;
import org.shuffledcheckin.aggregator.store.StoredEvaluation;

/** The run as the page's JSON: counts and costs, read from the store that everything else reads. */
public final class RunView {
  private static final int PAGE = 1000;
  private static final int MOST_ROUNDS = 2000;

  private final Supplier<RunStatus> status;
  private final RunStore store;
  private final RunPlan plan;
  private final LocalGuarantee guarantee;
  private final String model;

  /**
   * Shows this run.
   *
   * @param guarantee what each report promises by itself
   * @param model describes in a few words what is trained
   */
  public RunView(
      Supplier<RunStatus> status,
      RunStore store,
      RunPlan plan,
      LocalGuarantee guarantee,
      String model) {
    this.status = status;
    this.store = store;
    this.plan = plan;
    this.guarantee = guarantee;
    this.model = model;
  }

  Map<String, Object> run() {
    RunStatus now = status.get();
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("run", now.run().toString());
    fields.put("state", now.state().name());
    fields.put("detail", now.detail());
    fields.put("model", model);
    fields.put("roundsPlanned", plan.rounds().count());
    fields.put("roundsCharged", now.totals().charged());
    fields.put("roundsCommitted", now.totals().committed());
    fields.put("roundsDiscarded", now.totals().discarded());
    fields.put("roundsLeft", now.roundsLeft().isPresent() ? now.roundsLeft().getAsLong() : null);
    fields.put("reports", now.totals().aggregated());
    fields.put("rejected", now.totals().rejected());
    fields.put("epsilon", now.spent().epsilon());
    fields.put("epsilonLimit", now.limit().epsilon());
    fields.put("delta", now.limit().delta());
    fields.put("kind", now.spent().kind().name());
    fields.put("method", now.spent().method());
    fields.put("accuracy", now.evaluation().map(StoredEvaluation::accuracy).orElse(null));
    fields.put("clients", plan.population().clients());
    fields.put("accountedClients", plan.population().accounted());
    fields.put("checkInRate", plan.population().rate());
    fields.put("law", plan.population().law().name());
    if (guarantee instanceof LocalGuarantee.Gaussian gaussian) {
      fields.put("noiseMultiplier", gaussian.noiseMultiplier());
    } else if (guarantee instanceof LocalGuarantee.PureLdp pure) {
      fields.put("epsilon0", pure.epsilon0());
    }
    return fields;
  }

  /** The newest rounds, oldest first. */
  List<Map<String, Object>> rounds() {
    Map<Long, Double> accuracies = accuracies();
    long after = Math.max(0, status.get().totals().charged() - MOST_ROUNDS);
    return store.ledgerAfter(after, MOST_ROUNDS + 1).stream()
        .map(entry -> round(entry, accuracies))
        .toList();
  }

  Map<String, Object> round(long number) {
    return store.ledgerAfter(number - 1, 1).stream()
        .findFirst()
        .map(entry -> round(entry, accuracies()))
        .orElseGet(Map::of);
  }

  /** A page of the ledger after a position; whoever wants all of it asks on. */
  Map<String, Object> ledger(long after) {
    List<Map<String, Object>> rows = new ArrayList<>();
    for (LedgerEntry entry : store.ledgerAfter(after, PAGE)) {
      Map<String, Object> row = new LinkedHashMap<>();
      row.put("sequence", entry.sequence());
      row.put("entry", new String(entry.toBytes(), StandardCharsets.UTF_8));
      row.put("head", entry.head().hash().toString());
      rows.add(row);
    }
    return Map.of("run", status.get().run().toString(), "entries", rows);
  }

  private Map<Long, Double> accuracies() {
    return store.evaluations().stream()
        .collect(Collectors.toMap(StoredEvaluation::round, StoredEvaluation::accuracy));
  }

  private Map<String, Object> round(LedgerEntry entry, Map<Long, Double> accuracies) {
    long number = entry.charge().round().number();
    Optional<RoundOutcome> outcome = store.outcome(number);
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("number", number);
    fields.put("status", outcome.map(RoundOutcome::disposition).orElse("open"));
    fields.put("checkIns", outcome.map(RoundOutcome::reports).orElse(null));
    fields.put("counted", outcome.map(RoundOutcome::aggregated).orElse(null));
    fields.put("rejected", outcome.map(RoundOutcome::rejected).orElse(null));
    fields.put("epsilon", entry.charge().after().epsilon());
    fields.put("accuracy", accuracies.get(number));
    return fields;
  }
}
