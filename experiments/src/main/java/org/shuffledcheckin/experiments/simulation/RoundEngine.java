package org.shuffledcheckin.experiments.simulation;

import java.time.Duration;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.shuffledcheckin.accountant.Arguments;
import org.shuffledcheckin.accountant.Budget;
import org.shuffledcheckin.aggregator.model.RoundTask;
import org.shuffledcheckin.aggregator.store.StoredModel;
import org.shuffledcheckin.client.coin.CheckInCoin;
import org.shuffledcheckin.client.coin.ClientRandomness;
import org.shuffledcheckin.client.coin.Draws;
import org.shuffledcheckin.client.training.ClientData;
import org.shuffledcheckin.client.training.LocalTask;
import org.shuffledcheckin.client.training.LocalTraining;
import org.shuffledcheckin.client.training.Measurement;
import org.shuffledcheckin.client.training.ReportWorker;
import org.shuffledcheckin.client.training.TrainingModel;
import org.shuffledcheckin.kit.round.ModelDigest;
import org.shuffledcheckin.kit.round.ReportTerms;
import org.shuffledcheckin.kit.round.RoundId;
import org.shuffledcheckin.kit.round.RoundTerms;
import org.shuffledcheckin.kit.round.RoundWindow;
import org.shuffledcheckin.kit.sealing.RoundKey;
import org.shuffledcheckin.learning.data.ClientPartition;
import org.shuffledcheckin.learning.data.Dataset;
import org.shuffledcheckin.learning.model.ModelSpec;
import org.shuffledcheckin.report.noise.InsecureSeededRandomness;
import org.shuffledcheckin.report.randomizer.ReportAggregate;

/**
 * Plays rounds on all cores with the classes that are deployed.
 *
 * <p>Guarantees the same model for the same plan and records whatever the number of threads:
 * randomness is a function of seed, round, client and report, and sums are exact integers. Holds
 * one partial sum and one report per thread, whatever the number of check-ins. Nothing is sealed
 * and nothing shuffled: the sum does not know an order. One caller at a time.
 */
final class RoundEngine implements AutoCloseable {
  private static final RoundId.Run RUN = RoundId.Run.of(new byte[RoundId.Run.BYTES]);

  private final ModelSpec model;
  private final RoundTask task;
  private final RoundTerms terms;
  private final LocalTraining training;
  private final CheckInCoin coin;
  private final ClientRandomness randomness;
  private final BitSet everybody;
  private final int threads;
  private final ExecutorService pool;
  private long drawnRound;
  private Optional<Future<Timed<Draws>>> drawn = Optional.empty();
  private RoundCost cost = RoundCost.NONE;

  /**
   * Prepares.
   *
   * @param records at least as many as the plan has clients
   */
  RoundEngine(SimulationPlan plan, Dataset records, int threads) {
    if (records.size() < plan.clients()) {
      throw new IllegalArgumentException(
          "clients must be at most %d, one for each record, but are %d"
              .formatted(records.size(), plan.clients()));
    }
    this.threads = Arguments.requireBetween("threads", threads, 1, 1024);
    Dataset held = records.slice(0, plan.clients());
    model = plan.model();
    task = plan.task();
    terms = terms(plan, task);
    training =
        new LocalTraining(
            new ClientData(held, ClientPartition.onePerClient(held), new Measurement.Label()));
    coin = CheckInCoin.of(plan.population().law(), plan.population().rate());
    randomness = ClientRandomness.insecure(new InsecureSeededRandomness(plan.seed()));
    everybody = new BitSet(plan.clients());
    everybody.set(0, plan.clients());
    pool =
        Executors.newFixedThreadPool(
            threads,
            work -> {
              Thread thread = new Thread(work, "simulation");
              thread.setDaemon(true);
              return thread;
            });
  }

  // What a client reads of the terms (randomiser, rate, law) is the same in every round; key, hash,
  // window and cost belong to the transport, which is left out.
  private static RoundTerms terms(SimulationPlan plan, RoundTask task) {
    return new RoundTerms(
        new RoundId(RUN, 1),
        plan.population(),
        new ReportTerms(
            plan.randomizer(),
            ModelDigest.of(task.announced(task.initial())),
            RoundKey.generate().publicKey()),
        new RoundWindow(Duration.ofMinutes(1), 1, 0),
        new Budget(0, plan.budget().delta()));
  }

