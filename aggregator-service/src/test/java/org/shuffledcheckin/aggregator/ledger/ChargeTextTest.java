package org.shuffledcheckin.aggregator.ledger;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.shuffledcheckin.accountant.CheckInLaw;
import org.shuffledcheckin.accountant.CheckInRound;
import org.shuffledcheckin.aggregator.TestRounds;
import org.shuffledcheckin.kit.ledger.LedgerChain;
import org.shuffledcheckin.kit.ledger.LedgerChain.Head;
import org.shuffledcheckin.kit.ledger.LedgerChain.Link;
import org.shuffledcheckin.kit.round.Digest;

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
        .hasMessageContaining("guarantee must be that of gaussian");
  }

  @Test
  void parse_laterVersion_isRefused() {
    String text = FIRST_VERSION.replace("\"charge\":1", "\"charge\":4");
    assertThatThrownBy(() -> ChargeText.parse(text.getBytes(UTF_8)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("version 1 to 3");
  }
}
