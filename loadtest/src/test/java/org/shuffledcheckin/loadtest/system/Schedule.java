package org.shuffledcheckin.loadtest.system;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.shuffledcheckin.accountant.Budget;
import org.shuffledcheckin.accountant.CheckInLaw;
import org.shuffledcheckin.accountant.CheckInRound;
import org.shuffledcheckin.aggregator.ledger.LedgerEntry;
import org.shuffledcheckin.aggregator.ledger.LedgerMark;
import org.shuffledcheckin.aggregator.ledger.LedgerVerifier;
import org.shuffledcheckin.aggregator.model.CountingTask;
import org.shuffledcheckin.aggregator.model.RoundTask;
import org.shuffledcheckin.aggregator.round.RoundsPlan;
import org.shuffledcheckin.aggregator.round.RunEnd;
import org.shuffledcheckin.aggregator.round.RunPlan;
import org.shuffledcheckin.aggregator.run.RunState;
import org.shuffledcheckin.aggregator.store.Estimate;
import org.shuffledcheckin.aggregator.store.RoundOutcome;
import org.shuffledcheckin.client.journal.ClientJournal;
import org.shuffledcheckin.client.policy.TestLedgers;
import org.shuffledcheckin.kit.round.Digest;
import org.shuffledcheckin.kit.round.Population;
import org.shuffledcheckin.kit.round.RoundId;
import org.shuffledcheckin.kit.round.RoundWindow;
import org.shuffledcheckin.kit.sealing.ModelKey;
import org.shuffledcheckin.kit.signing.SigningKeys;
import org.shuffledcheckin.kit.time.VirtualClock;
import org.shuffledcheckin.report.randomizer.KAryResponseSpec;
import org.shuffledcheckin.report.randomizer.ReportForm;

/** One run of a few rounds with all three services, under one weather; then the laws. */
final class Schedule {
  static final SigningKeys KEYS = SigningKeys.generate();
  static final ModelKey MODEL_KEY = ModelKey.generate(new SecureRandom());
  static final int CLIENTS = 64;
  static final double DELTA = 1e-5;
  static final double EPSILON0 = 32;

  private static final int THRESHOLD = 61;
  private static final int HONEST = 60;

  /** One report more than dishonest clients may send. */
  private static final int LEAST_SUMMED = THRESHOLD - HONEST + 1;

  private static final int[] HOSTS = {61, 2, 1};
  private static final Duration CALM_AFTER = Duration.ofSeconds(20);

  private final Weather weather;
  private final AggregatorDisk aggregatorDisk;
  private final VirtualClock clock = new VirtualClock().failAfter(Duration.ofHours(1));
  private final RoundId.Run run = RoundId.Run.random(new SecureRandom());
  private final ReportForm form;
  private final RoundTask task;
  private final List<HostProcess> hosts = new ArrayList<>();
  private final RunPlan plan;
  private final Path folder;
  private Books books;

  Schedule(
      ReportForm form, long rounds, Weather weather, AggregatorDisk aggregatorDisk, Path folder) {
    boolean summed = form == ReportForm.DISTRIBUTED;
    this.form = form;
    this.task =
        summed ? new OneHotTask() : new CountingTask(new KAryResponseSpec(CLIENTS, EPSILON0));
    this.weather = weather;
    this.aggregatorDisk = aggregatorDisk;
    this.folder = folder;
    this.plan =
        new RunPlan(
            new Budget(100, DELTA),
            new Population(
                THRESHOLD,
                HONEST,
                weather.random.nextInt(3),
                0.75,
                summed || weather.random.nextBoolean() ? CheckInLaw.BERNOULLI : CheckInLaw.POISSON),
            new RoundsPlan(
                rounds,
                new RoundWindow(
                    Duration.ofSeconds(10), summed ? LEAST_SUMMED : 1, weather.random.nextInt(2)),
                1000,
                1000),
            summed ? Optional.of(MODEL_KEY) : Optional.empty());
  }

  /** Runs it and returns how many rounds were released. */
  int run() throws InterruptedException, IOException {
    aggregatorDisk.begin(run, task);
    try (ShufflerProcess shuffler =
        new ShufflerProcess(clock, weather, folder.resolve("models"), bundle())) {
      shuffler.start();
      startHosts(shuffler);
      shuffler.tickFromNowOn();
      weather.begin();
      VirtualLink link =
          new VirtualLink(shuffler, clock, weather, () -> hosts.forEach(HostProcess::subscribe));
      RunEnd end =
          new AggregatorProcess(aggregatorDisk, run, plan, task, link, clock, weather)
              .runToTheEnd();
      Books.require(end.state() == RunState.FINISHED, "the run ended as %s", end);
      // Whatever is still under way arrives; it must change nothing.
      clock.pass(CALM_AFTER);
      requireLedger();
      for (HostProcess host : hosts) {
        requireOwnLedger(host);
      }
      int released = 0;
      for (long number = 1; number <= plan.rounds().count(); number++) {
        released += requireCounted(number) ? 1 : 0;
      }
      Books.require(
          aggregatorDisk.store().newestModel().version() == released,
          "%d rounds were released but %d committed",
          released,
          aggregatorDisk.store().newestModel().version());
      return released;
    }
  }