  /** The model before the first round. */
  StoredModel initial() {
    return task.initial();
  }

  /** The pool, for work between rounds. */
  ExecutorService pool() {
    return pool;
  }

  /** What all rounds so far took. */
  RoundCost cost() {
    return cost;
  }

  /** Plays one round, from 1, and returns the model after it. */
  StoredModel play(StoredModel before, long number) throws InterruptedException {
    Timed<Draws> draws = draws(number);
    long began = CpuClock.now();
    LocalTask local =
        training.prepare(terms, Optional.of(new TrainingModel(model, before.parameters())));
    AtomicInteger next = new AtomicInteger();
    List<Future<Share>> shares = new ArrayList<>();
    for (int i = 0; i < Math.max(1, Math.min(threads, draws.value().size())); i++) {
      shares.add(pool.submit(() -> work(number, draws.value(), next, local)));
    }
    drawAhead(number + 1);
    ReportAggregate sum = await(shares.get(0)).sum();
    RoundCost parts = await(shares.get(0)).cost();
    for (Future<Share> share : shares.subList(1, shares.size())) {
      sum.merge(await(share).sum());
      parts = parts.plus(await(share).cost());
    }
    StoredModel after = task.apply(before, sum, number).model();
    CpuTime own = new CpuTime(draws.nanos(), 0, 0, CpuClock.now() - began);
    cost = cost.plus(parts).plus(new RoundCost(1, 0, 0, own));
    return after;
  }

  private Timed<Draws> draws(long number) throws InterruptedException {
    if (drawn.isEmpty() || drawnRound != number) {
      drawAhead(number);
    }
    return await(drawn.orElseThrow());
  }

  /** Coins do not depend on the model, so that a thread that has nothing else to do flips them. */
  private void drawAhead(long number) {
    drawnRound = number;
    drawn =
        Optional.of(
            pool.submit(
                timed(() -> coin.draw(everybody, randomness.coins(new RoundId(RUN, number))))));
  }

  /** The part of a round that one thread did. */
  private record Share(ReportAggregate sum, RoundCost cost) {}

  private record Timed<T>(T value, long nanos) {}

  private static <T> Callable<Timed<T>> timed(Callable<T> work) {
    return () -> {
      long began = CpuClock.now();
      T value = work.call();
      return new Timed<>(value, CpuClock.now() - began);
    };
  }

  private Share work(long number, Draws draws, AtomicInteger next, LocalTask local) {
    long began = CpuClock.now();
    RoundId round = new RoundId(RUN, number);
    ReportWorker worker = local.newWorker();
    ReportAggregate sum = task.randomizer().newAggregate();
    long prepared = CpuClock.now() - began;
    long reporting = 0;
    long summing = 0;
    long refused = 0;
    for (int place = next.getAndIncrement(); place < draws.size(); place = next.getAndIncrement()) {
      int client = draws.client(place);
      long start = CpuClock.now();
      List<byte[]> reports =
          worker.reports(client, draws.reports(place), randomness.reports(round, client));
      long made = CpuClock.now();
      for (byte[] report : reports) {
        refused += sum.add(report).isPresent() ? 1 : 0;
      }
      reporting += made - start;
      summing += CpuClock.now() - made;
    }
    CpuTime cpu = new CpuTime(0, reporting, summing, prepared);
    return new Share(sum, new RoundCost(0, sum.count(), refused, cpu));
  }

  static <T> T await(Future<T> future) throws InterruptedException {
    try {
      return future.get();
    } catch (ExecutionException e) {
      if (e.getCause() instanceof RuntimeException cause) {
        throw cause;
      }
      if (e.getCause() instanceof Error error) {
        throw error;
      }
      throw new IllegalStateException("a round could not be played", e.getCause());
    }
  }

  /** Drops what is under way. */
  @Override
  public void close() {
    pool.shutdownNow();
  }
}
