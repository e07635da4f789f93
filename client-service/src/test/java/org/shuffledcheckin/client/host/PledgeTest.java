package org.shuffledcheckin.client.host;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.shuffledcheckin.accountant.CheckInLaw;
import org.shuffledcheckin.client.TestLedger;
import org.shuffledcheckin.client.TestRounds;
import org.shuffledcheckin.client.coin.ClientRandomness;
import org.shuffledcheckin.client.exchange.DeliveryOutcome;
import org.shuffledcheckin.client.exchange.PledgeOutcome;
import org.shuffledcheckin.client.policy.RefusalReason;
import org.shuffledcheckin.kit.round.Announcement;
import org.shuffledcheckin.kit.round.Population;
import org.shuffledcheckin.kit.round.RoundId;
import org.shuffledcheckin.kit.round.RoundTerms;
import org.shuffledcheckin.kit.sealing.RoundKey;
import org.shuffledcheckin.kit.signing.SigningKeys;
import org.shuffledcheckin.report.noise.ReportRandomness;

/** What the theorem on lost reports assumes of a client, as laws. */
class PledgeTest extends HostFixture {
  private static final long TIMEOUT_SECONDS = 20;

  /** Randomness whose reports of the first round are not made before they are let go. */
  private static final class Slow implements ClientRandomness {
    private final ClientRandomness coins = new FixedCoins(true);
    private final CountDownLatch begun = new CountDownLatch(1);
    private final CountDownLatch letGo = new CountDownLatch(1);

    @Override
    public RandomGenerator coins(RoundId round) {
      return coins.coins(round);
    }

    @Override
    public RandomGenerator sitOuts(RoundId round) {
      return coins.sitOuts(round);
    }

    @Override
    public RandomGenerator dropouts(RoundId round) {
      return coins.dropouts(round);
    }

    @Override
    public ReportRandomness reports(RoundId round, int client) {
      if (round.number() == 1) {
        begun.countDown();
        try {
          assertThat(letGo.await(TIMEOUT_SECONDS, TimeUnit.SECONDS)).isTrue();
        } catch (InterruptedException e) {
          throw new IllegalStateException(e);
        }
      }
      return coins.reports(round, client);
    }
  }

  private RoundTerms fair(long number) {
    return TestRounds.gaussian(number, CheckInLaw.BERNOULLI, 0.5, MODEL, key.publicKey());
  }

  @Test
  void round_heads_pledgesBeforeItAsksForTheModelOrComputes() throws Exception {
    Slow slow = new Slow();
    try (ClientHost host = host(new TestHosts().randomness(slow).build())) {
      shuffler.open(fair(1), MODEL);
      assertThat(slow.begun.await(TIMEOUT_SECONDS, TimeUnit.SECONDS)).isTrue();
      assertThat(shuffler.calls()).containsExactly("pledge", "download");
      assertThat(shuffler.pledged(1)).hasSize(1);
      slow.letGo.countDown();
      assertThat(recorder.awaitFinished().deliveries(DeliveryOutcome.ACCEPTED)).isEqualTo(1);
      assertThat(shuffler.calls()).containsExactly("pledge", "download", "deliver");
      assertThat(host.isConnected()).isTrue();
    }
  }

  @Test
  void round_fleet_pledgesForAllBeforeAnythingElse() throws Exception {
    HostSettings settings =
        new TestHosts().data(TestRounds.data(9000)).keepSealed(false).threads(2).build();
    try (ClientHost host = host(settings)) {
      shuffler.open(TestRounds.gaussian(1, CheckInLaw.POISSON, 0.1, MODEL, key.publicKey()), MODEL);
      assertThat(recorder.awaitFinished().pledges(PledgeOutcome.ACCEPTED)).isEqualTo(9000);
      assertThat(shuffler.calls())
          .startsWith("pledge", "pledge", "pledge", "download", "deliver")
          .filteredOn("pledge"::equals)
          .hasSize(3);
      assertThat(host.isConnected()).isTrue();
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void round_workOfTheLastUnfinished_delaysNeitherPledgeNorWork(boolean keepSealed)
      throws Exception {
    Slow slow = new Slow();
    try (ClientHost host = host(new TestHosts().randomness(slow).keepSealed(keepSealed).build())) {
      shuffler.open(fair(1), MODEL);
      assertThat(slow.begun.await(TIMEOUT_SECONDS, TimeUnit.SECONDS)).isTrue();
      shuffler.open(fair(2), MODEL);
      RoundSummary second = recorder.awaitFinished();
      assertThat(second.round().number()).isEqualTo(2);
      assertThat(second.deliveries(DeliveryOutcome.ACCEPTED)).isEqualTo(1);
      slow.letGo.countDown();
      assertThat(recorder.awaitFinished().round().number()).isEqualTo(1);
      assertThat(shuffler.received(1, TestHosts.token(0))).isEmpty();
      assertThat(host.isConnected()).isTrue();
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void round_closedWhileReportsAreMade_isGivenUp(boolean keepSealed) throws Exception {
    Slow slow = new Slow();
    try (ClientHost host = host(new TestHosts().randomness(slow).keepSealed(keepSealed).build())) {
      shuffler.open(fair(1), MODEL);
      assertThat(slow.begun.await(TIMEOUT_SECONDS, TimeUnit.SECONDS)).isTrue();
      shuffler.close(fair(1));
      shuffler.open(fair(2), MODEL);
      assertThat(recorder.awaitFinished().round().number()).isEqualTo(2);
      slow.letGo.countDown();
      assertThat(recorder.awaitFinished().deliveries()).isEmpty();
      assertThat(shuffler.received(1, TestHosts.token(0))).isEmpty();
      assertThat(host.isConnected()).isTrue();
    }
  }

  /** It says that a billion hide whoever answers, and could open what they send. */
  @Test
  void rounds_hundredOfTheShufflersOwn_getNothing() throws Exception {
    SimpleMeterRegistry registry = new SimpleMeterRegistry();
    RoundKey own = RoundKey.generate();
    SigningKeys ownSignature = SigningKeys.generate();
    HostSettings settings = new TestHosts().data(TestRounds.data(50)).build();
    try (ClientHost host =
        new ClientHost(
            settings,
            folder,
            Optional.empty(),
            shuffler.shuffler(TestHosts.token(0)),
            HostListener.all(new HostMetrics(registry, 50), recorder))) {
      host.start();
      TestLedger forged = new TestLedger();
      for (long number = 1; number <= 100; number++) {
        RoundTerms terms =
            TestRounds.terms(
                number,
                Population.allHonest(1_000_000_000, 1, CheckInLaw.BERNOULLI),
                fair(number).randomizer(),
                MODEL,
                own.publicKey());
        Announcement announcement = forged.charge(terms).announcement();
        shuffler.open(forged.signed(announcement, ownSignature, terms.window().openFor()), MODEL);
        assertThat(recorder.awaitRefusal()).isEqualTo(RefusalReason.SIGNATURE_INVALID);
      }
      assertThat(recorder.drawnRounds()).isZero();
      assertThat(shuffler.calls()).isEmpty();
      assertThat(
              registry
                  .get("checkin.client.refusals")
                  .tag("reason", "signature_invalid")
                  .counter()
                  .count())
          .isEqualTo(5000);
      assertThat(host.isConnected()).isTrue();
    }
  }
}
