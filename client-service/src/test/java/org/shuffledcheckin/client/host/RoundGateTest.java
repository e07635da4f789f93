package org.shuffledcheckin.client.host;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.shuffledcheckin.accountant.CheckInLaw;
import org.shuffledcheckin.client.TestRounds;
import org.shuffledcheckin.client.exchange.OpenedRound;
import org.shuffledcheckin.client.journal.ClientJournal;
import org.shuffledcheckin.client.policy.ClientPolicy;
import org.shuffledcheckin.client.policy.RefusalReason;
import org.shuffledcheckin.client.training.LocalTraining;
import org.shuffledcheckin.kit.round.Announcement;
import org.shuffledcheckin.kit.round.Population;
import org.shuffledcheckin.kit.round.RoundTerms;
import org.shuffledcheckin.report.randomizer.GaussianSpec;
import org.shuffledcheckin.report.randomizer.KAryResponseSpec;
import org.shuffledcheckin.report.randomizer.LdpSgdSpec;
import org.shuffledcheckin.report.randomizer.RandomizerSpec;

class RoundGateTest {
  private static final long SEED = 20_260_103;
  private static final byte[] MODEL = TestRounds.model(0);

  @TempDir Path folder;

  private final HostSettings settings = new TestHosts().data(TestRounds.data(3)).build();
  private ClientJournal journal;
  private RoundGate gate;

  @BeforeEach
  void open() throws Exception {
    journal = ClientJournal.open(folder, Optional.empty(), 3);
    gate = new RoundGate(settings, new LocalTraining(settings.data()), journal);
  }

  @AfterEach
  void close() throws Exception {
    journal.close();
  }

  private RoundGate.Verdict judge(RoundTerms terms) {
    return gate.judge(
        new OpenedRound(Announcement.of(terms), terms.window().openFor(), TestRounds.head(1)));
  }

  @Test
  void judge_accountantWithoutABound_isRefused() {
    RoundTerms good = TestRounds.gaussian(1, CheckInLaw.POISSON, 0.1, MODEL, TestRounds.KEY);
    RoundTerms thirteen =
        TestRounds.terms(
            1,
            Population.allHonest(13, 0.1, CheckInLaw.POISSON),
            good.randomizer(),
            MODEL,
            TestRounds.KEY);
    assertThat(judge(thirteen)).isEqualTo(new RoundGate.Refused(RefusalReason.NO_PROVEN_BOUND));
  }

  @Test
  void judge_sixteenReportsBeyondOneRequest_areRefusedUntilTheLimitIsRaised() {
    RandomizerSpec large = GaussianSpec.withSuitableGrid(140_000, 1, 1);
    byte[] model = new byte[4 * 140_000 + 100];
    RoundTerms poisson = TestRounds.terms(1, CheckInLaw.POISSON, 0.1, large, model, TestRounds.KEY);
    RoundTerms bernoulli =
        TestRounds.terms(1, CheckInLaw.BERNOULLI, 0.1, large, model, TestRounds.KEY);
    RoundGate.Refused tooLarge = new RoundGate.Refused(RefusalReason.REPORTS_TOO_LARGE);
    assertThat(judge(poisson)).isEqualTo(tooLarge);
    assertThat(judge(bernoulli)).isNotEqualTo(tooLarge);
    HostSettings raised =
        new TestHosts()
            .data(TestRounds.data(3))
            .largestRequest(poisson.largestAnswerBytes())
            .build();
    gate = new RoundGate(raised, new LocalTraining(raised.data()), journal);
    assertThat(judge(poisson)).isNotEqualTo(tooLarge);
  }

  @Test
  void judge_rateTooSmallToDrawExactly_isRefused() {
    assertThat(judge(TestRounds.gaussian(1, CheckInLaw.POISSON, 1e-200, MODEL, TestRounds.KEY)))
        .isEqualTo(new RoundGate.Refused(RefusalReason.LAW_NOT_ACCEPTED));
  }

  /**
   * Valid announcements of every kind and size: each is judged, and what passes obeys the policy.
   */
  @Test
  void judge_manyRandomAnnouncements_acceptsOnlyWhatThePolicyAllows() {
    Random random = new Random(SEED);
    Map<RefusalReason, Integer> refusals = new EnumMap<>(RefusalReason.class);
    int accepted = 0;
    for (int i = 0; i < 3000; i++) {
      RoundTerms terms = randomTerms(random);
      RoundGate.Verdict verdict = judge(terms);
      if (verdict instanceof RoundGate.Refused refused) {
        refusals.merge(refused.reason(), 1, Integer::sum);
      } else {
        accepted++;
        ClientPolicy policy = settings.policy();
        assertThat(policy.check(terms)).isEmpty();
        if (LocalTraining.needsModel(terms)) {
          assertThat(4L * terms.randomizer().dimension()).isLessThan(terms.model().bytes());
        }
      }
    }
    assertThat(accepted).as("seed " + SEED).isPositive();
    assertThat(refusals)
        .as("seed " + SEED)
        .containsKeys(
            RefusalReason.NOISE_TOO_SMALL,
            RefusalReason.EPSILON0_TOO_LARGE,
            RefusalReason.TASK_NOT_OFFERED,
            RefusalReason.REPORTS_TOO_LARGE);
  }

  private static RoundTerms randomTerms(Random random) {
    int dimension = random.nextInt(3) > 0 ? 10 : 2 + random.nextInt(300_000);
    double clip = Math.exp(random.nextGaussian());
    double sigma =
        random.nextInt(3) > 0 ? 1 : Math.min(200, Math.exp(2 * random.nextGaussian()) + 0.01);
    double epsilon0 = 6 * random.nextDouble() + 0.01;
    RandomizerSpec randomizer =
        switch (random.nextInt(4)) {
          case 0, 1 -> GaussianSpec.withSuitableGrid(dimension, clip, sigma);
          case 2 -> new LdpSgdSpec(dimension, clip, epsilon0);
          default -> new KAryResponseSpec(dimension, epsilon0);
        };
    return TestRounds.terms(
        1 + random.nextInt(100),
        random.nextBoolean() ? CheckInLaw.POISSON : CheckInLaw.BERNOULLI,
        1 - random.nextDouble(),
        randomizer,
        random.nextInt(4) > 0 ? MODEL : new byte[0],
        TestRounds.KEY);
  }
}
