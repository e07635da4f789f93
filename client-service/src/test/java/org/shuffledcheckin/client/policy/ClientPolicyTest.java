package org.shuffledcheckin.client.policy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.shuffledcheckin.accountant.CheckInLaw;
import org.shuffledcheckin.accountant.LocalGuarantee;
import org.shuffledcheckin.accountant.amplification.GaussianMechanism;
import org.shuffledcheckin.client.TestRounds;
import org.shuffledcheckin.kit.config.ByteSize;
import org.shuffledcheckin.kit.round.Digest;
import org.shuffledcheckin.kit.round.ModelKeyId;
import org.shuffledcheckin.kit.round.Population;
import org.shuffledcheckin.kit.round.ReportTerms;
import org.shuffledcheckin.kit.round.RoundTerms;
import org.shuffledcheckin.kit.round.RoundWindow;
import org.shuffledcheckin.report.randomizer.GaussianSpec;
import org.shuffledcheckin.report.randomizer.GaussianSumSpec;
import org.shuffledcheckin.report.randomizer.KAryResponseSpec;
import org.shuffledcheckin.report.randomizer.LaplaceSpec;
import org.shuffledcheckin.report.randomizer.LdpSgdSpec;
import org.shuffledcheckin.report.randomizer.RandomizerSpec;
import org.shuffledcheckin.report.randomizer.ReportForm;

class ClientPolicyTest {
  private static final byte[] MODEL = TestRounds.model(0);

  private static final ClientPolicy.ReportPolicy REPORT = new ClientPolicy.ReportPolicy(0.9, 2, 16);
  private static final ClientPolicy.Lifetime LIFETIME = new ClientPolicy.Lifetime(8, 1e-5);
  private static final List<CheckInLaw> POISSON = List.of(CheckInLaw.POISSON);

  private final ClientPolicy policy = policy(1000);

  private static ClientPolicy policy(long modelBytes, Digest... models) {
    return policy(0.1, POISSON, 500, models(modelBytes, models));
  }

  private static ClientPolicy policy(
      double rate, List<CheckInLaw> laws, long population, ClientPolicy.ModelPolicy models) {
    return new ClientPolicy(
        new ClientPolicy.DrawPolicy(rate, laws, 100),
        new ClientPolicy.HidingPolicy(population, 1_000_000),
        REPORT,
        new ClientPolicy.TimePolicy(Duration.ofSeconds(10), Duration.ofSeconds(5)),
        LIFETIME,
        models);
  }

  private static ClientPolicy.ModelPolicy models(long bytes, Digest... models) {
    List<String> hex = Arrays.stream(models).map(Digest::toString).toList();
    return new ClientPolicy.ModelPolicy(new ByteSize(bytes), hex, List.of());
  }

  private static RoundTerms round(CheckInLaw law, double rate) {
    return TestRounds.gaussian(1, law, rate, MODEL, TestRounds.KEY);
  }

  private static RoundTerms round(RandomizerSpec randomizer) {
    return TestRounds.terms(1, CheckInLaw.POISSON, 0.1, randomizer, MODEL, TestRounds.KEY);
  }

  private static Optional<RefusalReason> check(ClientPolicy policy, RoundTerms terms) {
    return policy.check(terms, terms.window().openFor());
  }

  @Test
  void check_roundAtEveryLimit_isAccepted() {
    assertThat(check(policy, round(CheckInLaw.POISSON, 0.1))).isEmpty();
    assertThat(check(policy, round(GaussianSpec.withSuitableGrid(10, 1, 0.9)))).isEmpty();
  }

  /** One report at noise 1 has epsilon 9.997 at delta 1e-5 by the analytic Gaussian. */
  @Test
  void check_lossOfOneGaussianReport_isHeldToTheCap() {
    RoundTerms terms = round(GaussianSpec.withSuitableGrid(10, 1, 1));
    double epsilon = new GaussianMechanism(2).epsilon(1e-5);
    assertThat(check(withLocalCap(epsilon * 1.001), terms)).isEmpty();
    assertThat(check(withLocalCap(epsilon * 0.999), terms))
        .hasValue(RefusalReason.LOCAL_EPSILON_TOO_LARGE);
  }

  @Test
  void check_lossOfOnePureReport_isHeldToTheCap() {
    RoundTerms terms = round(new KAryResponseSpec(4, 1.5));
    assertThat(check(withLocalCap(1.5), terms)).isEmpty();
    assertThat(check(withLocalCap(1.49), terms)).hasValue(RefusalReason.LOCAL_EPSILON_TOO_LARGE);
  }

