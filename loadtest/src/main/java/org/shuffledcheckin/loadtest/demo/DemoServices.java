package org.shuffledcheckin.loadtest.demo;

import java.io.IOException;
import java.util.Map;
import java.util.Optional;
import org.shuffledcheckin.accountant.LocalGuarantee;
import org.shuffledcheckin.accountant.PrivacyAccountant;
import org.shuffledcheckin.aggregator.AggregatorService;
import org.shuffledcheckin.aggregator.config.AggregatorConfig;
import org.shuffledcheckin.client.ClientService;
import org.shuffledcheckin.client.coin.ClientRandomness;
import org.shuffledcheckin.client.config.FleetConfig;
import org.shuffledcheckin.client.host.HostListener;
import org.shuffledcheckin.learning.data.DataSplit;
import org.shuffledcheckin.learning.data.Shape;
import org.shuffledcheckin.loadtest.local.LocalShuffler;
import org.shuffledcheckin.loadtest.local.RandomizerValues;
import org.shuffledcheckin.loadtest.local.SystemFolder;
import org.shuffledcheckin.report.randomizer.ReportForm;

/**
 * Shuffler, aggregator and fleet in this process, each started by the configuration that a
 * deployment would give it, and talking over loopback TLS. Nothing is short-circuited.
 */
public final class DemoServices implements AutoCloseable {
  private final LocalShuffler shuffler;
  private final AggregatorService aggregator;
  private final ClientService fleet;

  /**
   * Starts all three.
   *
   * @param port of the dashboard; 0 for any
   */
  public DemoServices(
      SystemFolder folder, DemoPlan plan, DataSplit data, PrivacyAccountant accountant, int port)
      throws IOException {
    shuffler = LocalShuffler.start(folder);
    try {
      shuffler.enrol((int) plan.population().clients());
      aggregator =
          AggregatorService.start(
              aggregatorConfig(plan, data.train().shape(), port),
              accountant,
              Optional.of(data.test()));
    } catch (RuntimeException e) {
      shuffler.close();
      throw e;
    }
    try {
      fleet =
          ClientService.startFleet(
              fleetConfig(plan), data.train(), ClientRandomness.secure(), HostListener.NONE);
    } catch (IOException | RuntimeException e) {
      aggregator.close();
      shuffler.close();
      throw e;
    }
  }

  /** The aggregator, whose run is the demonstration. */
  public AggregatorService aggregator() {
    return aggregator;
  }

  /** Stops between two durable steps; nothing acknowledged is lost. */
  @Override
  public void close() throws IOException {
    aggregator.close();
    fleet.close();
    shuffler.close();
  }

  private AggregatorConfig aggregatorConfig(DemoPlan plan, Shape input, int port) {
    Map<String, String> values = shuffler.aggregatorValues();
    values.put("operations.port", Integer.toString(port));
    values.put("budget.epsilon", Double.toString(plan.budget().epsilon()));
    values.put("budget.delta", Double.toString(plan.budget().delta()));
    values.put("check-in.clients", Long.toString(plan.population().clients()));
    values.put("check-in.rate", Double.toString(plan.population().rate()));
    values.put("check-in.law", plan.population().law().name());
    values.put("form", plan.form().name());
    RandomizerValues.put(plan.randomizer(), values);
    values.put("model.name", plan.model());
    values.put(
        "model.input", "%dx%dx%d".formatted(input.channels(), input.height(), input.width()));
    values.put("model.classes", "10");
    values.put("model.seed", Long.toString(plan.seed()));
    values.put("optimizer.learning-rate", Double.toString(plan.training().learningRate()));
    values.put("optimizer.schedule", "linear-decay");
    if (plan.form() == ReportForm.DISTRIBUTED) {
      // With so little noise every coordinate is worth a step of its own.
      values.put("optimizer.kind", "adam");
      values.put("model-keys", shuffler.modelKeys().toString());
      values.put("rounds.minimum-batch", Long.toString(plan.sums().leastReports()));
    }
    values.put("rounds.count", Long.toString(plan.training().rounds()));
    values.put("evaluation.every", Long.toString(Math.max(1, plan.training().rounds() / 40)));
    return LocalShuffler.read(AggregatorConfig.class, values);
  }

  private FleetConfig fleetConfig(DemoPlan plan) {
    Map<String, String> values = shuffler.fleetValues();
    values.put("records.dataset", plan.dataset());
    values.put("policy.lifetime-epsilon", Double.toString(plan.budget().epsilon()));
    values.put("policy.lifetime-delta", Double.toString(lifetimeDelta(plan.budget().delta())));
    values.put("policy.largest-check-in-rate", Double.toString(plan.population().rate()));
    values.put("policy.forms", plan.form().name());
    values.put(
        plan.form() == ReportForm.DISTRIBUTED
            ? "policy.smallest-sum-noise"
            : "policy.smallest-noise-multiplier",
        Double.toString(
            ((LocalGuarantee.Gaussian) plan.randomizer().guarantee()).noiseMultiplier()));
    values.put("policy.smallest-population", Long.toString(plan.round().clients()));
    return LocalShuffler.read(FleetConfig.class, values);
  }

  /**
   * A client holds out against rounds of any kind, for which it keeps a tenth of its delta. So that
   * the plan ends by its own budget, a client has a fifth more.
   */
  private static double lifetimeDelta(double planned) {
    return Math.min(1.2 * planned, 0.99);
  }
}
