package org.shuffledcheckin.loadtest;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.shuffledcheckin.accountant.sound.SoundAccountant;
import org.shuffledcheckin.aggregator.AggregatorService;
import org.shuffledcheckin.aggregator.config.AggregatorConfig;
import org.shuffledcheckin.aggregator.round.RunEnd;
import org.shuffledcheckin.aggregator.run.RoundTimes;
import org.shuffledcheckin.aggregator.run.RoundView;
import org.shuffledcheckin.aggregator.run.RunListener;
import org.shuffledcheckin.aggregator.run.RunState;
import org.shuffledcheckin.aggregator.store.RunCommand;
import org.shuffledcheckin.client.config.FleetConfig;
import org.shuffledcheckin.kit.round.RoundId;
import org.shuffledcheckin.loadtest.balance.RoundCounts;
import org.shuffledcheckin.loadtest.local.LocalShuffler;
import org.shuffledcheckin.loadtest.local.RandomizerValues;
import org.shuffledcheckin.loadtest.local.SystemFolder;
import org.shuffledcheckin.report.randomizer.ReportForm;

/** Shuffler and aggregator in this process, over loopback TLS, started for this test alone. */
final class OwnSystem implements SystemUnderLoad, RunListener {
  /** Far beyond what a test spends: the budget is not what it tries. */
  private static final String EPSILON = "1000000";

  private static final Duration GRACE = Duration.ofSeconds(60);

  private final LoadPlan plan;
  private final LoadListener listener;
  private final LocalShuffler shuffler;
  private final List<Duration> times = new ArrayList<>();
  private final ScheduledExecutorService watchdog =
      Executors.newSingleThreadScheduledExecutor(task -> new Thread(task, "load-watchdog"));
  private final List<String> complaints = new ArrayList<>();
  private Optional<AggregatorService> aggregator = Optional.empty();
  private volatile boolean stopped;

  /** Starts the shuffler and enrols the clients. */
  OwnSystem(SystemFolder folder, LoadPlan plan, LoadListener listener) {
    this.plan = plan;
    this.listener = listener;
    shuffler = LocalShuffler.start(folder);
    try {
      shuffler.enrol((int) plan.clients().count());
    } catch (RuntimeException e) {
      shuffler.close();
      throw e;
    }
  }

  @Override
  public FleetConfig fleet() {
    Map<String, String> values = shuffler.fleetValues();
    values.put("clients", Integer.toString(plan.clients().honest()));
    values.put("dropout-rate", Double.toString(plan.clients().dropoutRate()));
    values.put("unlimited", "true");
    values.put("policy.largest-check-in-rate", Double.toString(plan.reports().checkInRate()));
    values.put("policy.forms", plan.reports().form().name());
    values.put(
        "policy.smallest-noise-multiplier", Double.toString(plan.reports().noiseMultiplier()));
    values.put("policy.smallest-population", "1");
    LoadPlan.putPatience(values);
    return LocalShuffler.read(FleetConfig.class, values);
  }

  @Override
  public void begin() {
    AggregatorService started =
        AggregatorService.start(aggregatorConfig(), SoundAccountant.create(), Optional.empty());
    aggregator = Optional.of(started);
    // Follows the run to its end.
    var unused = started.events().subscribe(this);
  }

  @Override
  public void await(LoadWatch watch) throws InterruptedException {
    AggregatorService running = aggregator.orElseThrow();
    var unusedEnd =
        watchdog.schedule(
            () -> running.coordinator().control(RunCommand.END),
            plan.rounds().timeout().toMillis(),
            TimeUnit.MILLISECONDS);
    // Only a run that hangs gets so far.
    var unusedStop =
        watchdog.schedule(
            () -> stop(running),
            plan.rounds().timeout().plus(plan.rounds().openFor()).plus(GRACE).toMillis(),
            TimeUnit.MILLISECONDS);
    RunEnd end = running.await();
    watchdog.shutdownNow();
    if (end.state() != RunState.FINISHED) {
      complaints.add("the run ended as %s: %s".formatted(end.state(), end.detail()));
    }
  }

  private void stop(AggregatorService running) {
    stopped = true;
    running.close();
  }

  @Override
  public List<String> complaints() {
    return List.copyOf(complaints);
  }

  @Override
  public synchronized void roundEnded(RoundView round, RoundTimes took) {
    times.add(took.total());
    listener.roundEnded(round.number());
  }

  @Override
  public Reach reach() {
    return Reach.SOLE;
  }

  @Override
  public Optional<RoundCounts> counts(RoundId round) {
    AggregatorService running = aggregator.orElseThrow();
    if (stopped || !running.status().run().equals(round.run())) {
      return Optional.empty();
    }
    return running.history().outcome(round.number()).map(RoundCounts::of);
  }

  @Override
  public synchronized List<Duration> roundTimes() {
    return List.copyOf(times);
  }

  @Override
  public String describe() {
    return "a system in this process";
  }

  @Override
  public void close() {
    watchdog.shutdownNow();
    aggregator.ifPresent(AggregatorService::close);
    shuffler.close();
  }

  private AggregatorConfig aggregatorConfig() {
    Map<String, String> values = shuffler.aggregatorValues();
    values.put("operations.enabled", "false");
    values.put("budget.epsilon", EPSILON);
    values.put("budget.delta", Double.toString(1.0 / plan.clients().count()));
    values.put("check-in.clients", Long.toString(plan.clients().releaseThreshold()));
    values.put("check-in.dishonest-fraction", Double.toString(plan.clients().dishonestFraction()));
    values.put("check-in.rate", Double.toString(plan.reports().checkInRate()));
    values.put("check-in.law", plan.reports().law().name());
    values.put("form", plan.reports().form().name());
    RandomizerValues.put(plan.reports().randomizer(), values);
    if (plan.reports().form() == ReportForm.DISTRIBUTED) {
      values.put("model-keys", shuffler.modelKeys().toString());
      values.put("rounds.minimum-batch", Long.toString(plan.sums().leastReports()));
      values.put("rounds.strike-share", Double.toString(plan.sums().strikeShare()));
    }
    values.put("model.name", plan.reports().model());
    values.put(
        "model.input",
        "%dx%dx%d"
            .formatted(
                LoadPlan.RECORD.channels(), LoadPlan.RECORD.height(), LoadPlan.RECORD.width()));
    values.put("model.classes", Integer.toString(LoadPlan.CLASSES));
    values.put("model.seed", Long.toString(plan.seed()));
    values.put("rounds.count", Long.toString(plan.rounds().count()));
    values.put("rounds.open-for", plan.rounds().openFor().toMillis() + "ms");
    values.put("rounds.pause-after-discards", "1000000");
    return LocalShuffler.read(AggregatorConfig.class, values);
  }
}