  private ClientPolicy withLocalCap(double epsilon) {
    return new ClientPolicy(
        policy.draw(),
        policy.hiding(),
        new ClientPolicy.ReportPolicy(0.9, 2, epsilon),
        policy.time(),
        policy.lifetime(),
        policy.model());
  }

  private static RoundTerms summed(double noise) {
    return TestRounds.terms(
        1,
        new Population(1000, 1000, 0, 0.1, CheckInLaw.BERNOULLI),
        GaussianSumSpec.withSuitableGrid(10, 1, noise),
        MODEL,
        TestRounds.KEY);
  }

  private ClientPolicy withForms(double smallestSumNoise, ReportForm... forms) {
    return new ClientPolicy(
        new ClientPolicy.DrawPolicy(0.1, List.of(CheckInLaw.BERNOULLI), 100),
        policy.hiding(),
        new ClientPolicy.ReportPolicy(0.9, 2, 16, List.of(forms), smallestSumNoise),
        policy.time(),
        policy.lifetime(),
        policy.model());
  }

  @Test
  void check_formThatIsNotListed_isRefused() {
    RoundTerms sum = summed(0.2);
    assertThat(check(withForms(0, ReportForm.SHUFFLED), sum))
        .hasValue(RefusalReason.FORM_NOT_ACCEPTED);
    assertThat(check(withForms(0, ReportForm.DISTRIBUTED), sum)).isEmpty();
    assertThat(check(withForms(0, ReportForm.DISTRIBUTED), round(CheckInLaw.BERNOULLI, 0.1)))
        .hasValue(RefusalReason.FORM_NOT_ACCEPTED);
    // Nobody switches a client from one form to the other without its word.
    assertThat(new ClientPolicy.ReportPolicy(0.9, 2, 16).forms())
        .containsExactly(ReportForm.SHUFFLED);
  }

  @Test
  void check_floorOfASum_isThatOfOneReport() {
    assertThat(check(withForms(0.19, ReportForm.DISTRIBUTED), summed(0.2))).isEmpty();
    assertThat(check(withForms(0.2, ReportForm.DISTRIBUTED), summed(0.2)))
        .hasValue(RefusalReason.NOISE_TOO_SMALL);
  }

  @Test
  void charge_ofASum_dependsOnWhoReadsTheModel() {
    RoundTerms open = summed(0.2);
    LocalGuarantee.GaussianSum charged =
        (LocalGuarantee.GaussianSum) policy.charge(open).guarantee();
    assertThat(charged.membersKnown()).isTrue();
    RoundTerms hidden =
        new RoundTerms(
            open.id(),
            open.population(),
            new ReportTerms(
                open.randomizer(),
                open.model(),
                open.report().hpkePublicKey(),
                Optional.of(new ModelKeyId(7))),
            open.window(),
            open.spent());
    assertThat(((LocalGuarantee.GaussianSum) policy.charge(hidden).guarantee()).membersKnown())
        .isFalse();
  }

  @Test
  void check_tooLittleTime_isRefused() {
    RoundTerms minute = round(CheckInLaw.POISSON, 0.1);
    assertThat(policy.check(minute, Duration.ofSeconds(5))).isEmpty();
    assertThat(policy.check(minute, Duration.ofMillis(4999)))
        .hasValue(RefusalReason.TOO_LITTLE_TIME);
    assertThat(check(policy, openFor(minute, Duration.ofSeconds(10)))).isEmpty();
    assertThat(check(policy, openFor(minute, Duration.ofMillis(9999))))
        .hasValue(RefusalReason.ROUND_TOO_SHORT);
  }

  private static RoundTerms openFor(RoundTerms terms, Duration time) {
    return new RoundTerms(
        terms.id(), terms.population(), terms.report(), new RoundWindow(time, 1, 0), terms.spent());
  }

  @Test
  void charge_moreClientsThanBelieved_countsTheBelieved() {
    RoundTerms forged = population(1_000_000_000, 1_000_000_000, 0);
    assertThat(policy.charge(forged)).isEqualTo(policy.charge(population(1_000_000, 1_000_000, 0)));
    assertThat(policy.charge(forged).clients()).isLessThanOrEqualTo(1_000_000);
  }

  @Test
  void check_largerRate_isRefused() {
    assertThat(check(policy, round(CheckInLaw.POISSON, Math.nextUp(0.1))))
        .hasValue(RefusalReason.CHECK_IN_RATE_TOO_LARGE);
  }

  @Test
  void check_otherLaw_isRefused() {
    assertThat(check(policy, round(CheckInLaw.BERNOULLI, 0.1)))
        .hasValue(RefusalReason.LAW_NOT_ACCEPTED);
  }

