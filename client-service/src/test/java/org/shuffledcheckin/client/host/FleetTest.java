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
import org.shuffledcheckin.client.coin.CheckInCoin;
import org.shuffledcheckin.client.coin.ClientRandomness;
import org.shuffledcheckin.client.coin.Draws;
import org.shuffledcheckin.client.exchange.AnswerOutcome;
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
  void round_tenThousandClients_answerWithinTenSeconds() throws Exception {
    HostSettings settings =
        new TestHosts().data(TestRounds.data(10_000)).keepSealed(false).threads(2).build();
    try (ClientHost host = host(settings)) {
      for (long number = 1; number <= 5; number++) {
        shuffler.open(poisson(number, 0.05), MODEL);
        RoundSummary summary = recorder.awaitFinished();
        assertThat(summary.answers(AnswerOutcome.ACCEPTED)).isEqualTo(10_000);
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
  void round_dropouts_areSilentAtTheGivenRate() throws Exception {
    HostSettings settings =
        new TestHosts().data(TestRounds.data(20_000)).keepSealed(false).dropoutRate(0.3).build();
    try (ClientHost host = host(settings)) {
      long dropped = 0;
      for (long number = 1; number <= 3; number++) {
        shuffler.open(poisson(number, 0.01), MODEL);
        RoundSummary summary = recorder.awaitFinished();
        dropped += summary.dropped();
        assertThat(summary.answers(AnswerOutcome.ACCEPTED)).isEqualTo(20_000 - summary.dropped());
        assertThat((long) shuffler.accepted(number).size()).isEqualTo(20_000 - summary.dropped());
        assertThat(summary.participants()).isEqualTo(20_000);
      }
      double deviation = Math.sqrt(60_000 * 0.3 * 0.7);
      assertThat((double) dropped).isBetween(18_000 - 6 * deviation, 18_000 + 6 * deviation);
      assertThat(host.isConnected()).isTrue();
    }
  }

  @Test
  void round_overloadedShuffler_answersOnceEachWithTheSameBytes() throws Exception {
    HostSettings settings =
        new TestHosts().data(TestRounds.data(9000)).keepSealed(false).threads(2).build();
    try (ClientHost host = host(settings)) {
      shuffler.refuse(2);
      shuffler.loseReplies(2);
      shuffler.busy(3000);
      shuffler.open(poisson(1, 0.2), MODEL);
      RoundSummary summary = recorder.awaitFinished();
      assertThat(
              summary.answers(AnswerOutcome.ACCEPTED)
                  + summary.answers(AnswerOutcome.ALREADY_ANSWERED))
          .isEqualTo(9000);
      for (int client = 0; client < 9000; client++) {
        assertThat(shuffler.received(1, TestHosts.token(client)).stream().distinct().count())
            .isEqualTo(1);
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
          shuffler.accepted(1).get(ByteString.copyFrom(TestHosts.token(client)));
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
