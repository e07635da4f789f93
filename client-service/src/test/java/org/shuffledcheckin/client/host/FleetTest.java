package org.shuffledcheckin.client.host;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import java.time.Duration;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.shuffledcheckin.accountant.CheckInLaw;
import org.shuffledcheckin.client.TestRounds;
import org.shuffledcheckin.client.TestShuffler;
import org.shuffledcheckin.client.coin.CheckInCoin;
import org.shuffledcheckin.client.coin.ClientRandomness;
import org.shuffledcheckin.client.coin.Draws;
import org.shuffledcheckin.client.coin.DropoutStage;
import org.shuffledcheckin.client.exchange.PledgeOutcome;
import org.shuffledcheckin.client.rpc.ModelMessage;
import org.shuffledcheckin.client.training.LocalTask;
import org.shuffledcheckin.client.training.LocalTraining;
import org.shuffledcheckin.kit.round.Announcement;
import org.shuffledcheckin.kit.round.RoundTerms;
import org.shuffledcheckin.kit.sealing.ReportOpener;
import org.shuffledcheckin.report.noise.InsecureSeededRandomness;

class FleetTest extends HostFixture {
  private RoundTerms poisson(long number, double rate) {
    return TestRounds.gaussian(number, CheckInLaw.POISSON, rate, MODEL, key.publicKey());
  }

  /** The bound is ten times what one core needs; it is there to notice something quadratic. */
  @Test
  void round_tenThousandClients_areDoneWithinTenSeconds() throws Exception {
    HostSettings settings =
        new TestHosts().data(TestRounds.data(10_000)).keepSealed(false).threads(2).build();
    try (ClientHost host = host(settings)) {
      for (long number = 1; number <= 5; number++) {
        shuffler.open(poisson(number, 0.05), MODEL);
        RoundSummary summary = recorder.awaitFinished();
        assertThat(summary.pledges(PledgeOutcome.ACCEPTED)).isEqualTo(10_000);
        assertThat(summary.took()).isLessThan(Duration.ofSeconds(10));
        Map<ByteString, List<ByteString>> accepted = shuffler.accepted(number);
        long reports = accepted.values().stream().mapToLong(List::size).sum();
        assertThat(reports).isEqualTo(summary.reports());
      }
      assertThat(shuffler.downloads()).isEqualTo(5);
      assertThat(host.isConnected()).isTrue();
    }
  }

  /**
   * Dropped of 20,000 at rate 0.3 over three rounds: binomial, six standard deviations.
   * False-failure probability below 1e-8.
   */
  @Test
  void round_dropoutsAtThePledge_areSilentAtTheGivenRate() throws Exception {
    HostSettings settings =
        new TestHosts()
            .data(TestRounds.data(20_000))
            .keepSealed(false)
            .dropouts(0.3, DropoutStage.PLEDGE)
            .build();
    try (ClientHost host = host(settings)) {
      long pledges = 0;
      for (long number = 1; number <= 3; number++) {
        shuffler.open(poisson(number, 0.1), MODEL);
        RoundSummary summary = recorder.awaitFinished();
        pledges += summary.pledges(PledgeOutcome.ACCEPTED);
        assertThat((long) shuffler.pledged(number).size())
            .isEqualTo(summary.pledges(PledgeOutcome.ACCEPTED));
        assertThat(shuffler.accepted(number).keySet())
            .isSubsetOf(shuffler.pledged(number).keySet());
        assertThat(summary.participants()).isEqualTo(20_000);
      }
      double deviation = Math.sqrt(60_000 * 0.3 * 0.7);
      assertThat((double) pledges).isBetween(42_000 - 6 * deviation, 42_000 + 6 * deviation);
      assertThat(host.isConnected()).isTrue();
    }
  }

