package org.shuffledcheckin.loadtest;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToLongFunction;
import org.shuffledcheckin.loadtest.balance.Balance;

/**
 * What a load test found.
 *
 * @param plan what was asked for
 * @param subject what was driven
 * @param watch what honest clients saw
 * @param attacks messages of misbehaving clients by kind and outcome
 * @param books what was acknowledged and counted
 * @param effort what it took
 */
public record LoadResult(
    LoadPlan plan,
    Subject subject,
    LoadWatch watch,
    Map<String, Map<String, Long>> attacks,
    Books books,
    Effort effort) {

  /**
   * What was driven.
   *
   * @param name in a few words
   * @param reach what could be compared
   * @param roundTimes of the aggregator, where it told
   */
  record Subject(String name, SystemUnderLoad.Reach reach, List<Duration> roundTimes) {}

  /**
   * Whether it adds up.
   *
   * @param balance of reports
   * @param violations what does not add up, there or elsewhere; nothing if all is well
   * @param traffic what released rounds carried
   */
  record Books(Balance balance, List<String> violations, Traffic traffic) {}

  /**
   * What it took.
   *
   * @param took from the clients' start to their end
   * @param used by this process meanwhile
   * @param roleSeconds processor time in this process of each role's own threads
   */
  record Effort(Duration took, Resources.Used used, Map<String, Double> roleSeconds) {}

  /**
   * Rates, while clients were at it and over the whole time.
   *
   * @param busySeconds in which clients were at it; between them rounds waited or were summed
   */
  record Throughput(
      double pledgesPerSecond,
      double reportsPerSecond,
      double reportBytesPerSecond,
      double busySeconds,
      double pledgesPerSecondOverall,
      double roundsPerSecondOverall) {}

  /** Whether everything adds up. */
  public boolean passed() {
    return books.violations().isEmpty();
  }

  /** What does not add up, one sentence each. */
  public List<String> violations() {
    return books.violations();
  }

  Balance balance() {
    return books.balance();
  }

  long honestReports() {
    return sum(RoundActivity::reports);
  }

  private long sum(ToLongFunction<RoundActivity> value) {
    return watch.rounds().values().stream().mapToLong(value).sum();
  }

  /** How long rounds took: the aggregator's own times, or from announcement to close. */
  Latencies rounds() {
    Latencies latencies = new Latencies();
    if (subject.roundTimes().isEmpty()) {
      watch.rounds().values().stream()
          .map(RoundActivity::open)
          .filter(open -> !open.isZero())
          .forEach(open -> latencies.record(open, 1));
    } else {
      subject.roundTimes().forEach(time -> latencies.record(time, 1));
    }
    return latencies;
  }

  Throughput throughput() {
    double busy =
        watch.rounds().values().stream().mapToDouble(round -> seconds(round.busy())).sum();
    double divisor = Math.max(busy, 1e-9);
    long pledges = sum(RoundActivity::pledges);
    return new Throughput(
        pledges / divisor,
        honestReports() / divisor,
        sum(RoundActivity::bytes) / divisor,
        busy,
        pledges / seconds(effort.took()),
        watch.rounds().size() / seconds(effort.took()));
  }

  private static double seconds(Duration duration) {
    return duration.toNanos() / 1e9;
  }

  /** Everything in one object, for programs. */
  public Map<String, Object> summary() {
    Map<String, Object> all = new LinkedHashMap<>();
    all.put("passed", passed());
    all.put("violations", violations());
    all.put("system", subject.name());
    all.put("compared", subject.reach().name());
    all.put("clients", plan.clients().count());
    all.put("honest", plan.clients().honest());
    all.put("misbehaving", plan.clients().hostile());
    all.put("seed", plan.seed());
    all.put("seconds", seconds(effort.took()));
    all.put(
        "rounds",
        Map.of(
            "seen",
            watch.rounds().size(),
            "released",
            balance().released(),
            "discarded",
            balance().discarded()));
    all.put("throughput", throughput());
    Map<String, Object> latency = new LinkedHashMap<>();
    latency.put("pledgeMillisSinceAnnouncement", watch.pledges().summary());
    latency.put("deliveryMillisSinceAnnouncement", watch.deliveries().summary());
    latency.put("millisOfCall", watch.calls().summary());
    latency.put("roundMillis", rounds().summary());
    all.put("latency", latency);
    all.put("resources", effort.used());
    all.put("cpuSecondsByRole", effort.roleSeconds());
    all.put("traffic", books.traffic());
    all.put("pledges", watch.pledgeOutcomes());
    all.put("deliveries", watch.deliveryOutcomes());
    all.put("clientsThatRefused", watch.refusals());
    all.put("droppedOut", watch.dropped());
    all.put("misdeeds", attacks);
    Map<String, Object> reports = new LinkedHashMap<>();
    reports.put("drawnByHonest", watch.drawn());
    reports.put("acknowledged", balance().reports().least());
    reports.put("unknown", balance().reports().unknown());
    reports.put("counted", balance().counted());
    reports.put("rejected", balance().rejected());
    reports.put("inDiscardedRounds", balance().inDiscarded().least());
    all.put("reports", reports);
    return all;
  }
}
