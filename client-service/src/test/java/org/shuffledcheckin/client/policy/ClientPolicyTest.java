package org.shuffledcheckin.client.policy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.shuffledcheckin.accountant.CheckInLaw;
import org.shuffledcheckin.client.TestRounds;
import org.shuffledcheckin.kit.config.ByteSize;
import org.shuffledcheckin.kit.round.Digest;
import org.shuffledcheckin.kit.round.Population;
import org.shuffledcheckin.kit.round.RoundTerms;
import org.shuffledcheckin.report.randomizer.GaussianSpec;
import org.shuffledcheckin.report.randomizer.KAryResponseSpec;
import org.shuffledcheckin.report.randomizer.LdpSgdSpec;
import org.shuffledcheckin.report.randomizer.RandomizerSpec;

class ClientPolicyTest {
  private static final byte[] MODEL = TestRounds.model(0);

  private static final ClientPolicy.ReportPolicy REPORT = new ClientPolicy.ReportPolicy(0.9, 2);
  private static final ClientPolicy.Lifetime LIFETIME = new ClientPolicy.Lifetime(8, 1e-5);
  private static final List<CheckInLaw> POISSON = List.of(CheckInLaw.POISSON);

  private final ClientPolicy policy = policy(1000);

  private static ClientPolicy policy(long modelBytes, Digest... models) {
    return policy(0.1, POISSON, 500, models(modelBytes, models));
  }

  private static ClientPolicy policy(
      double rate, List<CheckInLaw> laws, long population, ClientPolicy.ModelPolicy models) {
    return new ClientPolicy(rate, laws, population, REPORT, LIFETIME, models);
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
    ClientPolicy wantsMore = policy(0.1, POISSON, 1001, policy.model());
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
    assertThat(policy(MODEL.length - 1).check(round(CheckInLaw.POISSON, 0.1)))
        .hasValue(RefusalReason.MODEL_TOO_LARGE);
  }

  @Test
  void check_otherModelThanPinned_isRefused() {
    Digest other = Digest.sha256(new byte[] {1});
    assertThat(policy(1000, other).check(round(CheckInLaw.POISSON, 0.1)))
        .hasValue(RefusalReason.MODEL_NOT_ACCEPTED);
    assertThat(policy(1000, Digest.sha256(MODEL)).check(round(CheckInLaw.POISSON, 0.1))).isEmpty();
  }

  @Test
  void constructor_valueOutOfRange_isRefused() {
    assertThatThrownBy(() -> policy(Double.NaN, POISSON, 1, policy.model()))
        .hasMessageContaining("largest check-in rate");
    assertThatThrownBy(() -> policy(1, List.of(), 1, policy.model()))
        .hasMessageContaining("accepted laws");
    assertThatThrownBy(() -> new ClientPolicy.Lifetime(1, 1))
        .hasMessageContaining("lifetime delta");
    assertThatThrownBy(() -> new ClientPolicy.ReportPolicy(0, 1))
        .hasMessageContaining("smallest noise multiplier");
    assertThatThrownBy(() -> models(1L << 40)).hasMessageContaining("largest model bytes");
  }
}
