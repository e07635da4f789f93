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
import java.util.Optional;
import org.shuffledcheckin.accountant.CheckInLaw;
import org.shuffledcheckin.accountant.LocalGuarantee;
import org.shuffledcheckin.accountant.UpperBound;
import org.shuffledcheckin.kit.round.Digest;
import org.shuffledcheckin.kit.round.Population;
import org.shuffledcheckin.kit.round.RoundId;
import org.shuffledcheckin.report.randomizer.RandomizerSpec;

/**
 * Writes a charge as the one JSON text it can have: fixed order, no spaces, the shortest decimal
 * that reads back to the same double. Reading refuses every other text.
 */
final class ChargeText {
  /** The first version did not name the randomiser; its entries are still read. */
  private static final int FIRST_VERSION = 1;

  private static final int VERSION = 2;
  private static final JsonMapper JSON =
      JsonMapper.builder(
              JsonFactory.builder().enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION).build())
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .build();

  private ChargeText() {}

  static byte[] write(Charge charge) {
    Charge.Terms terms = charge.terms();
    Population population = terms.population();
    ObjectNode root = JSON.createObjectNode();
    root.put("charge", terms.randomizer().isPresent() ? VERSION : FIRST_VERSION);
    root.put("run", charge.round().run().toString());
    root.put("round", charge.round().number());
    root.put("clients", population.clients());
    root.put("accounted_clients", population.accounted());
    root.put("check_in_rate", population.rate());
    root.put("check_in_law", population.law().name());
    terms.randomizer().ifPresent(randomizer -> root.put("randomizer", randomizer.canonicalText()));
    write(terms.guarantee(), root.putObject("guarantee"));
    root.put("delta", charge.after().delta());
    root.put("epsilon_after", charge.after().epsilon());
    root.put("kind", charge.after().kind().name());
    root.put("method", charge.after().method());
    root.put("epsilon_limit", charge.limit());
    root.put("parameters_sha256", terms.parameters().toString());
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
    int version = root.required("charge").asInt();
    if (version < FIRST_VERSION || version > VERSION) {
      throw new IllegalArgumentException(
          "ledger entry must be of version 1 or 2 but is of " + version);
    }
    Population population =
        new Population(
            root.required("clients").asLong(),
            root.required("accounted_clients").asLong(),
            root.required("check_in_rate").asDouble(Double.NaN),
            CheckInLaw.valueOf(root.required("check_in_law").asText()));
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
            population,
            guarantee(root.required("guarantee")),
            version == FIRST_VERSION
                ? Optional.empty()
                : Optional.of(RandomizerSpec.parse(root.required("randomizer").asText())),
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
