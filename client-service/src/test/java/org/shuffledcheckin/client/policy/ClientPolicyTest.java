package org.shuffledcheckin.client.policy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Set;
import org.junit.jupiter.api.Test;
import org.shuffledcheckin.accountant.CheckInLaw;
import org.shuffledcheckin.client.TestRounds;
import org.shuffledcheckin.kit.round.Digest;
import org.shuffledcheckin.kit.round.Population;
import org.shuffledcheckin.kit.round.RoundTerms;
import org.shuffledcheckin.report.randomizer.GaussianSpec;
import org.shuffledcheckin.report.randomizer.KAryResponseSpec;
import org.shuffledcheckin.report.randomizer.LdpSgdSpec;
import org.shuffledcheckin.report.randomizer.RandomizerSpec;

class ClientPolicyTest {
  private static final byte[] MODEL = TestRounds.model(0);

  private final ClientPolicy policy = policy(1000, Set.of());

  private static ClientPolicy policy(long modelBytes, Set<Digest> models) {
    return new ClientPolicy(
        0.1,
        Set.of(CheckInLaw.POISSON),
        0.9,
        2,
        500,
        8,
        1e-5,
        new ClientPolicy.ModelPolicy(modelBytes, models, Set.of()));
  }

  private static RoundTerms round(CheckInLaw law, double rate) {
    return TestRounds.gaussian(1, law, rate, MODEL, TestRounds.KEY);
  }

  private static RoundTerms round(RandomizerSpec randomizer) {
    return TestRounds.terms(1, CheckInLaw.POISSON, 0.1, randomizer, MODEL, TestRounds.KEY);
  }

  @Test
  void check_roundAtEveryLimit_isAccepted() {
    assertThat(policy.check(round(CheckInLaw.POISSON, 0.1))).isEmpty();
  }

  @Test
  void check_largerRate_isRefused() {
    assertThat(policy.check(round(CheckInLaw.POISSON, Math.nextUp(0.1))))
        .hasValue(RefusalReason.CHECK_IN_RATE_TOO_LARGE);
  }

  @Test
  void check_otherLaw_isRefused() {
    assertThat(policy.check(round(CheckInLaw.BERNOULLI, 0.1)))
        .hasValue(RefusalReason.LAW_NOT_ACCEPTED);
  }

  @Test
  void check_lessNoise_isRefused() {
    assertThat(policy.check(round(GaussianSpec.withSuitableGrid(10, 1, 0.89))))
        .hasValue(RefusalReason.NOISE_TOO_SMALL);
  }

  @Test
  void check_largerEpsilon0_isRefused() {
    assertThat(policy.check(round(new KAryResponseSpec(4, 2.01))))
        .hasValue(RefusalReason.EPSILON0_TOO_LARGE);
    assertThat(policy.check(round(new LdpSgdSpec(10, 1, 2)))).isEmpty();
  }

  @Test
  void check_fewerClients_isRefused() {
    ClientPolicy wantsMore =
        new ClientPolicy(0.1, Set.of(CheckInLaw.POISSON), 0.9, 2, 1001, 8, 1e-5, policy.model());
    assertThat(wantsMore.check(round(CheckInLaw.POISSON, 0.1)))
        .hasValue(RefusalReason.TOO_FEW_CLIENTS);
  }

  @Test
  void check_enoughAnswersOfTooFewHonestClients_isRefused() {
    assertThat(policy.check(accounting(500))).isEmpty();
    assertThat(policy.check(accounting(499))).hasValue(RefusalReason.TOO_FEW_CLIENTS);
  }

  private static RoundTerms accounting(long honest) {
    return TestRounds.terms(
        1,
        new Population(1000, honest, 0.1, CheckInLaw.POISSON),
        new LdpSgdSpec(10, 1, 2),
        MODEL,
        TestRounds.KEY);
  }

  @Test
  void check_longerModel_isRefused() {
    assertThat(policy(MODEL.length - 1, Set.of()).check(round(CheckInLaw.POISSON, 0.1)))
        .hasValue(RefusalReason.MODEL_TOO_LARGE);
  }

  @Test
  void check_otherModelThanPinned_isRefused() {
    Digest other = Digest.sha256(new byte[] {1});
    assertThat(policy(1000, Set.of(other)).check(round(CheckInLaw.POISSON, 0.1)))
        .hasValue(RefusalReason.MODEL_NOT_ACCEPTED);
    assertThat(policy(1000, Set.of(Digest.sha256(MODEL))).check(round(CheckInLaw.POISSON, 0.1)))
        .isEmpty();
  }

  @Test
  void constructor_valueOutOfRange_isRefused() {
    assertThatThrownBy(
            () ->
                new ClientPolicy(
                    Double.NaN, Set.of(CheckInLaw.POISSON), 1, 1, 1, 1, 1e-5, policy.model()))
        .hasMessageContaining("largest check-in rate");
    assertThatThrownBy(
            () -> new ClientPolicy(1, Set.of(CheckInLaw.POISSON), 1, 1, 1, 1, 1, policy.model()))
        .hasMessageContaining("lifetime delta");
    assertThatThrownBy(() -> new ClientPolicy(1, Set.of(), 1, 1, 1, 1, 1e-5, policy.model()))
        .hasMessageContaining("accepted laws");
  }
}