  /**
   * About 1,900 of 20,000 clients draw reports at rate 0.1, of which 30 % never deliver: binomial,
   * six standard deviations. False-failure probability below 1e-8.
   */
  @Test
  void round_dropoutsAtTheDelivery_hitHeadsAlone() throws Exception {
    HostSettings settings =
        new TestHosts()
            .data(TestRounds.data(20_000))
            .keepSealed(false)
            .dropouts(0.3, DropoutStage.DELIVERY)
            .build();
    try (ClientHost host = host(settings)) {
      shuffler.open(poisson(1, 0.1), MODEL);
      RoundSummary summary = recorder.awaitFinished();
      assertThat(summary.pledges(PledgeOutcome.ACCEPTED)).isEqualTo(20_000);
      double heads = shuffler.pledged(1).values().stream().filter(reports -> reports > 0).count();
      double delivered = shuffler.accepted(1).size();
      double deviation = Math.sqrt(heads * 0.3 * 0.7);
      assertThat(delivered).isBetween(0.7 * heads - 6 * deviation, 0.7 * heads + 6 * deviation);
      assertThat(host.isConnected()).isTrue();
    }
  }

  @Test
  void round_overloadedShuffler_isToldOnceByEachWithTheSameBytes() throws Exception {
    HostSettings settings =
        new TestHosts().data(TestRounds.data(9000)).keepSealed(false).threads(2).build();
    try (ClientHost host = host(settings)) {
      for (TestShuffler.Faults faults :
          List.of(shuffler.pledgeFaults(), shuffler.deliveryFaults())) {
        faults.refuse(2);
        faults.loseReplies(2);
      }
      shuffler.pledgeFaults().busy(3000);
      shuffler.deliveryFaults().busy(300);
      shuffler.open(poisson(1, 0.2), MODEL);
      RoundSummary summary = recorder.awaitFinished();
      assertThat(
              summary.pledges(PledgeOutcome.ACCEPTED)
                  + summary.pledges(PledgeOutcome.ALREADY_PLEDGED))
          .isEqualTo(9000);
      for (int client = 0; client < 9000; client++) {
        byte[] token = TestHosts.token(client);
        List<ByteString> pledges = shuffler.heard(1, token);
        assertThat(pledges.stream().distinct().count()).isEqualTo(1);
        boolean heads = pledges.get(0).byteAt(0) > 0;
        assertThat(shuffler.received(1, token).stream().distinct().count())
            .isEqualTo(heads ? 1 : 0);
      }
      assertThat(host.isConnected()).isTrue();
    }
  }

  @Test
  void round_seeded_sendsWhatTheSimulationWouldMake() throws Exception {
    long seed = 99;
    HostSettings settings =
        new TestHosts()
            .data(TestRounds.data(500))
            .keepSealed(false)
            .threads(2)
            .randomness(ClientRandomness.insecure(new InsecureSeededRandomness(seed)))
            .build();
    RoundTerms terms = poisson(1, 0.3);
    try (ClientHost host = host(settings)) {
      shuffler.open(terms, MODEL);
      recorder.awaitFinished();
      assertThat(host.isConnected()).isTrue();
    }
    Map<Integer, List<byte[]>> simulated = simulate(terms, seed);
    ReportOpener opener = key.opener(Announcement.of(terms));
    for (int client = 0; client < 500; client++) {
      List<ByteString> sealed =
          shuffler
              .accepted(1)
              .getOrDefault(ByteString.copyFrom(TestHosts.token(client)), List.of());
      List<byte[]> opened = new ArrayList<>();
      for (ByteString report : sealed) {
        opened.add(opener.open(report.toByteArray()).orElseThrow());
      }
      assertThat(opened).containsExactlyElementsOf(simulated.getOrDefault(client, List.of()));
    }
  }

  /** The pure part alone, on one thread, as a simulation calls it. */
  private static Map<Integer, List<byte[]>> simulate(RoundTerms terms, long seed) {
    ClientRandomness randomness = ClientRandomness.insecure(new InsecureSeededRandomness(seed));
    BitSet all = new BitSet();
    all.set(0, 500);
    Draws draws =
        CheckInCoin.of(terms.population().law(), terms.population().rate())
            .draw(all, randomness.coins(terms.id()));
    ModelMessage message = ModelMessage.parse(MODEL);
    LocalTask task =
        new LocalTraining(TestRounds.data(500))
            .prepare(terms, Optional.of(message.model(message.spec())));
    Map<Integer, List<byte[]>> reports = new java.util.HashMap<>();
    for (int index = draws.size() - 1; index >= 0; index--) {
      int client = draws.client(index);
      reports.put(
          client,
          task.newWorker()
              .reports(client, draws.reports(index), randomness.reports(terms.id(), client)));
    }
    return reports;
  }
}
