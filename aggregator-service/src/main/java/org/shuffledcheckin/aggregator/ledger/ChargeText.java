package org.shuffledcheckin.aggregator.ledger;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.Arrays;
import org.shuffledcheckin.accountant.CheckInLaw;
import org.shuffledcheckin.accountant.CheckInRound;
import org.shuffledcheckin.accountant.LocalGuarantee;
import org.shuffledcheckin.accountant.UpperBound;
import org.shuffledcheckin.kit.round.Digest;
import org.shuffledcheckin.kit.round.RoundId;

/**
 * Writes a charge as the one JSON text it can have: fixed order, no spaces, the shortest decimal
 * that reads back to the same double. Reading refuses every other text.
 */
final class ChargeText {
  private static final int VERSION = 1;
  private static final JsonMapper JSON =
      JsonMapper.builder(
              JsonFactory.builder().enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION).build())
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .build();

  private ChargeText() {}

  static byte[] write(Charge charge) {
    CheckInRound accounted = charge.accounted();
    ObjectNode root = JSON.createObjectNode();
    root.put("charge", VERSION);
    root.put("run", charge.round().run().toString());
    root.put("round", charge.round().number());
    root.put("clients", charge.terms().clients());
    root.put("accounted_clients", accounted.clients());
    root.put("check_in_rate", accounted.checkInRate());
    root.put("check_in_law", accounted.law().name());
    write(accounted.guarantee(), root.putObject("guarantee"));
    root.put("delta", charge.after().delta());
    root.put("epsilon_after", charge.after().epsilon());
    root.put("kind", charge.after().kind().name());
    root.put("method", charge.after().method());
    root.put("epsilon_limit", charge.limit());
    root.put("parameters_sha256", charge.terms().parameters().toString());
    root.put("time", charge.time().toString());
    return root.toString().getBytes(StandardCharsets.UTF_8);
  }

  static Charge parse(byte[] entry) {
    Charge charge;
    try {
      charge = read(JSON.readTree(entry));
    } catch (IOException | DateTimeException e) {
      throw new IllegalArgumentException("ledger entry is not the text of a charge", e);
    }
    if (!Arrays.equals(entry, write(charge))) {
      throw new IllegalArgumentException("ledger entry is not the canonical text of its charge");
    }
    return charge;
  }

  private static Charge read(JsonNode root) {
    if (root.required("charge").asInt() != VERSION) {
      throw new IllegalArgumentException(
          "ledger entry must be of version " + VERSION + " but is " + root.required("charge"));
    }
    CheckInRound accounted =
        new CheckInRound(
            root.required("accounted_clients").asLong(),
            root.required("check_in_rate").asDouble(Double.NaN),
            CheckInLaw.valueOf(root.required("check_in_law").asText()),
            guarantee(root.required("guarantee")));
    UpperBound after =
        new UpperBound(
            root.required("epsilon_after").asDouble(Double.NaN),
            root.required("delta").asDouble(Double.NaN),
            root.required("method").asText());
    Charge.Terms terms =
        new Charge.Terms(
            new RoundId(
                RoundId.Run.fromHex(root.required("run").asText()),
                root.required("round").asLong()),
            root.required("clients").asLong(),
            accounted,
            Digest.fromHex(root.required("parameters_sha256").asText()));
    return new Charge(
        terms,
        after,
        root.required("epsilon_limit").asDouble(Double.NaN),
        Instant.parse(root.required("time").asText()));
  }

  private static void write(LocalGuarantee guarantee, ObjectNode node) {
    if (guarantee instanceof LocalGuarantee.PureLdp pure) {
      node.put("kind", "pure-ldp").put("epsilon0", pure.epsilon0());
    } else if (guarantee instanceof LocalGuarantee.Gaussian gaussian) {
      node.put("kind", "gaussian").put("noise_multiplier", gaussian.noiseMultiplier());
    } else {
      throw new IllegalStateException("no ledger text for guarantee " + guarantee);
    }
  }

  private static LocalGuarantee guarantee(JsonNode node) {
    String kind = node.required("kind").asText();
    return switch (kind) {
      case "pure-ldp" -> new LocalGuarantee.PureLdp(node.required("epsilon0").asDouble(Double.NaN));
      case "gaussian" ->
          new LocalGuarantee.Gaussian(node.required("noise_multiplier").asDouble(Double.NaN));
      default -> throw new IllegalArgumentException("unknown guarantee in the ledger: " + kind);
    };
  }
}
