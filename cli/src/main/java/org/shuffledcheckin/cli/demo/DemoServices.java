package org.shuffledcheckin.cli.demo;

import java.io.IOException;
import java.util.Map;
import java.util.Optional;
import org.shuffledcheckin.accountant.PrivacyAccountant;
import org.shuffledcheckin.aggregator.AggregatorService;
import org.shuffledcheckin.aggregator.config.AggregatorConfig;
import org.shuffledcheckin.cli.local.LocalShuffler;
import org.shuffledcheckin.cli.local.SystemFolder;
import org.shuffledcheckin.client.FleetService;
import org.shuffledcheckin.client.coin.ClientRandomness;
import org.shuffledcheckin.client.config.FleetConfig;
import org.shuffledcheckin.client.host.HostListener;
import org.shuffledcheckin.learning.data.DataSplit;
import org.shuffledcheckin.learning.data.Shape;

/**
 * Shuffler, aggregator and fleet in this process, each started by the configuration that a
 * deployment would give it, and talking over loopback TLS. Nothing is short-circuited.
 */
final class DemoServices implements AutoCloseable {
  private final LocalShuffler shuffler;
  private final AggregatorService aggregator;
  private final FleetService fleet;

  /**
   * Starts all three.
   *
   * @param port of the dashboard; 0 for any
   */
  DemoServices(
      SystemFolder folder, DemoPlan plan, DataSplit data, PrivacyAccountant accountant, int port)
      throws IOException {
    shuffler = LocalShuffler.start(folder);
    try {
      shuffler.enrol(plan.clients());
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
          FleetService.start(
              fleetConfig(plan), data.train(), ClientRandomness.secure(), HostListener.NONE);
    } catch (IOException | RuntimeException e) {
      aggregator.close();
      shuffler.close();
      throw e;
    }
  }

  AggregatorService aggregator() {
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
    values.put("budget.epsilon", Double.toString(plan.epsilonLimit()));
    values.put("budget.delta", Double.toString(plan.delta()));
    values.put("check-in.clients", Integer.toString(plan.clients()));
    values.put("check-in.rate", Double.toString(plan.checkInRate()));
    values.put("check-in.law", plan.checkInLaw().name());
    values.put("randomizer.kind", "gaussian");
    values.put("randomizer.clip", Double.toString(plan.clip()));
    values.put("randomizer.noise-multiplier", Double.toString(plan.noiseMultiplier()));
    values.put("model.name", "features");
    values.put(
        "model.input", "%dx%dx%d".formatted(input.channels(), input.height(), input.width()));
    values.put("model.classes", "10");
    values.put("model.seed", Long.toString(plan.seed()));
    values.put("optimizer.learning-rate", Double.toString(plan.learningRate()));
    values.put("optimizer.schedule", "linear-decay");
    values.put("rounds.count", Long.toString(plan.rounds()));
    values.put("rounds.close-when-all-answered", "true");
    values.put("evaluation.every", Long.toString(Math.max(1, plan.rounds() / 40)));
    return LocalShuffler.read(AggregatorConfig.class, values);
  }

  private FleetConfig fleetConfig(DemoPlan plan) {
    Map<String, String> values = shuffler.fleetValues();
    values.put("records.dataset", plan.dataset());
    values.put("policy.lifetime-epsilon", Double.toString(plan.epsilonLimit()));
    values.put("policy.lifetime-delta", Double.toString(plan.delta()));
    values.put("policy.largest-check-in-rate", Double.toString(plan.checkInRate()));
    values.put("policy.smallest-noise-multiplier", Double.toString(plan.noiseMultiplier()));
    values.put("policy.smallest-population", Integer.toString(plan.clients()));
    return LocalShuffler.read(FleetConfig.class, values);
  }
}
