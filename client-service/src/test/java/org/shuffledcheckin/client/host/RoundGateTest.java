package org.shuffledcheckin.client.host;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.shuffledcheckin.accountant.CheckInLaw;
import org.shuffledcheckin.client.TestLedger;
import org.shuffledcheckin.client.TestRounds;
import org.shuffledcheckin.client.coin.Draws;
import org.shuffledcheckin.client.exchange.ExchangeException;
import org.shuffledcheckin.client.exchange.OpenedRound;
import org.shuffledcheckin.client.exchange.Retries;
import org.shuffledcheckin.client.exchange.RoundTime;
import org.shuffledcheckin.client.exchange.UnusedShuffler;
import org.shuffledcheckin.client.journal.ClientJournal;
import org.shuffledcheckin.client.journal.RecordedRound;
import org.shuffledcheckin.client.policy.ClientPolicy;
import org.shuffledcheckin.client.policy.RefusalReason;
import org.shuffledcheckin.client.policy.RunMemory;
import org.shuffledcheckin.client.training.LocalTraining;
import org.shuffledcheckin.kit.ledger.LedgerChain.Link;
import org.shuffledcheckin.kit.round.Announcement;
import org.shuffledcheckin.kit.round.Population;
import org.shuffledcheckin.kit.round.RoundId;
import org.shuffledcheckin.kit.round.RoundTerms;
import org.shuffledcheckin.kit.sealing.RoundKey;
import org.shuffledcheckin.kit.signing.SignedRound;
import org.shuffledcheckin.kit.signing.SigningKeys;
import org.shuffledcheckin.kit.time.VirtualClock;
import org.shuffledcheckin.report.randomizer.GaussianSpec;
import org.shuffledcheckin.report.randomizer.KAryResponseSpec;
import org.shuffledcheckin.report.randomizer.LdpSgdSpec;
import org.shuffledcheckin.report.randomizer.RandomizerSpec;

class RoundGateTest {
  private static final long SEED = 20_260_103;
  private static final byte[] MODEL = TestRounds.model(0);

  @TempDir Path folder;

  private final HostSettings settings = new TestHosts().data(TestRounds.data(3)).build();
  private final VirtualClock clock = new VirtualClock();
  private final SecureRandom random = new SecureRandom();
  private final Links shuffler = new Links();
  private ClientJournal journal;
  private RoundGate gate;

  /** Gives links of a ledger, so many at a time; nothing without a ledger. */
  private static final class Links extends UnusedShuffler {
    private final List<Long> asked = new ArrayList<>();
    private TestLedger ledger;
    private int page = 1024;
    private int skip;

    @Override
    public CompletableFuture<List<Link>> readLinks(RoundId.Run run, long after, Duration timeout) {
      asked.add(after);
      return ledger == null
          ? CompletableFuture.failedFuture(new ExchangeException("UNAVAILABLE", true))
          : CompletableFuture.completedFuture(ledger.after(after + skip, page));
    }
  }

  @BeforeEach
  void open() throws Exception {
    journal = ClientJournal.open(folder, Optional.empty(), 3, settings.rules().menu());
    gate = gate(settings);
  }

  private RoundGate gate(HostSettings rules) {
    return new RoundGate(
        new HostContext(
            rules,
            journal,
            new HostExchange(shuffler, new Retries(TestHosts.QUICK, clock.timer(), random), 1),
            HostListener.NONE));
  }

  @AfterEach
  void close() throws Exception {
    journal.close();
  }

  private RoundGate.Verdict judge(RoundTerms terms) throws InterruptedException {
    return judge(new TestLedger().charge(terms));
  }

  private RoundGate.Verdict judge(OpenedRound opened) throws InterruptedException {
    return gate.judge(opened, new RoundTime(opened.remaining(), clock::nanoTime));
  }

  /** So many draws that some are capped: no bound is proven for that. */
  @Test
  void judge_roundWithoutAProvenBound_isRefused() throws Exception {
    RoundTerms often = TestRounds.gaussian(1, CheckInLaw.POISSON, 0.9, MODEL, TestRounds.KEY);
    RoundTerms tooOften =
        TestRounds.terms(
            1,
            Population.allHonest(100_000, 1, CheckInLaw.POISSON),
            often.randomizer(),
            MODEL,
            TestRounds.KEY);
    assertThat(judge(often)).isInstanceOf(RoundGate.Accepted.class);
    assertThat(judge(tooOften)).isEqualTo(new RoundGate.Refused(RefusalReason.NO_PROVEN_BOUND));
  }