  @Test
  void check_lessNoise_isRefused() {
    assertThat(check(policy, round(GaussianSpec.withSuitableGrid(10, 1, 0.89))))
        .hasValue(RefusalReason.NOISE_TOO_SMALL);
  }

  @Test
  void check_noiseAtTheLimit_isAcceptedAndNotTheLeastLess() {
    double smallest = REPORT.smallestNoiseMultiplier();
    assertThat(check(policy, round(GaussianSpec.withSuitableGrid(10, 1, smallest)))).isEmpty();
    for (double less : new double[] {0.99 * smallest, Math.nextDown(smallest)}) {
      assertThat(check(policy, round(GaussianSpec.withSuitableGrid(10, 1, less))))
          .hasValue(RefusalReason.NOISE_TOO_SMALL);
    }
  }

  @Test
  void check_largerEpsilon0_isRefused() {
    for (double more : new double[] {2.01, Math.nextUp(2.0)}) {
      for (RandomizerSpec randomizer : pure(more)) {
        assertThat(check(policy, round(randomizer))).hasValue(RefusalReason.EPSILON0_TOO_LARGE);
      }
    }
    for (RandomizerSpec randomizer : pure(2)) {
      assertThat(check(policy, round(randomizer))).isEmpty();
      assertThat(check(withLocalCap(1.99), round(randomizer)))
          .hasValue(RefusalReason.LOCAL_EPSILON_TOO_LARGE);
    }
  }

  private static List<RandomizerSpec> pure(double epsilon0) {
    return List.of(
        new KAryResponseSpec(2, epsilon0),
        new KAryResponseSpec(40, epsilon0),
        new LaplaceSpec(0, 1, epsilon0),
        new LdpSgdSpec(10, 1, epsilon0));
  }

  /** What counts are the clients that the round is charged with. */
  @Test
  void check_fewerClients_isRefused() {
    RoundTerms terms = population(1000, 1000, 5);
    long charged = policy.charge(terms).clients();
    assertThat(charged).isLessThan(1000);
    assertThat(check(policy(0.1, POISSON, charged, policy.model()), terms)).isEmpty();
    assertThat(check(policy(0.1, POISSON, charged + 1, policy.model()), terms))
        .hasValue(RefusalReason.TOO_FEW_CLIENTS);
  }

  @Test
  void check_dishonestClientsAndLosses_areTakenOff() {
    assertThat(check(policy, population(1000, 1000, 0))).isEmpty();
    assertThat(check(policy, population(1000, 500, 0))).hasValue(RefusalReason.TOO_FEW_CLIENTS);
    assertThat(check(policy, population(1000, 1000, 40))).hasValue(RefusalReason.TOO_FEW_CLIENTS);
    assertThat(check(policy, population(1000, 20, 900))).hasValue(RefusalReason.TOO_FEW_CLIENTS);
  }

  private static RoundTerms population(long clients, long honest, long lossLimit) {
    return TestRounds.terms(
        1,
        new Population(clients, honest, lossLimit, 0.1, CheckInLaw.POISSON),
        new LdpSgdSpec(10, 1, 2),
        MODEL,
        TestRounds.KEY);
  }

  @Test
  void check_longerModel_isRefused() {
    assertThat(check(policy(MODEL.length - 1), round(CheckInLaw.POISSON, 0.1)))
        .hasValue(RefusalReason.MODEL_TOO_LARGE);
  }

  @Test
  void check_otherModelThanPinned_isRefused() {
    Digest other = Digest.sha256(new byte[] {1});
    assertThat(check(policy(1000, other), round(CheckInLaw.POISSON, 0.1)))
        .hasValue(RefusalReason.MODEL_NOT_ACCEPTED);
    assertThat(check(policy(1000, Digest.sha256(MODEL)), round(CheckInLaw.POISSON, 0.1))).isEmpty();
  }

  @Test
  void constructor_valueOutOfRange_isRefused() {
    assertThatThrownBy(() -> policy(Double.NaN, POISSON, 1, policy.model()))
        .hasMessageContaining("largest check-in rate");
    assertThatThrownBy(() -> policy(1, List.of(), 1, policy.model()))
        .hasMessageContaining("accepted laws");
    assertThatThrownBy(() -> new ClientPolicy.Lifetime(1, 1))
        .hasMessageContaining("lifetime delta");
    assertThatThrownBy(() -> new ClientPolicy.ReportPolicy(0, 1, 1))
        .hasMessageContaining("smallest noise multiplier");
    assertThatThrownBy(() -> models(1L << 40)).hasMessageContaining("largest model bytes");
  }
}
