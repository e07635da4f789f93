package org.shuffledcheckin.client.host;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.shuffledcheckin.accountant.CheckInLaw;
import org.shuffledcheckin.accountant.filter.FilterMenu;
import org.shuffledcheckin.client.TestLedger;
import org.shuffledcheckin.client.TestRounds;
import org.shuffledcheckin.client.coin.SitOutRule;
import org.shuffledcheckin.client.exchange.DeliveryOutcome;
import org.shuffledcheckin.client.exchange.PledgeOutcome;
import org.shuffledcheckin.client.policy.RefusalReason;
import org.shuffledcheckin.kit.round.Announcement;
import org.shuffledcheckin.kit.round.HpkePublicKey;
import org.shuffledcheckin.kit.round.RoundTerms;

class ClientHostTest extends HostFixture {
  private RoundTerms always(long number) {
    return TestRounds.gaussian(number, CheckInLaw.BERNOULLI, 1, MODEL, key.publicKey());
  }

  private RoundTerms fair(long number) {
    return TestRounds.gaussian(number, CheckInLaw.BERNOULLI, 0.5, MODEL, key.publicKey());
  }

  private static TestHosts tails() {
    return new TestHosts().randomness(new FixedCoins(false));
  }

  @Test
  void round_drawOne_submitsOneReportThatOpens() throws Exception {
    try (ClientHost host = host(new TestHosts().build())) {
      shuffler.open(always(1), MODEL);
      RoundSummary summary = recorder.awaitFinished();
      assertThat(summary.pledges(PledgeOutcome.ACCEPTED)).isEqualTo(1);
      assertThat(summary.deliveries(DeliveryOutcome.ACCEPTED)).isEqualTo(1);
      List<ByteString> reports = shuffler.accepted(1).get(ByteString.copyFrom(TestHosts.token(0)));
      assertThat(reports).hasSize(1);
      assertThat(
              key.opener(Announcement.of(always(1)))
                  .open(reports.get(0).toByteArray())
                  .orElseThrow())
          .hasSize(always(1).reportBytes());
      assertThat(host.isConnected()).isTrue();
    }
  }

  @Test
  void round_drawZero_pledgesZeroAndDoesNothingElse() throws Exception {
    try (ClientHost host = host(tails().build())) {
      for (long number = 1; number <= 3; number++) {
        shuffler.open(fair(number), MODEL);
        assertThat(recorder.awaitFinished().pledges(PledgeOutcome.ACCEPTED)).isEqualTo(1);
        assertThat(shuffler.heard(number, TestHosts.token(0)))
            .containsExactly(ByteString.copyFrom(new byte[1]));
      }
      assertThat(shuffler.calls()).containsExactly("pledge", "pledge", "pledge");
      assertThat(host.isConnected()).isTrue();
    }
  }

  @Test
  void round_pledgedByAnOlderCopyOfItself_isNoticedAndNothingDelivered() throws Exception {
    shuffler.open(always(1), MODEL);
    try (ClientHost host = host(new TestHosts().build())) {
      assertThat(recorder.awaitFinished().pledges(PledgeOutcome.ACCEPTED)).isEqualTo(1);
      assertThat(host.isConnected()).isTrue();
    }
    // A journal from before the round, with its mark: only the shuffler can tell.
    Path other = folder.resolve("restored");
    try (ClientHost host =
        new ClientHost(
            new TestHosts().build(),
            other,
            Optional.empty(),
            shuffler.shuffler(TestHosts.token(0)),
            recorder)) {
      host.start();
      assertThat(recorder.awaitRefusal()).isEqualTo(RefusalReason.ANSWERED_ELSEWHERE);
      assertThat(recorder.awaitFinished().deliveries()).isEmpty();
      assertThat(shuffler.received(1, TestHosts.token(0))).hasSize(1);
    }
  }

  @Test
  void round_severalReports_travelTogetherWithDifferentBytes() throws Exception {
    RoundTerms poisson = TestRounds.gaussian(1, CheckInLaw.POISSON, 0.9, MODEL, key.publicKey());
    try (ClientHost host = host(new TestHosts().data(TestRounds.data(200)).build())) {
      shuffler.open(poisson, MODEL);
      RoundSummary summary = recorder.awaitFinished();
      assertThat(summary.pledges(PledgeOutcome.ACCEPTED)).isEqualTo(200);
      Set<ByteString> different = new HashSet<>();
      shuffler.accepted(1).values().forEach(different::addAll);
      assertThat(shuffler.pledged(1).values().stream().mapToLong(Integer::intValue).sum())
          .isEqualTo(summary.reports());
      assertThat((long) different.size()).isEqualTo(summary.reports());
      assertThat(shuffler.downloads()).isEqualTo(1);
      assertThat(host.isConnected()).isTrue();
    }
  }