  @Test
  void judge_sixteenReportsBeyondOneRequest_areRefusedUntilTheLimitIsRaised() throws Exception {
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
            .largestRequest(poisson.largestDeliveryBytes())
            .build();
    gate = gate(raised);
    assertThat(judge(poisson)).isNotEqualTo(tooLarge);
  }

  @Test
  void judge_rateThatNoCoinCanHave_isRefused() throws Exception {
    assertRefused(
        new TestLedger()
            .charge(TestRounds.gaussian(1, CheckInLaw.POISSON, 1e-200, MODEL, TestRounds.KEY)),
        RefusalReason.LAW_NOT_ACCEPTED);
  }

  private static RoundTerms round(long number) {
    return TestRounds.gaussian(number, CheckInLaw.POISSON, 0.1, MODEL, TestRounds.KEY);
  }

  private void assertRefused(OpenedRound opened, RefusalReason reason) throws Exception {
    assertThat(judge(opened)).isEqualTo(new RoundGate.Refused(reason));
  }

  /** Remembers that a round was drawn in. */
  private void draw(OpenedRound opened) throws Exception {
    assertThat(judge(opened)).isInstanceOf(RoundGate.Accepted.class);
    BitSet all = new BitSet();
    all.set(0, 3);
    journal.recordDraws(
        RecordedRound.drawn(
            new RunMemory(opened.id(), opened.announcement().digest(), opened.round().ledger()),
            settings.policy().charge(opened.announcement().terms()),
            all,
            new Draws.Builder().build()),
        clock.instant());
  }

  @Test
  void judge_signatureOfAnybodyElse_isRefusedBeforeAllElse() throws Exception {
    RoundTerms terms = round(1);
    TestLedger ledger = new TestLedger();
    OpenedRound good = ledger.charge(terms);
    OpenedRound forged =
        ledger.signed(good.announcement(), SigningKeys.generate(), good.remaining());
    assertRefused(forged, RefusalReason.SIGNATURE_INVALID);
    assertThat(judge(good)).isInstanceOf(RoundGate.Accepted.class);
  }

  @Test
  void judge_signatureReplayed_isRefused() throws Exception {
    TestLedger ledger = new TestLedger();
    OpenedRound good = ledger.charge(round(1));
    byte[] signature = good.round().signature();
    // On a key of the shuffler's own, on a larger population, on another head, on another run.
    RoundTerms otherKey =
        TestRounds.gaussian(1, CheckInLaw.POISSON, 0.1, MODEL, RoundKey.generate().publicKey());
    RoundTerms otherNumbers =
        TestRounds.terms(
            1,
            Population.allHonest(1_000_000_000, 0.1, CheckInLaw.POISSON),
            round(1).randomizer(),
            MODEL,
            TestRounds.KEY);
    RoundTerms otherRun =
        new RoundTerms(
            new RoundId(RoundId.Run.of(new byte[16]), 1),
            round(1).population(),
            round(1).report(),
            round(1).window(),
            round(1).spent());
    for (RoundTerms other : List.of(otherKey, otherNumbers, otherRun)) {
      Announcement announcement = Announcement.of(other);
      SignedRound replayed = new SignedRound(announcement, good.round().ledger(), signature);
      assertRefused(
          new OpenedRound(
              replayed,
              List.of(Link.of(1, good.links().get(0).entry(), announcement.digest())),
              good.remaining()),
          RefusalReason.SIGNATURE_INVALID);
    }
    assertRefused(
        new OpenedRound(
            new SignedRound(good.announcement(), TestRounds.head(1), signature),
            good.links(),
            good.remaining()),
        RefusalReason.SIGNATURE_INVALID);
  }

  @Test
  void judge_linksThatDoNotChargeTheRound_areRefused() throws Exception {
    TestLedger ledger = new TestLedger();
    OpenedRound good = ledger.upTo(40).next(round(41));
    assertThat(judge(good)).isInstanceOf(RoundGate.Accepted.class);
    List<Link> links = good.links();
    for (List<Link> wrong :
        List.of(
            links.subList(0, 15),
            List.of(links.get(3), links.get(15)),
            List.of(Link.of(41, links.get(15).entry(), links.get(14).entry())))) {
      assertRefused(
          new OpenedRound(good.round(), wrong, good.remaining()), RefusalReason.LEDGER_UNPROVEN);
    }
    OpenedRound first = new TestLedger().charge(round(1));
    Link other = Link.of(1, links.get(0).entry(), first.announcement().digest());
    assertRefused(
        new OpenedRound(first.round(), List.of(other), first.remaining()),
        RefusalReason.LEDGER_UNPROVEN);
  }

