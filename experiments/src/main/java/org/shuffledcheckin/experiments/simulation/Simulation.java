package org.shuffledcheckin.experiments.simulation;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Future;
import org.shuffledcheckin.accountant.PrivacyAccountant;
import org.shuffledcheckin.aggregator.budget.BudgetGate;
import org.shuffledcheckin.aggregator.store.StoredModel;
import org.shuffledcheckin.learning.data.DataSplit;
import org.shuffledcheckin.learning.data.Dataset;
import org.shuffledcheckin.learning.gradient.Evaluation;
import org.shuffledcheckin.learning.gradient.GradientEngine;
import org.shuffledcheckin.learning.gradient.GradientEngines;

/**
 * A whole run: the gate first, then round after round with a measurement and a checkpoint now and
 * then. A run that is stopped and started again ends as one that was not.
 */
public final class Simulation {
  /** Test records are measured in as many parts, whatever the number of threads. */
  private static final int PARTS = 8;

  private final SimulationPlan plan;
  private final DataSplit data;
  private final PrivacyAccountant accountant;
  private final int threads;
  private final Optional<Path> checkpoint;
  private final Watcher watcher;

  /** Hears how a run goes. */
  public interface Watcher {
    /** One that does nothing. */
    Watcher NONE = (number, rounds, newest) -> {};

    /** A round is done, and what was last measured. */
    void round(long number, long rounds, Optional<Measured> newest);
  }

  /**
   * What a run gave.
   *
   * @param rounds that were played: the plan's, or as many as the gate allowed
   * @param model at the end
   * @param measured in order of rounds, the first before any
   * @param cost of all rounds
   * @param seconds of wall time, measurements among them
   */
  public record Result(
      long rounds, StoredModel model, List<Measured> measured, RoundCost cost, double seconds) {
    /** The last measurement. */
    public Measured last() {
      return measured.get(measured.size() - 1);
    }
  }

  /**
   * Describes a run.
   *
   * @param accountant of no rounds, for the gate
   * @param checkpoint the file to keep progress in, and to go on from
   */
  public Simulation(
      SimulationPlan plan,
      DataSplit data,
      PrivacyAccountant accountant,
      int threads,
      Optional<Path> checkpoint,
      Watcher watcher) {
    this.plan = plan;
    this.data = data;
    this.accountant = accountant;
    this.threads = threads;
    this.checkpoint = checkpoint;
    this.watcher = watcher;
  }

  /**
   * Runs to the end.
   *
   * @param measurements about how many there shall be
   */
  public Result run(int measurements) throws InterruptedException {
    long rounds = allowedRounds();
    long every = Math.max(1, rounds / Math.max(1, measurements));
    String identity =
        String.join(
            "\n",
            plan.canonicalText(),
            "train=" + data.train(),
            "test=" + data.test(),
            "measured-every=" + every);
    try (RoundEngine engine = new RoundEngine(plan, data.train(), threads)) {
      Checkpoint at =
          checkpoint
              .flatMap(file -> Checkpoint.read(file, identity))
              .orElseGet(
                  () -> new Checkpoint(identity, engine.initial(), List.of(), RoundCost.NONE, 0));
      return play(engine, at, rounds, every);
    }
  }

  private Result play(RoundEngine engine, Checkpoint at, long rounds, long every)
      throws InterruptedException {
    long started = System.nanoTime() - at.wallNanos();
    GradientEngine evaluator = GradientEngines.forModel(plan.model());
    List<Measured> measured = new ArrayList<>(at.measured());
    StoredModel model = at.model();
    if (measured.isEmpty()) {
      measured.add(measure(engine, evaluator, model, 0));
    }
    for (long number = model.version() + 1; number <= rounds; number++) {
      model = engine.play(model, number);
      if (number % every == 0 || number == rounds) {
        measured.add(measure(engine, evaluator, model, number));
        Checkpoint now =
            new Checkpoint(
                at.plan(),
                model,
                measured,
                at.cost().plus(engine.cost()),
                System.nanoTime() - started);
        checkpoint.ifPresent(now::writeTo);
      }
      watcher.round(number, rounds, Optional.of(measured.get(measured.size() - 1)));
    }
    return new Result(
        rounds,
        model,
        List.copyOf(measured),
        at.cost().plus(engine.cost()),
        (System.nanoTime() - started) / 1e9);
  }

  /** What the gate would grant one by one; its cost never falls, so it can say it at once. */
  private long allowedRounds() {
    if (!plan.isLimited()) {
      return plan.rounds();
    }
    long allowed =
        BudgetGate.unspent(plan.budget(), accountant).roundsLeft(plan.charge(), plan.rounds());
    if (allowed < 1) {
      throw new IllegalArgumentException(
          "the budget of epsilon " + plan.budget().epsilon() + " does not pay for one round");
    }
    return allowed;
  }

  private Measured measure(
      RoundEngine engine, GradientEngine evaluator, StoredModel model, long round)
      throws InterruptedException {
    Dataset test = data.test();
    int parts = Math.min(PARTS, test.size());
    List<Future<Evaluation>> evaluations = new ArrayList<>();
    for (int i = 0; i < parts; i++) {
      Dataset part =
          test.slice(
              (int) ((long) test.size() * i / parts), (int) ((long) test.size() * (i + 1) / parts));
      evaluations.add(engine.pool().submit(() -> evaluator.evaluate(model.parameters(), part)));
    }
    double right = 0;
    double loss = 0;
    for (Future<Evaluation> evaluation : evaluations) {
      Evaluation part = RoundEngine.await(evaluation);
      right += Math.rint(part.accuracy() * part.records());
      loss += part.loss() * part.records();
    }
    return new Measured(round, right / test.size(), loss / test.size());
  }
}
