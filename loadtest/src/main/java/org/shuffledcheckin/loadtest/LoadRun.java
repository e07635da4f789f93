package org.shuffledcheckin.loadtest;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.shuffledcheckin.client.ClientService;
import org.shuffledcheckin.client.coin.ClientRandomness;
import org.shuffledcheckin.client.config.FleetConfig;
import org.shuffledcheckin.client.enrolment.Credentials;
import org.shuffledcheckin.client.exchange.OpenedRound;
import org.shuffledcheckin.kit.round.RoundId;
import org.shuffledcheckin.kit.round.RoundTerms;
import org.shuffledcheckin.kit.tls.TlsReloader;
import org.shuffledcheckin.learning.data.Dataset;
import org.shuffledcheckin.learning.data.DrawnDigits;
import org.shuffledcheckin.loadtest.SystemUnderLoad.Reach;
import org.shuffledcheckin.loadtest.balance.AckLedger;
import org.shuffledcheckin.loadtest.balance.Balance;
import org.shuffledcheckin.loadtest.balance.CountRange;
import org.shuffledcheckin.loadtest.balance.RoundCounts;
import org.shuffledcheckin.loadtest.hostile.HostileClients;
import org.shuffledcheckin.loadtest.hostile.HostileTally;
import org.shuffledcheckin.loadtest.local.SystemFolder;
import org.shuffledcheckin.loadtest.rpc.RawClient;

/** One load test: clients are let loose on a system, and afterwards the books are compared. */
public final class LoadRun {
  private final LoadPlan plan;
  private final SystemUnderLoad system;
  private final LoadListener listener;
  private final AckLedger ledger = new AckLedger();
  private final LoadWatch watch;
  private final HostileTally hostile = new HostileTally(ledger);
  private volatile Optional<RoundTerms> terms = Optional.empty();
  private Map<String, Double> roleSeconds = Map.of();

  private LoadRun(LoadPlan plan, SystemUnderLoad system, LoadListener listener) {
    this.plan = plan;
    this.system = system;
    this.listener = listener;
    this.watch = new LoadWatch(ledger, plan.rounds().count());
  }

  /**
   * Drives a system to the end of the plan, and compares.
   *
   * @param target a system that runs already; without it one is started in this process
   * @param folder where state is kept
   * @throws IOException if the target cannot be reached or announces no round
   */
  public static LoadResult run(
      LoadPlan plan, Optional<Target> target, Path folder, LoadListener listener)
      throws IOException, InterruptedException {
    listener.step("drawing %d records".formatted(plan.clients().honest()));
    Dataset records = DrawnDigits.dataset("drawn digits", plan.clients().honest(), plan.seed());
    SystemFolder files = new SystemFolder(folder);
    if (target.isEmpty()) {
      listener.step("starting a system, enrolling %d clients".formatted(plan.clients().count()));
    }
    try (SystemUnderLoad system =
        target.isPresent()
            ? new RunningSystem(target.get(), plan, files.fleet(), listener)
            : new OwnSystem(files, plan, listener)) {
      return new LoadRun(plan, system, listener).drive(records);
    }
  }

  private LoadResult drive(Dataset records) throws IOException, InterruptedException {
    LoadResult.Effort effort = effort(records);
    Map<RoundId, Map<String, CountRange>> acknowledged = ledger.rounds();
    Balance balance = new Balance(acknowledged, counts(acknowledged.keySet()));
    return new LoadResult(
        plan,
        new LoadResult.Subject(system.describe(), system.reach(), system.roundTimes()),
        watch,
        hostile.outcomes(),
        new LoadResult.Books(
            balance,
            violations(balance),
            terms.map(known -> Traffic.of(known, balance.counts().values())).orElse(Traffic.NONE)),
        effort);
  }

  private LoadResult.Effort effort(Dataset records) throws IOException, InterruptedException {
    Resources resources = new Resources();
    try (RoleTimes roles = new RoleTimes()) {
      long began = System.nanoTime();
      watchAndWait(records, roles);
      return new LoadResult.Effort(
          Duration.ofNanos(System.nanoTime() - began), resources.used(), roleSeconds);
    }
  }

  private void watchAndWait(Dataset records, RoleTimes roles)
      throws IOException, InterruptedException {
    FleetConfig config = system.fleet();
    Credentials tokens = Credentials.read(config.tokenFile());
    LoadPlan.Clients clients = plan.clients();
    listener.step("clients connect");
    try (TlsReloader tls = config.shuffler().tls();
        HostileClients attackers =
            new HostileClients(
                new RawClient(config.shuffler().connect(tls), tokens.of(clients.honest())),
                client -> tokens.of(clients.honest() + client),
                clients.hostile(),
                plan.seed(),
                hostile);
        ClientService fleet =
            ClientService.startFleet(
                config,
                records,
                ClientRandomness.secure(),
                watch,
                shuffler ->
                    new WatchedShuffler(shuffler, watch, round -> opened(round, attackers)))) {
      listener.step(fleet.clients() + " honest and " + clients.hostile() + " misbehaving clients");
      listener.began(plan.rounds().count(), () -> watch.pledges().count());
      system.begin();
      system.await(watch);
      // Some threads end with what is closed below.
      roleSeconds = roles.seconds();
    }
  }

  private void opened(OpenedRound round, HostileClients attackers) {
    // All rounds of a run have reports of one form and length.
    terms = Optional.of(round.announcement().terms());
    attackers.opened(round);
  }

  private Map<RoundId, RoundCounts> counts(Set<RoundId> acknowledged) throws IOException {
    Map<RoundId, RoundCounts> counts = new LinkedHashMap<>();
    if (system.reach() != Reach.NONE) {
      Set<RoundId> rounds = new LinkedHashSet<>(watch.rounds().keySet());
      rounds.addAll(acknowledged);
      for (RoundId round : rounds) {
        system.counts(round).ifPresent(known -> counts.put(round, known));
      }
    }
    return counts;
  }

  private List<String> violations(Balance balance) {
    List<String> violations = new ArrayList<>(system.complaints());
    violations.addAll(watch.surprises());
    violations.addAll(hostile.surprises());
    if (system.reach() != Reach.NONE) {
      violations.addAll(balance.violations(system.reach() == Reach.SOLE));
      if (balance.released() == 0) {
        violations.add(
            "no round was released, so nothing was shown: see pledges and deliveries by outcome, or give the"
                + " test and its rounds more time");
      }
    }
    return violations;
  }
}