  @Test
  void round_repliesLostAndBusy_resendsTheSameBytes() throws Exception {
    try (ClientHost host = host(new TestHosts().build())) {
      shuffler.pledgeFaults().loseReplies(2);
      shuffler.pledgeFaults().busy(1);
      shuffler.deliveryFaults().loseReplies(2);
      shuffler.deliveryFaults().busy(1);
      shuffler.open(always(1), MODEL);
      RoundSummary summary = recorder.awaitFinished();
      assertThat(summary.pledges(PledgeOutcome.ALREADY_PLEDGED)).isEqualTo(1);
      assertThat(summary.deliveries(DeliveryOutcome.ALREADY_DELIVERED)).isEqualTo(1);
      assertThat(new HashSet<>(shuffler.heard(1, TestHosts.token(0)))).hasSize(1);
      List<List<ByteString>> sent = shuffler.received(1, TestHosts.token(0));
      assertThat(sent).hasSizeGreaterThanOrEqualTo(3);
      assertThat(new HashSet<>(sent)).hasSize(1);
      assertThat(host.isConnected()).isTrue();
    }
  }

  @Test
  void round_reconnects_drawsOnceAndGoesOn() throws Exception {
    try (ClientHost host = host(new TestHosts().build())) {
      assertThat(host.isConnected()).isFalse();
      shuffler.open(always(1), MODEL);
      recorder.awaitFinished();
      for (int i = 0; i < 3; i++) {
        assertThat(recorder.awaitConnection()).isEqualTo("connected");
        shuffler.disconnect();
        assertThat(recorder.awaitConnection()).isEqualTo("disconnected");
      }
      shuffler.open(always(2), MODEL);
      assertThat(recorder.awaitFinished().round().number()).isEqualTo(2);
      assertThat(recorder.drawnRounds()).isEqualTo(2);
      assertThat(shuffler.received(1, TestHosts.token(0))).hasSize(1);
    }
  }

  @Test
  void round_unreachableThenAnnouncedAgain_resendsWhatWasLeft() throws Exception {
    try (ClientHost host = host(new TestHosts().keepSealed(false).build())) {
      shuffler.deliveryFaults().loseReplies(TestHosts.QUICK.attempts());
      shuffler.open(always(1), MODEL);
      assertThat(recorder.awaitFinished().deliveries(DeliveryOutcome.UNREACHABLE)).isEqualTo(1);
      shuffler.disconnect();
      assertThat(recorder.awaitFinished().deliveries(DeliveryOutcome.ALREADY_DELIVERED))
          .isEqualTo(1);
      assertThat(new HashSet<>(shuffler.received(1, TestHosts.token(0)))).hasSize(1);
      assertThat(host.isConnected()).isTrue();
    }
  }

  /** Heads or tails: the round is charged. */
  @Test
  void round_lifetimeSpent_staysSilent() throws Exception {
    FilterMenu three = TestRounds.lifetimeOf(3, fair(1));
    try (ClientHost host = host(tails().lifetime(three).build())) {
      for (long number = 1; number <= 2; number++) {
        shuffler.open(fair(number), MODEL);
        recorder.awaitFinished();
      }
      assertThat(host.isConnected()).isTrue();
    }
    HostSettings heads = new TestHosts().randomness(new FixedCoins(true)).lifetime(three).build();
    try (ClientHost host = host(heads)) {
      shuffler.open(fair(3), MODEL);
      assertThat(recorder.awaitFinished().reports()).isEqualTo(1);
      shuffler.open(fair(4), MODEL);
      assertThat(recorder.awaitRefusal()).isEqualTo(RefusalReason.LIFETIME_BUDGET_SPENT);
      assertThat(shuffler.received(4, TestHosts.token(0))).isEmpty();
      assertThat(host.isConnected()).isTrue();
    }
    try (ClientHost host = host(heads)) {
      assertThat(recorder.awaitRefusal()).isEqualTo(RefusalReason.LIFETIME_BUDGET_SPENT);
      assertThat(host.isConnected()).isTrue();
    }
  }

  @Test
  void round_sitsOut_neitherPledgesNorPays() throws Exception {
    Path flag = folder.resolve("on-battery");
    Files.createFile(flag);
    HostSettings settings =
        new TestHosts()
            .lifetime(TestRounds.lifetimeOf(1, always(1)))
            .sitOut(SitOutRule.whileExists(flag))
            .build();
    try (ClientHost host = host(settings)) {
      shuffler.open(always(1), MODEL);
      assertThat(recorder.awaitFinished().participants()).isZero();
      assertThat(shuffler.requests()).isZero();
      Files.delete(flag);
      shuffler.open(always(2), MODEL);
      assertThat(recorder.awaitFinished().participants()).isEqualTo(1);
      assertThat(host.isConnected()).isTrue();
    }
  }

