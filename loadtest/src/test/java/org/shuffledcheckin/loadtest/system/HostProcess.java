package org.shuffledcheckin.loadtest.system;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import java.util.function.ObjIntConsumer;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;
import java.util.stream.Stream;
import org.shuffledcheckin.client.coin.ClientRandomness;
import org.shuffledcheckin.client.exchange.Delivery;
import org.shuffledcheckin.client.exchange.DeliveryOutcome;
import org.shuffledcheckin.client.exchange.ExchangeException;
import org.shuffledcheckin.client.exchange.OpenedRound;
import org.shuffledcheckin.client.exchange.Pledge;
import org.shuffledcheckin.client.exchange.PledgeOutcome;
import org.shuffledcheckin.client.exchange.RoundFeed;
import org.shuffledcheckin.client.exchange.RoundTime;
import org.shuffledcheckin.client.exchange.Shuffler;
import org.shuffledcheckin.client.host.HostListener;
import org.shuffledcheckin.client.host.SteppedHost;
import org.shuffledcheckin.client.journal.ClientJournal;
import org.shuffledcheckin.client.journal.TestJournals;
import org.shuffledcheckin.kit.files.LosingDisk;
import org.shuffledcheckin.kit.ledger.LedgerChain.Link;
import org.shuffledcheckin.kit.round.RoundId;
import org.shuffledcheckin.kit.server.RefusedException;
import org.shuffledcheckin.kit.time.VirtualClock;
import org.shuffledcheckin.loadtest.system.Weather.Fault;
import org.shuffledcheckin.report.noise.InsecureSeededRandomness;
import org.shuffledcheckin.report.noise.ReportRandomness;
import org.shuffledcheckin.shuffler.intake.ClientDelivery;
import org.shuffledcheckin.shuffler.intake.ClientPledge;
import org.shuffledcheckin.shuffler.intake.Outcome;
import org.shuffledcheckin.shuffler.model.ModelBytes;
import org.shuffledcheckin.shuffler.round.LiveRound;
import org.shuffledcheckin.shuffler.store.StoreException;

/** A host of clients as a process that dies and starts again, behind a bad network. */
final class HostProcess implements Shuffler, HostListener {
  private static final Duration LATEST = Duration.ofSeconds(15);
  private static final Duration USUAL = Duration.ofMillis(50);
  private static final Duration LONGEST_DOWN = Duration.ofSeconds(4);

  private final HostPlan plan;
  private final VirtualClock clock;
  private final Weather weather;
  private final ShufflerProcess shuffler;
  private final Books books;
  private final LosingDisk disk = new LosingDisk();
  private final Path folder;
  private Optional<SteppedHost> host = Optional.empty();
  private Optional<OpenedRound> waiting = Optional.empty();
  private Optional<RoundTime> current = Optional.empty();
  private Optional<RoundId> currentRound = Optional.empty();
  private Optional<RoundId> silent = Optional.empty();
  private boolean dying;

  HostProcess(
      HostPlan plan,
      VirtualClock clock,
      Weather weather,
      ShufflerProcess shuffler,
      Books books,
      Path folder) {
    this.plan = plan;
    this.clock = clock;
    this.weather = weather;
    this.shuffler = shuffler;
    this.books = books;
    this.folder = folder;
    shuffler.onStart(this::subscribe);
    shuffler.onClosed(this::ended);
  }