  /** The same rounds for everybody, or somebody notices: the fork is longer, and well signed. */
  @Test
  void judge_longerFork_isRefusedByWhoeverSawTheOtherSide() throws Exception {
    TestLedger honest = new TestLedger();
    draw(honest.charge(round(5)));
    TestLedger fork = honest.fork(4);
    assertRefused(fork.upTo(9).next(round(10)), RefusalReason.LEDGER_FORKED);
    shuffler.ledger = fork;
    assertRefused(fork.upTo(60).next(round(61)), RefusalReason.LEDGER_FORKED);
    shuffler.ledger = honest;
    assertThat(judge(honest.upTo(60).next(round(61)))).isInstanceOf(RoundGate.Accepted.class);
  }

  @Test
  void judge_longAbsence_readsTheLinksPageByPage() throws Exception {
    TestLedger ledger = new TestLedger();
    draw(ledger.charge(round(5)));
    OpenedRound later = ledger.upTo(299).next(round(300));
    shuffler.ledger = ledger;
    shuffler.page = 100;
    assertThat(judge(later)).isInstanceOf(RoundGate.Accepted.class);
    assertThat(shuffler.asked).containsExactly(5L, 105L, 205L);
  }

  @Test
  void judge_absenceOfMorePagesThanOneAnnouncementIsWorth_goesOnAtTheNext() throws Exception {
    TestLedger ledger = new TestLedger();
    draw(ledger.charge(round(1)));
    shuffler.ledger = ledger;
    shuffler.page = 1;
    OpenedRound later = ledger.upTo(99).next(round(100));
    assertRefused(later, RefusalReason.LEDGER_UNPROVEN);
    assertThat(shuffler.asked).hasSize(LedgerProof.MOST_PAGES);
    assertThat(judge(later)).isInstanceOf(RoundGate.Accepted.class);
    assertThat(shuffler.asked).hasSize(84 - 1);
  }

  @Test
  void judge_linksWithheldOrBroken_areRefusedAsUnproven() throws Exception {
    TestLedger ledger = new TestLedger();
    draw(ledger.charge(round(5)));
    OpenedRound later = ledger.upTo(299).next(round(300));
    assertRefused(later, RefusalReason.LEDGER_UNPROVEN);
    shuffler.page = 0;
    shuffler.ledger = ledger;
    assertRefused(later, RefusalReason.LEDGER_UNPROVEN);
    shuffler.page = 100;
    shuffler.skip = 1;
    assertRefused(later, RefusalReason.LEDGER_UNPROVEN);
    shuffler.skip = 0;
    assertThat(judge(later)).isInstanceOf(RoundGate.Accepted.class);
  }

  @Test
  void judge_forgedPopulation_isChargedAsBelieved() throws Exception {
    RoundTerms forged =
        TestRounds.terms(
            1,
            Population.allHonest(1_000_000_000, 0.1, CheckInLaw.POISSON),
            round(1).randomizer(),
            MODEL,
            TestRounds.KEY);
    RoundGate.Accepted accepted = (RoundGate.Accepted) judge(new TestLedger().charge(forged));
    assertThat(accepted.charge().clients())
        .isLessThanOrEqualTo(settings.policy().hiding().largestPopulation());
  }

  /** Counted by rates: five rounds at 0.1 whatever was drawn, here nothing at all. */
  @Test
  void judge_sixthRoundOfADayAtACapOfHalfAReport_isRefusedUntilTheDayIsOver() throws Exception {
    gate =
        gate(new TestHosts().data(TestRounds.data(3)).policy(daily(0.5001)).clock(clock).build());
    TestLedger ledger = new TestLedger();
    for (long number = 1; number <= 5; number++) {
      draw(ledger.charge(round(number)));
    }
    OpenedRound sixth = ledger.charge(round(6));
    assertRefused(sixth, RefusalReason.DAILY_REPORTS_SPENT);
    clock.pass(Duration.ofHours(23));
    assertRefused(sixth, RefusalReason.DAILY_REPORTS_SPENT);
    clock.pass(Duration.ofHours(2));
    assertThat(judge(sixth)).isInstanceOf(RoundGate.Accepted.class);
  }

  private static ClientPolicy daily(double reports) {
    ClientPolicy policy = TestRounds.policy();
    return new ClientPolicy(
        new ClientPolicy.DrawPolicy(1, List.of(CheckInLaw.values()), reports),
        policy.hiding(),
        policy.report(),
        policy.time(),
        policy.lifetime(),
        policy.model());
  }

  /**
   * Valid announcements of every kind and size: each is judged, and what passes obeys the policy.
   */
  @Test
  void judge_manyRandomAnnouncements_acceptsOnlyWhatThePolicyAllows() throws Exception {
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
        assertThat(policy.check(terms, terms.window().openFor())).isEmpty();
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
