package org.shuffledcheckin.aggregator.ledger;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.shuffledcheckin.accountant.CheckInLaw;
import org.shuffledcheckin.accountant.CheckInRound;
import org.shuffledcheckin.accountant.LocalGuarantee;
import org.shuffledcheckin.accountant.UpperBound;
import org.shuffledcheckin.aggregator.TestRounds;
import org.shuffledcheckin.kit.ledger.LedgerChain;
import org.shuffledcheckin.kit.ledger.LedgerChain.Head;
import org.shuffledcheckin.kit.ledger.LedgerChain.Link;
import org.shuffledcheckin.kit.round.Digest;
import org.shuffledcheckin.kit.round.RoundId;
import org.shuffledcheckin.report.randomizer.KAryResponseSpec;
import org.shuffledcheckin.report.randomizer.LaplaceSpec;
import org.shuffledcheckin.report.randomizer.LdpSgdSpec;
import org.shuffledcheckin.report.randomizer.RandomizerSpec;

class ChargeTextTest {
  private static final String FIRST_VERSION =
      "{\"charge\":1,\"run\":\"000102030405060708090a0b0c0d0e0f\",\"round\":1,\"clients\":1000,"
          + "\"accounted_clients\":950,\"check_in_rate\":0.05,\"check_in_law\":\"POISSON\","
          + "\"guarantee\":{\"kind\":\"gaussian\",\"noise_multiplier\":1.0},\"delta\":1.0E-5,"
          + "\"epsilon_after\":0.25,\"kind\":\"UPPER_BOUND\",\"method\":\"test\","
          + "\"epsilon_limit\":2.0,\"parameters_sha256\":"
          + "\"e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855\","
          + "\"time\":\"2026-01-01T12:00:00Z\"}";

  @Test
  void parse_entryOfTheFirstVersion_isReadAndWrittenAsItWas() {
    Charge charge = ChargeText.parse(FIRST_VERSION.getBytes(UTF_8));
    assertThat(charge.accounted().clients()).isEqualTo(950);
    assertThat(charge.terms().randomizer()).isEmpty();
    assertThat(ChargeText.write(charge)).asString(UTF_8).isEqualTo(FIRST_VERSION);
  }

  @Test
  void parse_entryFromBeforePledges_isReadAndWrittenAsItWas() {
    String randomizer =
        "\"randomizer\":\"%s\",\"guarantee\"".formatted(TestRounds.RANDOMIZER.canonicalText());
    String second =
        FIRST_VERSION.replace("\"charge\":1", "\"charge\":2").replace("\"guarantee\"", randomizer);
    Charge charge = ChargeText.parse(second.getBytes(UTF_8));
    assertThat(charge.isPledged()).isFalse();
    assertThat(charge.accounted())
        .isEqualTo(
            new CheckInRound(950, 0.05, CheckInLaw.POISSON, TestRounds.RANDOMIZER.guarantee()));
    assertThat(ChargeText.write(charge)).asString(UTF_8).isEqualTo(second);
    Head genesis = LedgerChain.genesis(TestRounds.RUN);
    LedgerEntry entry = LedgerEntry.after(genesis, charge);
    assertThat(entry.link())
        .isEqualTo(new Link(1, Digest.sha256(second.getBytes(UTF_8)), Optional.empty()));
  }

  @Test
  void link_ofAnEntry_namesTheParameters() {
    Charge charge = TestRounds.charge(1, 0.5);
    LedgerEntry entry = LedgerEntry.after(LedgerChain.genesis(TestRounds.RUN), charge);
    assertThat(entry.link())
        .isEqualTo(Link.of(1, Digest.sha256(entry.toBytes()), charge.terms().parameters()));
    assertThat(entry.head())
        .isEqualTo(LedgerChain.extend(LedgerChain.genesis(TestRounds.RUN), entry.link()));
  }