  /** Starts the process. Each life draws from its own seed, so that anything made twice shows. */
  void start() {
    ClientRandomness fresh =
        ClientRandomness.insecure(new InsecureSeededRandomness(weather.random.nextLong()));
    try {
      dying = false;
      disk.restorePower();
      host =
          Optional.of(
              new SteppedHost(
                  plan.settings(new Watched(fresh), (candidates, stream) -> step()),
                  disk,
                  folder,
                  this,
                  this,
                  clock.waitingTimer(),
                  weather.random));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    subscribe();
  }

  /** Hears, sooner or later or not at all, of the rounds that are open now. */
  void subscribe() {
    if (weather.strikes(Fault.ANNOUNCEMENT_LOST)) {
      clock.schedule(weather.within(LATEST), this::subscribe);
      return;
    }
    clock.schedule(
        weather.within(Duration.ofSeconds(1)), () -> shuffler.announced().forEach(this::hear));
    if (weather.strikes(Fault.DELIVERED_TWICE)) {
      clock.schedule(weather.within(LATEST), () -> shuffler.announced().forEach(this::hear));
    }
  }

  private void hear(OpenedRound round) {
    waiting = Optional.of(round);
    if (current.isPresent()) {
      if (!currentRound.equals(Optional.of(round.id()))) {
        current.get().end();
      }
      return;
    }
    while (host.isPresent() && waiting.isPresent()) {
      OpenedRound next = waiting.get();
      waiting = Optional.empty();
      take(host.get(), next);
    }
  }

  private void take(SteppedHost process, OpenedRound round) {
    books.announced(round.announcement());
    current = Optional.of(new RoundTime(round.remaining(), clock::nanoTime));
    currentRound = Optional.of(round.id());
    try {
      process.take(round, current.get());
    } catch (Crash e) {
      dying = true;
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    } finally {
      current = Optional.empty();
      currentRound = Optional.empty();
    }
    if (dying) {
      bury(process);
    }
  }

  private void ended(RoundId round) {
    waiting = waiting.filter(open -> !open.id().equals(round));
    current.filter(any -> currentRound.equals(Optional.of(round))).ifPresent(RoundTime::end);
  }

  /** What power failure left on disk when the process died is all that remains. */
  private void bury(SteppedHost process) {
    disk.losePower(weather.random);
    try {
      process.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    host = Optional.empty();
    waiting = Optional.empty();
    clock.schedule(weather.within(LONGEST_DOWN), this::start);
  }

  /** A moment at which the process may die. */
  private void step() {
    if (dying || weather.strikes(Fault.CLIENT_CRASH)) {
      throw new Crash();
    }
  }

  /** The same inside a call, where nothing may be thrown: the round just ends for the dead. */
  private boolean diesInCall() {
    if (!dying && weather.strikes(Fault.CLIENT_CRASH)) {
      dying = true;
      disk.losePower(weather.random);
      current.ifPresent(RoundTime::end);
    }
    return dying;
  }

  @Override
  public CompletableFuture<List<PledgeOutcome>> pledge(
      RoundId round, List<Pledge> pledges, Duration timeout) {
    return call(
        timeout,
        () -> pledges.forEach(pledge -> books.pledged(round, plan.number(pledge), pledge)),
        () -> arrive(round, pledges));
  }

  @Override
  public CompletableFuture<List<DeliveryOutcome>> deliver(
      RoundId round, List<Delivery> deliveries, Duration timeout) {
    // A line that is gone after the pledge: those who drew reports, and nobody else, fall silent.
    if (silent.filter(round::equals).isPresent() || weather.strikes(Fault.HEADS_LOST)) {
      silent = Optional.of(round);
      return failed();
    }
    return call(
        timeout,
        () -> deliveries.forEach(sent -> books.delivered(round, plan.number(sent), sent)),
        () -> arriveReports(round, deliveries));
  }

  /** Every fault that a call can meet on its way there or back. */
  private <T> CompletableFuture<List<T>> call(
      Duration timeout, Runnable sent, Supplier<Optional<List<T>>> arrive) {
    if (diesInCall()) {
      return failed();
    }
    sent.run();
    clock.pass(weather.within(weather.strikes(Fault.SLOW_PEER) ? timeout : USUAL));
    if (weather.strikes(Fault.REQUEST_LOST)) {
      return failed();
    }
    boolean late = weather.strikes(Fault.DELIVERED_LATE);
    if (late || weather.strikes(Fault.DELIVERED_TWICE)) {
      clock.schedule(
          weather.within(LATEST),
          () -> {
            Optional<List<T>> unused = arrive.get();
          });
    }
    Optional<List<T>> outcomes = late ? Optional.empty() : arrive.get();
    if (outcomes.isEmpty() || weather.strikes(Fault.REPLY_LOST) || diesInCall()) {
      return failed();
    }
    return CompletableFuture.completedFuture(outcomes.get());
  }

  private Optional<List<PledgeOutcome>> arrive(RoundId round, List<Pledge> pledges) {
    List<ClientPledge> arrived =
        pledges.stream()
            .map(pledge -> ClientPledge.of(plan.token(pledge), pledge.reports()))
            .toList();
    return asked(
        process -> process.pledge(round, OptionalLong.empty(), arrived),
        (outcome, i) -> books.pledgeDecided(round, plan.number(pledges.get(i)), outcome),
        outcome -> PledgeOutcome.valueOf(outcome.name()));
  }

  private Optional<List<DeliveryOutcome>> arriveReports(RoundId round, List<Delivery> deliveries) {
    List<ClientDelivery> arrived =
        deliveries.stream()
            .map(sent -> new ClientDelivery(plan.token(sent), sent.sealedReports()))
            .toList();
    return asked(
        process -> process.deliver(round, OptionalLong.empty(), arrived),
        (outcome, i) -> books.deliveryDecided(round, plan.number(deliveries.get(i)), outcome),
        outcome -> DeliveryOutcome.valueOf(outcome.name()));
  }

  /** Asks the shuffler, and writes down what it said whether or not anybody hears it. */
  private <T> Optional<List<T>> asked(
      Function<org.shuffledcheckin.shuffler.core.Shuffler, CompletableFuture<Outcome[]>> call,
      ObjIntConsumer<Outcome> decided,
      Function<Outcome, T> heard) {
    try {
      Outcome[] outcomes = shuffler.call(call);
      for (int i = 0; i < outcomes.length; i++) {
        decided.accept(outcomes[i], i);
      }
      return Optional.of(Stream.of(outcomes).map(heard).toList());
    } catch (ShufflerProcess.Gone | StoreException | RefusedException e) {
      return Optional.empty();
    }
  }

  @Override
  public CompletableFuture<List<Link>> readLinks(RoundId.Run run, long after, Duration timeout) {
    try {
      return CompletableFuture.completedFuture(shuffler.ask(process -> process.links(run, after)));
    } catch (ShufflerProcess.Gone | StoreException e) {
      return failed();
    }
  }

  @Override
  public CompletableFuture<List<OpenedRound>> listRounds(Duration timeout) {
    throw new AssertionError("the schedule says who hears what");
  }

  private static <T> CompletableFuture<T> failed() {
    return CompletableFuture.failedFuture(new ExchangeException("UNAVAILABLE", true));
  }

  @Override
  public CompletableFuture<byte[]> downloadModel(RoundId round, int bytes, Duration timeout) {
    if (diesInCall()) {
      return failed();
    }
    clock.pass(weather.within(weather.strikes(Fault.SLOW_PEER) ? timeout : USUAL));
    if (weather.strikes(Fault.REQUEST_LOST) || weather.strikes(Fault.REPLY_LOST)) {
      return failed();
    }
    try {
      return shuffler
          .ask(process -> process.find(round).flatMap(LiveRound::model))
          .map(model -> CompletableFuture.completedFuture(copy(model)))
          .orElseGet(HostProcess::failed);
    } catch (ShufflerProcess.Gone | StoreException e) {
      return failed();
    }
  }

  private static byte[] copy(ModelBytes model) {
    byte[] bytes = new byte[model.length()];
    model.slice(0, bytes.length).get(bytes);
    return bytes;
  }

  @Override
  public Subscription subscribe(RoundFeed feed) {
    throw new AssertionError("the schedule says who hears what");
  }

  @Override
  public void drawn(RoundId round, long participants, long reports) {
    books.drawn(plan, round);
    step();
  }

  /** The journal at the end of the schedule. */
  ClientJournal journal() throws IOException {
    if (host.isPresent()) {
      host.get().close();
    }
    disk.restorePower();
    return TestJournals.open(disk, folder, plan.clients(), HostPlan.MENU);
  }

  HostPlan plan() {
    return plan;
  }

  /** Tells of every draw, and lets the process die around it. */
  private final class Watched implements ClientRandomness {
    private final ClientRandomness fresh;

    Watched(ClientRandomness fresh) {
      this.fresh = fresh;
    }

    @Override
    public RandomGenerator coins(RoundId round) {
      step();
      books.draws(plan, round);
      return fresh.coins(round);
    }

    @Override
    public RandomGenerator sitOuts(RoundId round) {
      return fresh.sitOuts(round);
    }

    @Override
    public RandomGenerator dropouts(RoundId round) {
      return fresh.dropouts(round);
    }

    @Override
    public ReportRandomness reports(RoundId round, int client) {
      step();
      return fresh.reports(round, client);
    }
  }
}
