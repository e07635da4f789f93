package org.shuffledcheckin.experiments.simulation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.shuffledcheckin.accountant.Budget;
import org.shuffledcheckin.accountant.CheckInLaw;
import org.shuffledcheckin.accountant.sound.SoundAccountant;
import org.shuffledcheckin.aggregator.store.StoredModel;
import org.shuffledcheckin.kit.round.Population;
import org.shuffledcheckin.kit.round.SumRule;
import org.shuffledcheckin.learning.data.DataSplit;
import org.shuffledcheckin.learning.data.DrawnDigits;
import org.shuffledcheckin.learning.model.ModelSpec;
import org.shuffledcheckin.learning.model.Models;
import org.shuffledcheckin.learning.optimizer.Averaging;
import org.shuffledcheckin.learning.optimizer.LearningRate;
import org.shuffledcheckin.learning.optimizer.Optimizer;
import org.shuffledcheckin.learning.optimizer.StepRule;
import org.shuffledcheckin.report.randomizer.GaussianSpec;
import org.shuffledcheckin.report.randomizer.GaussianSumSpec;
import org.shuffledcheckin.report.randomizer.ReportForm;

class SimulationTest {
  private static final int CLIENTS = 300;
  private static final DataSplit DATA =
      new DataSplit(
          DrawnDigits.dataset("train", CLIENTS, 1), DrawnDigits.dataset("test", 50, 2), "drawn");

  private static final String MODEL = "features";

  @TempDir Path folder;

  private static SimulationPlan plan(CheckInLaw law, long rounds, double epsilonLimit) {
    return plan(law, rounds, epsilonLimit, ReportForm.SHUFFLED);
  }

  private static SimulationPlan plan(
      CheckInLaw law, long rounds, double epsilonLimit, ReportForm form) {
    Population population = Population.allHonest(CLIENTS, 0.1, law);
    ModelSpec model = Models.named(MODEL, DATA.train().shape(), DATA.train().classes());
    return new SimulationPlan(
        population,
        model,
        new SimulationPlan.Reports(
            form == ReportForm.SHUFFLED
                ? GaussianSpec.withSuitableGrid(model.parameterCount(), 0.3, 2)
                : GaussianSumSpec.withSuitableGrid(model.parameterCount(), 0.3, 0.25),
            new SumRule(form == ReportForm.SHUFFLED ? 1 : 10, 0, true)),
        new StepRule(
            Averaging.EXPECTED_COUNT,
            population.expectedReports(),
            0.3,
            new LearningRate(2, LearningRate.Schedule.LINEAR_DECAY, rounds),
            new Optimizer.Momentum(0.9)),
        new Budget(epsilonLimit, 1e-3),
        7);
  }

  private static Simulation simulation(
      SimulationPlan plan, int threads, Optional<Path> file, Simulation.Watcher watcher) {
    return new Simulation(plan, DATA, SoundAccountant.create(), threads, file, watcher);
  }

  private static StoredModel model(SimulationPlan plan, int threads) throws InterruptedException {
    return simulation(plan, threads, Optional.empty(), Simulation.Watcher.NONE).run(2).model();
  }

  @ParameterizedTest
  @EnumSource(CheckInLaw.class)
  void run_sameSeedsAsDeployed_givesTheSameModelBitForBit(CheckInLaw law) throws Exception {
    SimulationPlan plan = plan(law, 4, 1000);
    StoredModel deployed = new DeployedRun(folder, plan, MODEL).train(DATA);
    assertThat(model(plan, 2)).isEqualTo(deployed);
    assertThat(deployed.parameters()).isNotEqualTo(new float[deployed.parameters().length]);
  }

  @Test
  void run_distributedSameSeedsAsDeployed_givesTheSameModelBitForBit() throws Exception {
    SimulationPlan plan = plan(CheckInLaw.BERNOULLI, 4, 1000, ReportForm.DISTRIBUTED);
    StoredModel deployed = new DeployedRun(folder, plan, MODEL).train(DATA);
    assertThat(model(plan, 2)).isEqualTo(deployed);
    assertThat(deployed.parameters()).isNotEqualTo(new float[deployed.parameters().length]);
  }

  @Test
  void run_anyNumberOfThreads_givesTheSameModel() throws Exception {
    SimulationPlan plan = plan(CheckInLaw.POISSON, 6, 1000);
    StoredModel one = model(plan, 1);
    assertThat(model(plan, 3)).isEqualTo(one);
    assertThat(model(plan, 8)).isEqualTo(one);
  }

  @Test
  void run_stoppedAndResumed_endsAsOneThatWasNot() throws Exception {
    SimulationPlan plan = plan(CheckInLaw.BERNOULLI, 8, 1000);
    Path file = folder.resolve("checkpoint.bin");
    Simulation stopped =
        simulation(
            plan,
            2,
            Optional.of(file),
            (round, rounds, newest) -> {
              if (round == 5) {
                throw new IllegalStateException("pulled the plug");
              }
            });
    assertThatThrownBy(() -> stopped.run(4)).hasMessage("pulled the plug");
    Simulation.Result resumed =
        simulation(plan, 2, Optional.of(file), Simulation.Watcher.NONE).run(4);
    Simulation.Result straight =
        simulation(plan, 1, Optional.empty(), Simulation.Watcher.NONE).run(4);
    assertThat(resumed.model()).isEqualTo(straight.model());
    assertThat(resumed.measured()).isEqualTo(straight.measured());
    assertThat(resumed.cost().rounds()).isEqualTo(8);
  }

  @Test
  void run_checkpointOfAnotherPlan_isRefused() throws Exception {
    Path file = folder.resolve("checkpoint.bin");
    simulation(plan(CheckInLaw.POISSON, 2, 1000), 1, Optional.of(file), Simulation.Watcher.NONE)
        .run(1);
    Simulation other =
        simulation(
            plan(CheckInLaw.BERNOULLI, 2, 1000), 1, Optional.of(file), Simulation.Watcher.NONE);
    assertThatThrownBy(() -> other.run(1)).hasMessageContaining("checkpoint of another run");
  }

  @Test
  void run_damagedCheckpoint_isRefused() throws Exception {
    Path file = Files.write(folder.resolve("checkpoint.bin"), new byte[] {1, 2, 3});
    Simulation simulation =
        simulation(
            plan(CheckInLaw.POISSON, 2, 1000), 1, Optional.of(file), Simulation.Watcher.NONE);
    assertThatThrownBy(() -> simulation.run(1)).hasMessageContaining("damaged");
  }

  @Test
  void run_budgetBelowThePlan_endsWhereTheGateSays() throws Exception {
    SimulationPlan whole = plan(CheckInLaw.POISSON, 12, 1000);
    double half = SoundAccountant.create().compose(whole.charge(), 6).epsilon(1e-3).epsilon();
    SimulationPlan limited = plan(CheckInLaw.POISSON, 12, half);
    Simulation.Result result =
        simulation(limited, 2, Optional.empty(), Simulation.Watcher.NONE).run(2);
    assertThat(result.rounds()).isBetween(6L, 11L);
    assertThat(result.model().version()).isEqualTo(result.rounds());
  }

  @Test
  void engine_moreClientsThanRecords_isRefused() {
    SimulationPlan plan = plan(CheckInLaw.POISSON, 2, 1000);
    assertThatThrownBy(() -> new RoundEngine(plan, DATA.train().slice(0, 10), 1))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("at most 10");
  }
}
