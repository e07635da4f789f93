package org.shuffledcheckin.cli.loadtest;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.shuffledcheckin.cli.loadtest.rpc.RawLine;
import org.shuffledcheckin.client.ClientService;
import org.shuffledcheckin.client.coin.ClientRandomness;
import org.shuffledcheckin.client.config.FleetConfig;
import org.shuffledcheckin.client.enrolment.Credentials;
import org.shuffledcheckin.kit.round.RoundId;
import org.shuffledcheckin.learning.data.Dataset;

/** One load test: clients are let loose on a system, and afterwards the books are compared. */
final class LoadRun {
  private final LoadPlan plan;
  private final Dataset records;
  private final LoadDisplay display;

  /**
   * Prepares.
   *
   * @param records one for each honest client
   */
  LoadRun(LoadPlan plan, Dataset records, LoadDisplay display) {
    this.plan = plan;
    this.records = records;
    this.display = display;
  }

  /** Drives the system to the end of the plan. The system stays open. */
  LoadResult drive(SystemUnderLoad system) throws IOException, InterruptedException {
    Acknowledged book = new Acknowledged();
    LoadWatch watch = new LoadWatch(book, plan.rounds());
    HostileTally hostile = new HostileTally(book);
    Resources resources = new Resources();
    long began = System.nanoTime();
    watchAndWait(system, watch, hostile);
    Duration took = Duration.ofNanos(System.nanoTime() - began);
    Map<String, Object> used = resources.summary();
    Map<RoundId, Map<String, Bounds>> acknowledged = book.rounds();
    Map<RoundId, RoundCounts> counts = counts(system, acknowledged, watch);
    return new LoadResult(
        plan,
        system.describe(),
        system.reach(),
        watch,
        hostile.outcomes(),
        acknowledged,
        counts,
        system.roundTimes(),
        took,
        used,
        violations(system, acknowledged, counts, watch, hostile));
  }

  private void watchAndWait(SystemUnderLoad system, LoadWatch watch, HostileTally tally)
      throws IOException, InterruptedException {
    FleetConfig config = system.fleet();
    Credentials tokens = Credentials.read(config.tokenFile());
    display.step("clients connect");
    try (HostileClients hostile =
            new HostileClients(
                new RawLine(config.shuffler().connect()),
                client -> tokens.of(plan.honest() + client),
                plan.hostile(),
                plan.seed(),
                tally);
        ClientService fleet =
            ClientService.startFleet(
                config,
                records,
                ClientRandomness.secure(),
                watch,
                shuffler -> new WatchedShuffler(shuffler, watch, hostile::opened))) {
      display.step(fleet.clients() + " honest and " + plan.hostile() + " misbehaving clients");
      display.rounds(plan.rounds(), watch);
      system.begin();
      system.await(watch);
    }
  }

  private static Map<RoundId, RoundCounts> counts(
      SystemUnderLoad system, Map<RoundId, Map<String, Bounds>> acknowledged, LoadWatch watch)
      throws IOException {
    Map<RoundId, RoundCounts> counts = new LinkedHashMap<>();
    if (system.reach() != SystemUnderLoad.Reach.NONE) {
      List<RoundId> rounds = new ArrayList<>(watch.rounds().keySet());
      acknowledged.keySet().stream().filter(id -> !rounds.contains(id)).forEach(rounds::add);
      for (RoundId round : rounds) {
        system.counts(round).ifPresent(known -> counts.put(round, known));
      }
    }
    return counts;
  }

  private static List<String> violations(
      SystemUnderLoad system,
      Map<RoundId, Map<String, Bounds>> acknowledged,
      Map<RoundId, RoundCounts> counts,
      LoadWatch watch,
      HostileTally hostile) {
    List<String> violations = new ArrayList<>(system.complaints());
    violations.addAll(watch.surprises());
    violations.addAll(hostile.surprises());
    if (system.reach() != SystemUnderLoad.Reach.NONE) {
      boolean sole = system.reach() == SystemUnderLoad.Reach.SOLE;
      violations.addAll(
          new BalanceCheck(sole)
              .violations(acknowledged, round -> Optional.ofNullable(counts.get(round))));
      if (counts.values().stream().noneMatch(RoundCounts::isReleased)) {
        violations.add(
            "no round was released, so nothing was shown: see the answers by outcome, or give it more"
                + " time by --max-seconds and --round-seconds");
      }
    }
    return violations;
  }
}