  @Test
  void round_otherModelThanAnnounced_isNotTrained() throws Exception {
    try (ClientHost host = host(new TestHosts().build())) {
      byte[] other = MODEL.clone();
      other[other.length - 1] ^= 1;
      shuffler.open(always(1), other);
      assertThat(recorder.awaitRefusal()).isEqualTo(RefusalReason.MODEL_CORRUPT);
      assertThat(recorder.awaitFinished().deliveries()).isEmpty();
      assertThat(shuffler.received(1, TestHosts.token(0))).isEmpty();
      assertThat(host.isConnected()).isTrue();
    }
  }

  @Test
  void round_shorterModelThanAnnounced_isNotTrained() throws Exception {
    try (ClientHost host = host(new TestHosts().build())) {
      shuffler.open(always(1), new byte[5]);
      assertThat(recorder.awaitRefusal()).isEqualTo(RefusalReason.MODEL_UNAVAILABLE);
      assertThat(host.isConnected()).isTrue();
    }
  }

  @Test
  void round_modelWithNaN_isNotTrained() throws Exception {
    byte[] bad = TestRounds.model(Float.NaN);
    try (ClientHost host = host(new TestHosts().build())) {
      shuffler.open(TestRounds.gaussian(1, CheckInLaw.BERNOULLI, 1, bad, key.publicKey()), bad);
      assertThat(recorder.awaitRefusal()).isEqualTo(RefusalReason.ARCHITECTURE_NOT_ACCEPTED);
      assertThat(host.isConnected()).isTrue();
    }
  }

  @Test
  void round_modelOfAnotherShape_isNotTrained() throws Exception {
    byte[] bad = TestRounds.model(TestRounds.SPEC.toJson().replace("4", "5"), 12, 0);
    try (ClientHost host = host(new TestHosts().build())) {
      shuffler.open(TestRounds.gaussian(1, CheckInLaw.BERNOULLI, 1, bad, key.publicKey()), bad);
      assertThat(recorder.awaitRefusal()).isEqualTo(RefusalReason.ARCHITECTURE_NOT_ACCEPTED);
      assertThat(host.isConnected()).isTrue();
    }
  }

  @Test
  void round_ledgerRolledBackOrForked_isRefusedAcrossRestarts() throws Exception {
    TestLedger honest = shuffler.ledger();
    try (ClientHost host = host(new TestHosts().build())) {
      shuffler.open(always(5), MODEL);
      recorder.awaitFinished();
      assertThat(host.isConnected()).isTrue();
    }
    try (ClientHost host = host(new TestHosts().build())) {
      shuffler.open(honest.fork(3).next(always(6)), MODEL);
      assertThat(recorder.awaitRefusal()).isEqualTo(RefusalReason.LEDGER_ROLLED_BACK);
      shuffler.open(honest.fork(4).next(always(6)), MODEL);
      assertThat(recorder.awaitRefusal()).isEqualTo(RefusalReason.LEDGER_FORKED);
      shuffler.open(honest.fork(4).upTo(8).next(always(6)), MODEL);
      assertThat(recorder.awaitRefusal()).isEqualTo(RefusalReason.LEDGER_FORKED);
      shuffler.open(honest.fork(5).upTo(8).next(fair(5)), MODEL);
      assertThat(recorder.awaitRefusal()).isEqualTo(RefusalReason.ROUND_CHANGED);
      shuffler.open(honest.charge(always(6)), MODEL);
      assertThat(recorder.awaitFinished().round().number()).isEqualTo(6);
      assertThat(host.isConnected()).isTrue();
    }
  }

  @Test
  void round_keyOfLowOrder_isRefusedBeforeTheDraw() throws Exception {
    try (ClientHost host = host(new TestHosts().build())) {
      shuffler.open(
          TestRounds.gaussian(1, CheckInLaw.BERNOULLI, 1, MODEL, HpkePublicKey.of(new byte[32])),
          MODEL);
      assertThat(recorder.awaitRefusal()).isEqualTo(RefusalReason.KEY_UNUSABLE);
      assertThat(recorder.drawnRounds()).isZero();
      assertThat(host.isConnected()).isTrue();
    }
  }

  @Test
  void round_noModelToTrain_isRefused() throws Exception {
    try (ClientHost host = host(new TestHosts().build())) {
      shuffler.open(
          TestRounds.gaussian(1, CheckInLaw.BERNOULLI, 1, new byte[0], key.publicKey()),
          new byte[0]);
      assertThat(recorder.awaitRefusal()).isEqualTo(RefusalReason.TASK_NOT_OFFERED);
      assertThat(host.isConnected()).isTrue();
    }
  }

  @Test
  void round_counting_submitsWithoutAModel() throws Exception {
    RoundTerms counting = TestRounds.counting(1, 2, key.publicKey());
    try (ClientHost host = host(new TestHosts().data(TestRounds.data(50)).build())) {
      shuffler.open(counting, new byte[0]);
      assertThat(recorder.awaitFinished().deliveries(DeliveryOutcome.ACCEPTED)).isEqualTo(50);
      assertThat(shuffler.downloads()).isZero();
      assertThat(host.isConnected()).isTrue();
    }
  }
}
