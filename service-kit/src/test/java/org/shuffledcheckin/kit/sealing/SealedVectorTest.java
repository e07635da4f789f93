package org.shuffledcheckin.kit.sealing;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.InputStream;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;
import org.shuffledcheckin.kit.ledger.LedgerChain;
import org.shuffledcheckin.kit.round.Announcement;
import org.shuffledcheckin.kit.round.HpkePublicKey;
import org.shuffledcheckin.kit.round.RoundId;
import org.shuffledcheckin.kit.round.Rounds;
import org.shuffledcheckin.proto.v1.RoundParameters;

/** Holds our sealing and our ledger chain to the published vectors. */
class SealedVectorTest {
  private final JsonNode vectors = vectors();
  private final JsonNode sealed = vectors.get("sealed_report");

  @Test
  void info_ofTheVectorsRound_isTheVectors() {
    assertThat(ReportContext.info(Announcement.parse(bytes(sealed, "parameters"))))
        .isEqualTo(bytes(sealed, "info"));
  }

  @Test
  void open_theVector_givesItsReport() {
    RoundKey key =
        RoundKey.restore(
            HpkePublicKey.of(bytes(sealed, "recipient_public_key")),
            bytes(sealed, "recipient_private_key"));
    assertThat(
            key.opener(Announcement.parse(bytes(sealed, "parameters")))
                .open(bytes(sealed, "sealed")))
        .hasValue(bytes(sealed, "report"));
  }

  @Test
  void plainHpke_opensTheVector() throws Exception {
    assertThat(
            PlainHpke.open(
                bytes(sealed, "recipient_private_key"),
                bytes(sealed, "recipient_public_key"),
                bytes(sealed, "info"),
                bytes(sealed, "sealed")))
        .isEqualTo(bytes(sealed, "report"));
  }

  @Test
  void plainHpke_opensWhatWeSeal() throws Exception {
    RoundKey key = RoundKey.generate();
    Announcement round = Announcement.of(Rounds.gaussian(1, key.publicKey()));
    byte[] report = new byte[round.terms().reportBytes()];
    report[3] = 42;
    assertThat(
            PlainHpke.open(
                key.exportSecret(),
                key.publicKey().toBytes(),
                ReportContext.info(round),
                new ReportSealer(round).seal(report)))
        .isEqualTo(report);
  }

  @Test
  void ledgerChain_ofTheVectorsEntries_hasTheVectorsHeads() {
    JsonNode ledger = vectors.get("ledger");
    LedgerChain.Head head = LedgerChain.genesis(RoundId.Run.of(bytes(ledger, "run")));
    assertThat(head.hash().toBytes()).isEqualTo(bytes(ledger, "genesis"));
    for (JsonNode entry : ledger.get("entries")) {
      head = LedgerChain.extend(head, VectorsWriter.link(entry));
      assertThat(head.hash().toBytes()).isEqualTo(bytes(entry, "head"));
    }
  }

  private static byte[] bytes(JsonNode node, String field) {
    return HexFormat.of().parseHex(node.get(field).asText());
  }

  private static JsonNode vectors() {
    try (InputStream in = RoundParameters.class.getResourceAsStream("/checkin/v1/vectors.json")) {
      return new ObjectMapper().readTree(in);
    } catch (IOException e) {
      throw new AssertionError("the vectors are not on the class path", e);
    }
  }
}
