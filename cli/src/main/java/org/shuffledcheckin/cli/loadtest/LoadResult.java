package org.shuffledcheckin.cli.loadtest;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.shuffledcheckin.kit.round.RoundId;

/**
 * What a load test found.
 *
 * @param plan what was asked for
 * @param system in a few words
 * @param reach what could be compared
 * @param watch what honest clients saw
 * @param misdeeds answers of misbehaving clients by kind and outcome
 * @param acknowledged reports by round and fate, as senders know it
 * @param counts what the aggregator says of each round
 * @param roundTimes of the aggregator, where it told
 * @param took from the clients' start to their end
 * @param resources of this process meanwhile
 * @param violations what does not add up; nothing if all is well
 */
record LoadResult(
    LoadPlan plan,
    String system,
    SystemUnderLoad.Reach reach,
    LoadWatch watch,
    Map<String, Map<String, Long>> misdeeds,
    Map<RoundId, Map<String, Bounds>> acknowledged,
    Map<RoundId, RoundCounts> counts,
    List<Duration> roundTimes,
    Duration took,
    Map<String, Object> resources,
    List<String> violations) {

  boolean passed() {
    return violations.isEmpty();
  }

  /** Seconds in which answers were under way; between them rounds waited or were summed. */
  double busySeconds() {
    return watch.rounds().values().stream().mapToDouble(round -> seconds(round.busy())).sum();
  }

  long answers() {
    return watch.rounds().values().stream().mapToLong(RoundActivity::answers).sum();
  }

  long honestReports() {
    return watch.rounds().values().stream().mapToLong(RoundActivity::reports).sum();
  }

  private long bytes() {
    return watch.rounds().values().stream().mapToLong(RoundActivity::bytes).sum();
  }

  /** All acknowledged reports, of misbehaving clients too. */
  Bounds reports() {
    return acknowledged.values().stream()
        .map(BalanceCheck::total)
        .reduce(Bounds.NONE, Bounds::plus);
  }

  long counted() {
    return counts.values().stream().mapToLong(RoundCounts::counted).sum();
  }

  Map<String, Long> rejected() {
    Map<String, Long> sum = new TreeMap<>();
    counts
        .values()
        .forEach(round -> round.rejected().forEach((why, n) -> sum.merge(why, n, Long::sum)));
    return sum;
  }

  long released() {
    return counts.values().stream().filter(RoundCounts::isReleased).count();
  }

  long discarded() {
    return counts.size() - released();
  }

  /** Acknowledged reports whose round was declared discarded. */
  Bounds inDiscarded() {
    return acknowledged.entrySet().stream()
        .filter(
            entry -> counts.containsKey(entry.getKey()) && !counts.get(entry.getKey()).isReleased())
        .map(entry -> BalanceCheck.total(entry.getValue()))
        .reduce(Bounds.NONE, Bounds::plus);
  }

  /** How long rounds took: the aggregator's own times, or from announcement to close. */
  Latencies rounds() {
    Latencies latencies = new Latencies();
    if (roundTimes.isEmpty()) {
      watch.rounds().values().stream()
          .map(RoundActivity::open)
          .filter(open -> !open.isZero())
          .forEach(open -> latencies.record(open, 1));
    } else {
      roundTimes.forEach(time -> latencies.record(time, 1));
    }
    return latencies;
  }

  Map<String, Object> throughput() {
    double busy = Math.max(busySeconds(), 1e-9);
    Map<String, Object> rates = new LinkedHashMap<>();
    rates.put("answersPerSecond", answers() / busy);
    rates.put("reportsPerSecond", honestReports() / busy);
    rates.put("reportBytesPerSecond", bytes() / busy);
    rates.put("busySeconds", busySeconds());
    rates.put("answersPerSecondOverall", answers() / seconds(took));
    rates.put("roundsPerSecondOverall", watch.rounds().size() / seconds(took));
    return rates;
  }

  private static double seconds(Duration duration) {
    return duration.toNanos() / 1e9;
  }

  /** Everything in one object, for programs. */
  Map<String, Object> summary() {
    Map<String, Object> all = new LinkedHashMap<>();
    all.put("passed", passed());
    all.put("violations", violations);
    all.put("system", system);
    all.put("compared", reach.name());
    all.put("clients", plan.clients());
    all.put("honest", plan.honest());
    all.put("misbehaving", plan.hostile());
    all.put("seed", plan.seed());
    all.put("seconds", seconds(took));
    all.put(
        "rounds",
        Map.of("seen", watch.rounds().size(), "released", released(), "discarded", discarded()));
    all.put("throughput", throughput());
    Map<String, Object> latency = new LinkedHashMap<>();
    latency.put("answerMillisSinceAnnouncement", watch.answers().summary());
    latency.put("answerMillisOfCall", watch.calls().summary());
    latency.put("roundMillis", rounds().summary());
    all.put("latency", latency);
    all.put("resources", resources);
    all.put("answers", watch.outcomes());
    all.put("clientsThatRefused", watch.refusals());
    all.put("droppedOut", watch.dropped());
    all.put("misdeeds", misdeeds);
    Map<String, Object> reports = new LinkedHashMap<>();
    reports.put("drawnByHonest", watch.drawn());
    reports.put("acknowledged", reports().least());
    reports.put("unknown", reports().most() - reports().least());
    reports.put("counted", counted());
    reports.put("rejected", rejected());
    reports.put("inDiscardedRounds", inDiscarded().least());
    all.put("reports", reports);
    return all;
  }
}