  private Path bundle() throws IOException {
    return Files.write(folder.resolve("bundle.json"), KEYS.verifyingKeys().toBytes());
  }

  private void startHosts(ShufflerProcess shuffler) {
    List<byte[]> tokens = shuffler.ask(process -> process.clients().enrol(CLIENTS));
    books = new Books(this::charged, clock);
    int first = 0;
    for (int clients : HOSTS) {
      HostPlan host =
          new HostPlan(
              form, first, tokens.subList(first, first + clients), weather.random.nextBoolean());
      hosts.add(
          new HostProcess(host, clock, weather, shuffler, books, folder.resolve("host-" + first)));
      first += clients;
    }
    hosts.forEach(HostProcess::start);
  }

  /** What a round's charge is for, if neither the ledger nor its mark can forget it any more. */
  private Optional<Digest> charged(long round) {
    if (!aggregatorDisk.isMarked(run, round)) {
      return Optional.empty();
    }
    return aggregatorDisk.store().ledgerAfter(round - 1, 1).stream()
        .findFirst()
        .map(entry -> entry.charge().terms().parameters());
  }

  /** The chain is unbroken, reaches the mark, and charges every round once. */
  private void requireLedger() throws IOException {
    LedgerVerifier verifier = new LedgerVerifier(run, RoundCostAccountant.FRESH);
    try (LedgerMark mark = aggregatorDisk.mark(run)) {
      verifier.remembers("the mark", mark.newest());
    }
    List<LedgerEntry> entries = aggregatorDisk.store().ledgerAfter(0, 1000);
    entries.forEach(verifier::next);
    Books.require(
        verifier.end().head().sequence() == plan.rounds().count(),
        "the ledger has %s",
        entries.size());
    Books.require(
        verifier.end().recorded().orElseThrow().epsilon() == cost(plan.rounds().count()),
        "the ledger's epsilon is not that of %s rounds",
        plan.rounds().count());
  }

  /** Every client paid once for each round it drew in, by the aggregator's own measure. */
  private void requireOwnLedger(HostProcess host) throws IOException {
    try (ClientJournal journal = host.journal()) {
      for (int i = 0; i < host.plan().clients(); i++) {
        CheckInRound charge = plan.charge(task.randomizer());
        long paid = TestLedgers.rounds(journal.ledgers(), i, charge);
        int client = host.plan().first() + i;
        Books.require(
            paid >= books.roundsOf(client) && paid <= books.announcedRounds(),
            "client %d paid for %d rounds, spoke in %d of %d",
            client,
            paid,
            books.roundsOf(client),
            books.announcedRounds());
        Books.require(
            journal.last(run).stream().allMatch(round -> round.charge().equals(charge)),
            "client %d and the aggregator disagree about what a round costs",
            client);
      }
    }
  }

  private double cost(long rounds) {
    return (double) rounds / plan.charge(task.randomizer()).clients();
  }

  /** A batch left only if enough clients pledged and no more was lost than was accounted for. */
  private void requireCover(long number, RoundOutcome outcome) {
    Books.require(
        books.pledges(number) >= THRESHOLD,
        "round %d was released with %d pledges",
        number,
        books.pledges(number));
    long missing = Math.max(outcome.missing(), books.pledgedReports(number) - outcome.reports());
    Books.require(
        missing <= plan.population().lossLimit(),
        "round %d was released with %d reports missing, %d were accounted for",
        number,
        missing,
        plan.population().lossLimit());
  }

  /** Every acknowledged report is counted once, or its round is declared discarded. */
  private boolean requireCounted(long number) {
    RoundOutcome outcome = aggregatorDisk.store().outcome(number).orElseThrow();
    Books.require(outcome.rejected().equals(Map.of()), "round %d rejected %s", number, outcome);
    if (!outcome.disposition().equals("RELEASED")) {
      Books.require(outcome.aggregated() == 0, "round %d is half discarded", number);
      return false;
    }
    requireCover(number, outcome);
    List<Estimate.Value> shares = outcome.estimate().orElseThrow().values();
    for (int client = 0; client < CLIENTS; client++) {
      double share = shares.isEmpty() ? 0 : shares.get(client).estimate();
      long counted = Math.round(share * outcome.aggregated());
      int sent = books.reportsOf(number, client);
      boolean acknowledged = books.isAcknowledged(number, client);
      Books.require(
          counted == sent || (counted == 0 && !acknowledged),
          "round %d counts %d reports of client %d, which sent %d (acknowledged: %s)",
          number,
          counted,
          client,
          sent,
          acknowledged);
    }
    return true;
  }
}
