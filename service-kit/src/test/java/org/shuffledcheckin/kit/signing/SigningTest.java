package org.shuffledcheckin.kit.signing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.shuffledcheckin.kit.ledger.LedgerChain;
import org.shuffledcheckin.kit.ledger.LedgerChain.Head;
import org.shuffledcheckin.kit.round.Announcement;
import org.shuffledcheckin.kit.round.Digest;
import org.shuffledcheckin.kit.round.HpkePublicKey;
import org.shuffledcheckin.kit.round.Rounds;
import org.shuffledcheckin.proto.v1.RoundParameters;

class SigningTest {
  private static final HpkePublicKey KEY = HpkePublicKey.of(new byte[32]);
  private static final Announcement ROUND = Announcement.of(Rounds.gaussian(7, KEY));
  private static final Head HEAD = LedgerChain.genesis(ROUND.terms().id().run());

  private final SigningKeys keys = SigningKeys.generate();

  @Test
  void verify_whatWasSigned_isTrue() {
    assertThat(keys.verifyingKeys().verify(keys.sign(ROUND, HEAD))).isTrue();
  }

  @Test
  void verify_roundOfAnotherKey_isFalse() {
    assertThat(SigningKeys.generate().verifyingKeys().verify(keys.sign(ROUND, HEAD))).isFalse();
  }

  @Test
  void verify_signatureOfOtherParameters_isFalse() {
    byte[] signature = keys.sign(ROUND, HEAD).signature();
    Announcement other = Announcement.of(Rounds.gaussian(8, KEY));
    assertThat(keys.verifyingKeys().verify(new SignedRound(other, HEAD, signature))).isFalse();
  }

  @Test
  void verify_signatureOverAnotherLedger_isFalse() {
    byte[] signature = keys.sign(ROUND, HEAD).signature();
    Head longer = new Head(1, HEAD.hash());
    Head forked = new Head(0, Digest.sha256(new byte[] {1}));
    assertThat(keys.verifyingKeys().verify(new SignedRound(ROUND, longer, signature))).isFalse();
    assertThat(keys.verifyingKeys().verify(new SignedRound(ROUND, forked, signature))).isFalse();
  }

  @Test
  void verify_everyBitOfTheSignatureFlipped_isFalse() {
    byte[] signature = keys.sign(ROUND, HEAD).signature();
    for (int bit = 0; bit < 8 * signature.length; bit++) {
      byte[] flipped = signature.clone();
      flipped[bit / 8] ^= (byte) (1 << bit % 8);
      assertThat(keys.verifyingKeys().verify(new SignedRound(ROUND, HEAD, flipped))).isFalse();
    }
  }

  @Test
  void sign_twice_givesTheSameBytes() {
    assertThat(keys.sign(ROUND, HEAD).signature()).isEqualTo(keys.sign(ROUND, HEAD).signature());
  }

  @Test
  void rotation_stepByStep_isBelievedByWhoeverHasTheBundleBeforeOrAfter() {
    VerifyingKeys before = keys.verifyingKeys();
    SigningKeys both = keys.withNewKey();
    assertThat(before.verify(both.sign(ROUND, HEAD))).isTrue();
    VerifyingKeys during = both.verifyingKeys();
    String fresh = during.keys().get(1).fingerprint();
    SigningKeys after = both.signing(fresh).without(before.keys().get(0).fingerprint());
    assertThat(before.verify(after.sign(ROUND, HEAD))).isFalse();
    assertThat(during.verify(after.sign(ROUND, HEAD))).isTrue();
    assertThat(after.verifyingKeys().keys()).containsExactly(during.keys().get(1));
    assertThat(after.verifyingKeys().verify(keys.sign(ROUND, HEAD))).isFalse();
  }

  @Test
  void without_theKeyThatSigns_isRefused() {
    String only = keys.verifyingKeys().keys().get(0).fingerprint();
    assertThatThrownBy(() -> keys.without(only))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("signs");
    assertThatThrownBy(() -> keys.signing("0123456789abcdef"))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void read_whatWasWritten_signsTheSame(@TempDir Path folder) throws Exception {
    Path file = folder.resolve("signing.json");
    keys.write(file);
    assertThat(Files.getPosixFilePermissions(file))
        .isEqualTo(PosixFilePermissions.fromString("rw-------"));
    assertThat(SigningKeys.read(file).sign(ROUND, HEAD).signature())
        .isEqualTo(keys.sign(ROUND, HEAD).signature());
  }

  @Test
  void parse_ownText_givesTheSameKeys() {
    VerifyingKeys both = keys.withNewKey().verifyingKeys();
    assertThat(VerifyingKeys.parse(both.toText())).isEqualTo(both);
  }

  @Test
  void parse_somethingElse_isRefused() {
    for (String text :
        List.of(
            "",
            "{}",
            "[]",
            "no JSON",
            "{\"format\":\"checkin/v1/bundle\",\"keys\":[]}",
            "{\"format\":\"checkin/v1/bundle\",\"keys\":[{\"ed25519\":\"AAAA\"}]}")) {
      assertThatThrownBy(() -> VerifyingKeys.parse(text))
          .isInstanceOf(IllegalArgumentException.class);
    }
  }

  @Test
  void bundleFile_changed_isReadAgain_broken_keepsWhatWas(@TempDir Path folder) throws Exception {
    Path file = folder.resolve("bundle.json");
    Files.write(file, keys.verifyingKeys().toBytes());
    BundleFile bundle = BundleFile.open(file);
    SigningKeys others = SigningKeys.generate();
    assertThat(bundle.verify(others.sign(ROUND, HEAD))).isFalse();

    change(file, others.verifyingKeys().toText(), 1);
    assertThat(bundle.verify(others.sign(ROUND, HEAD))).isTrue();
    assertThat(bundle.verify(keys.sign(ROUND, HEAD))).isFalse();

    change(file, "broken", 2);
    assertThat(bundle.verify(others.sign(ROUND, HEAD))).isTrue();
    Files.delete(file);
    assertThat(bundle.verify(others.sign(ROUND, HEAD))).isTrue();
  }

  @Test
  void vector_ofAnotherImplementation_verifies() throws Exception {
    JsonNode vector;
    try (InputStream in = RoundParameters.class.getResourceAsStream("/checkin/v1/vectors.json")) {
      vector = new ObjectMapper().readTree(in).get("signed_round");
    }
    SignedRound round =
        new SignedRound(
            Announcement.parse(bytes(vector, "parameters")),
            new Head(vector.get("sequence").asLong(), Digest.of(bytes(vector, "head"))),
            bytes(vector, "signature"));
    assertThat(round.message()).isEqualTo(bytes(vector, "message"));
    assertThat(VerifyingKey.of(bytes(vector, "public_key")).verifies(round)).isTrue();
  }

  private static void change(Path file, String text, int later) throws Exception {
    Files.writeString(file, text);
    Files.setLastModifiedTime(file, FileTime.from(Instant.now().plusSeconds(later)));
  }

  private static byte[] bytes(JsonNode node, String field) {
    return HexFormat.of().parseHex(node.get(field).asText());
  }
}
