package org.shuffledcheckin.kit.sealing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.shuffledcheckin.accountant.CheckInLaw;
import org.shuffledcheckin.kit.round.Announcement;
import org.shuffledcheckin.kit.round.Population;
import org.shuffledcheckin.kit.round.RoundTerms;
import org.shuffledcheckin.kit.round.Rounds;
import org.shuffledcheckin.report.randomizer.GaussianSumSpec;
import org.shuffledcheckin.report.sum.WordSum;

/** Reports that are only added up leave a client as a share and a sealed seed. */
class SharesTest {
  private static final int WORDS = 5;
  private static final GaussianSumSpec SPEC = new GaussianSumSpec(WORDS, 1, 64, 256);

  private final RoundKey key = RoundKey.generate();
  private final Announcement round = Announcement.of(terms(3));

  private RoundTerms terms(long number) {
    return Rounds.with(
        Rounds.with(
            Rounds.gaussian(number, key.publicKey()),
            new Population(1000, 950, 0, 0.05, CheckInLaw.BERNOULLI)),
        SPEC);
  }

  private static byte[] report(int value) {
    ByteBuffer report = ByteBuffer.allocate(SPEC.reportBytes()).order(ByteOrder.LITTLE_ENDIAN);
    for (int i = 0; i < WORDS; i++) {
      report.putInt(value + i);
    }
    return report.array();
  }

  private byte[] seed(byte[] message, Announcement of) {
    int share = of.terms().shareBytes();
    return key.opener(of).open(Arrays.copyOfRange(message, share, message.length)).orElseThrow();
  }

  @Test
  void seal_reportOfASum_isShareAndSeedOfTheAnnouncedLength() {
    byte[] message = new ReportSealer(round).seal(report(7));
    assertThat(message).hasSize(round.terms().sealedReportBytes()).hasSize(4 * WORDS + 80);
    assertThat(round.terms().reportBytes()).isEqualTo(4 * WORDS + 32);
    assertThat(seed(message, round)).hasSize(32);
  }

  @Test
  void seal_sharesAndMasksOfManyReports_addUpToTheirSum() {
    ReportSealer sealer = new ReportSealer(round);
    WordSum sum = new WordSum(WORDS);
    for (int i = 0; i < 20; i++) {
      byte[] message = sealer.seal(report(i * 1_000_003 - (1 << 30)));
      sum.add(message, 0);
      ReportContext.masks(round.terms()).addTo(sum, seed(message, round));
    }
    WordSum expected = new WordSum(WORDS);
    for (int i = 0; i < 20; i++) {
      expected.add(report(i * 1_000_003 - (1 << 30)), 0);
    }
    assertThat(sum.toBytes()).isEqualTo(expected.toBytes());
  }

  @Test
  void seal_theSameReportTwice_hasNothingInCommon() {
    ReportSealer sealer = new ReportSealer(round);
    Set<Integer> words = new HashSet<>();
    for (int i = 0; i < 100; i++) {
      words.add(ByteBuffer.wrap(sealer.seal(report(0))).getInt());
    }
    // Two of a hundred uniform words are equal with probability 1.2e-6.
    assertThat(words).hasSizeGreaterThan(98);
  }

  @Test
  void masks_ofTheSameSeedInAnotherRound_areOthers() {
    byte[] seed = new byte[32];
    new SecureRandom().nextBytes(seed);
    WordSum here = new WordSum(WORDS);
    WordSum there = new WordSum(WORDS);
    ReportContext.masks(round.terms()).addTo(here, seed);
    ReportContext.masks(terms(4)).addTo(there, seed);
    assertThat(here.toBytes()).isNotEqualTo(there.toBytes());
  }

  @Test
  void terms_thatDoNotGoTogether_areRefused() {
    assertThatThrownBy(() -> Rounds.with(Rounds.gaussian(1, key.publicKey()), SPEC))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("bernoulli");
  }

  @Test
  void modelKey_sealedModel_opensInItsRoundOnly() {
    ModelKey models = ModelKey.generate(new SecureRandom());
    byte[] model = "a model".repeat(100).getBytes(java.nio.charset.StandardCharsets.US_ASCII);
    byte[] sealed = models.seal(round.terms().id(), model);
    assertThat(sealed).hasSize(model.length + 16).isNotEqualTo(model);
    assertThat(models.seal(round.terms().id(), model)).isEqualTo(sealed);
    assertThat(models.open(round.terms().id(), sealed)).hasValue(model);
    assertThat(models.open(terms(4).id(), sealed)).isEmpty();
    assertThat(ModelKey.generate(new SecureRandom()).open(round.terms().id(), sealed)).isEmpty();
    assertThat(models.seal(terms(4).id(), model)).isNotEqualTo(sealed);
    byte[] changed = sealed.clone();
    changed[20] ^= 1;
    assertThat(models.open(round.terms().id(), changed)).isEmpty();
  }

  @Test
  void modelKey_fromItsBytes_isTheSameKey() {
    ModelKey models = ModelKey.generate(new SecureRandom());
    assertThat(ModelKey.of(models.toBytes()).id()).isEqualTo(models.id());
    assertThat(models.toString())
        .doesNotContain(java.util.HexFormat.of().formatHex(models.toBytes()));
    assertThatThrownBy(() -> ModelKey.of(new byte[32]))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("64");
  }
}