  @Test
  void parse_ownText_givesTheSameCharge() {
    Charge charge = TestRounds.charge(3, 0.5);
    byte[] text = ChargeText.write(charge);
    assertThat(ChargeText.parse(text)).isEqualTo(charge);
    assertThat(text)
        .asString(UTF_8)
        .contains("\"charge\":3", "\"clients\":1100", "\"honest_clients\":1000")
        .contains("\"loss_limit\":2,\"accounted_clients\":" + TestRounds.ROUND.clients())
        .contains("\"loss_mass\":" + TestRounds.ROUND.lossMass())
        .contains(TestRounds.RANDOMIZER.canonicalText());
  }

  @Test
  void parse_guaranteeOfAnotherRandomizer_isRefused() {
    String text = new String(ChargeText.write(TestRounds.charge(3, 0.5)), UTF_8);
    String other = text.replace("\"noise_multiplier\":1.0", "\"noise_multiplier\":2.0");
    assertThat(other).isNotEqualTo(text);
    assertThatThrownBy(() -> ChargeText.parse(other.getBytes(UTF_8)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("guarantee must be one of gaussian");
  }

  static List<RandomizerSpec> randomizers() {
    return List.of(
        new LdpSgdSpec(10, 0.5, 1.5),
        new LaplaceSpec(-1, 1, 1.5),
        new KAryResponseSpec(2, 1.5),
        new KAryResponseSpec(100, 1.5));
  }

  @ParameterizedTest
  @MethodSource("randomizers")
  void parse_everyRandomizer_chargesItsOwnGuarantee(RandomizerSpec randomizer) {
    Charge charge = charge(randomizer, randomizer.guarantee());
    assertThat(ChargeText.parse(ChargeText.write(charge))).isEqualTo(charge);
    assertThat(charge.accounted().guarantee()).isEqualTo(randomizer.guarantee());
  }

  /** As runs wrote it when no more than epsilon0 was known of a pure randomiser. */
  @ParameterizedTest
  @MethodSource("randomizers")
  void parse_weakerGuaranteeOfOlderEntries_isReadAndWrittenAsItWas(RandomizerSpec randomizer) {
    Charge charge = charge(randomizer, new LocalGuarantee.PureLdp(1.5));
    byte[] text = ChargeText.write(charge);
    assertThat(text)
        .asString(UTF_8)
        .contains("\"guarantee\":{\"kind\":\"pure-ldp\",\"epsilon0\":1.5}");
    assertThat(ChargeText.parse(text)).isEqualTo(charge);
  }

  @ParameterizedTest
  @MethodSource("randomizers")
  void parse_strongerGuaranteeThanTheRandomizers_isRefused(RandomizerSpec randomizer) {
    String text = new String(ChargeText.write(charge(randomizer, randomizer.guarantee())), UTF_8);
    String stronger = text.replaceAll("\"guarantee\":\\{[^}]*}", guarantee("pure-ldp", "1.4"));
    assertThatThrownBy(() -> ChargeText.parse(stronger.getBytes(UTF_8)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("guarantee must be one of " + randomizer.kind().label());
  }

  private static String guarantee(String kind, String epsilon0) {
    return "\"guarantee\":{\"kind\":\"%s\",\"epsilon0\":%s}".formatted(kind, epsilon0);
  }

  private static Charge charge(RandomizerSpec randomizer, LocalGuarantee guarantee) {
    return new Charge(
        new Charge.Terms(
            new RoundId(TestRounds.RUN, 1),
            TestRounds.POPULATION,
            TestRounds.POPULATION.charge(guarantee),
            Optional.of(randomizer),
            Digest.sha256(new byte[1])),
        new UpperBound(0.5, 1e-5, "test"),
        2,
        TestRounds.NOON);
  }

  @Test
  void parse_laterVersion_isRefused() {
    String text = FIRST_VERSION.replace("\"charge\":1", "\"charge\":4");
    assertThatThrownBy(() -> ChargeText.parse(text.getBytes(UTF_8)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("version 1 to 3");
  }
}
