package org.shuffledcheckin.aggregator.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.shuffledcheckin.accountant.Budget;
import org.shuffledcheckin.accountant.CheckInLaw;
import org.shuffledcheckin.accountant.CheckInRound;
import org.shuffledcheckin.accountant.LocalGuarantee;
import org.shuffledcheckin.accountant.UpperBound;
import org.shuffledcheckin.aggregator.TestRounds;
import org.shuffledcheckin.aggregator.store.Estimate;
import org.shuffledcheckin.aggregator.store.RoundOutcome;
import org.shuffledcheckin.aggregator.store.RunTotals;
import org.shuffledcheckin.kit.round.Population;

class RunJsonTest {
  static Stream<RunView> runs() {
    return Stream.of(
        run(OptionalLong.of(77), OptionalDouble.of(0.875), new LocalGuarantee.Gaussian(1.1)),
        run(OptionalLong.empty(), OptionalDouble.empty(), new LocalGuarantee.PureLdp(0.5)),
        run(OptionalLong.empty(), OptionalDouble.empty(), new LocalGuarantee.KAryResponse(0.5, 9)),
        run(OptionalLong.empty(), OptionalDouble.empty(), new LocalGuarantee.Laplace(0.5, 64)));
  }

  private static RunView run(
      OptionalLong roundsLeft, OptionalDouble accuracy, LocalGuarantee guarantee) {
    RunStatus status =
        new RunStatus(
            TestRounds.RUN,
            RunState.BUDGET_SPENT,
            "All is \"spent\".",
            new RunTotals(9, 6, 2, 1234, Map.of("duplicate", 3L)),
            new BudgetView(
                new UpperBound(0.1 + 0.2, 1e-5, "method"), new Budget(1, 1e-5), roundsLeft),
            accuracy);
    Population population = new Population(1000, 900, 2, 0.05, CheckInLaw.BERNOULLI);
    CheckInRound accounted =
        new CheckInRound(333, 0.05, CheckInLaw.BERNOULLI, guarantee, 0x1.8p-44);
    return new RunView(status, new PlanView("softmax", 25, population, accounted), true);
  }

  @ParameterizedTest
  @MethodSource("runs")
  void readRun_written_isTheSame(RunView view) {
    assertThat(RunJson.readRun(RunJson.write(view).toString())).isEqualTo(view);
  }

  @Test
  void write_run_hasTheNamesThatProgramsRead() {
    assertThat(RunJson.write(runs().findFirst().orElseThrow()).fieldNames())
        .toIterable()
        .contains("run", "state", "detail", "model", "epsilon", "epsilonLimit", "epsilonLeft")
        .contains("delta", "kind", "method", "accuracy", "reports", "rejected", "clients", "law")
        .contains("roundsPlanned", "roundsCharged", "roundsCommitted", "roundsDiscarded")
        .contains("roundsLeft", "accountedClients", "checkInRate", "noiseMultiplier", "guarantee")
        .contains("honestClients", "lossLimit", "lossMass")
        .contains("takesOrders");
  }

  @Test
  void readRun_anotherText_isRefused() {
    for (String text : List.of("", "[", "[]", "{}", "{\"run\":\"00\"}")) {
      assertThatThrownBy(() -> RunJson.readRun(text)).isInstanceOf(IllegalArgumentException.class);
    }
  }

  @Test
  void readRounds_written_areTheSame() {
    List<RoundView> rounds =
        List.of(
            new RoundView(
                1,
                0.25,
                Optional.of(
                    RoundOutcome.committed(
                        10, 7, Map.of("duplicate", 1L, "over_norm", 2L), Optional.empty())),
                OptionalDouble.of(0.5)),
            new RoundView(
                2,
                0.375,
                Optional.of(RoundOutcome.discarded("REPORTS_MISSING").withMissing(17)),
                OptionalDouble.empty()),
            new RoundView(3, 0.5, Optional.empty(), OptionalDouble.empty()));
    assertThat(RunJson.readRounds(RunJson.write(rounds).toString())).isEqualTo(rounds);
  }

  @Test
  void write_counting_namesEachNumber() {
    Estimate estimate = new Estimate(8, List.of(new Estimate.Value(0.25, 0.125)));
    CountingView view = new CountingView(new TreeMap<>(Map.of(4L, estimate)));
    assertThat(RunJson.write(view).toString())
        .isEqualTo(
            "{\"combined\":{\"reports\":8,\"estimates\":[{\"estimate\":0.25,\"standard_error\":0.125}]},"
                + "\"rounds\":[{\"round\":4,\"reports\":8,"
                + "\"estimates\":[{\"estimate\":0.25,\"standard_error\":0.125}]}]}");
  }
}
