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
import org.shuffledcheckin.accountant.CheckInRound;
import org.shuffledcheckin.accountant.LocalGuarantee;
import org.shuffledcheckin.accountant.UpperBound;
import org.shuffledcheckin.kit.round.Digest;
import org.shuffledcheckin.kit.round.Population;
import org.shuffledcheckin.kit.round.RoundId;
import org.shuffledcheckin.kit.round.SumRule;
import org.shuffledcheckin.report.randomizer.RandomizerSpec;

/**
 * Writes a charge as the one JSON text it can have: fixed order, no spaces, the shortest decimal
 * that reads back to the same double. Reading refuses every other text.
 */
final class ChargeText {
  private static final JsonMapper JSON =
      JsonMapper.builder(
              JsonFactory.builder().enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION).build())
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .build();

  private ChargeText() {}

  static byte[] write(Charge charge) {
    Charge.Terms terms = charge.terms();
    Population population = terms.population();
    CheckInRound accounted = terms.accounted();
    ObjectNode root = JSON.createObjectNode();
    root.put("charge", charge.version());
    root.put("run", charge.round().run().toString());
    root.put("round", charge.round().number());
    root.put("clients", population.clients());
    if (charge.isPledged()) {
      root.put("honest_clients", population.honest());
      root.put("loss_limit", population.lossLimit());
    }
    root.put("accounted_clients", accounted.clients());
    if (charge.isPledged()) {
      root.put("loss_mass", accounted.lossMass());
    }
    terms.sums().ifPresent(sums -> write(sums, root));
    root.put("check_in_rate", population.rate());
    root.put("check_in_law", population.law().name());
    terms.randomizer().ifPresent(randomizer -> root.put("randomizer", randomizer.canonicalText()));
    write(accounted.guarantee(), root.putObject("guarantee"));
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
    if (version < Charge.FIRST || version > Charge.NEWEST) {
      throw new IllegalArgumentException(
          "ledger entry must be of version %d to %d but is of %d"
              .formatted(Charge.FIRST, Charge.NEWEST, version));
    }
    boolean pledged = version == Charge.NEWEST;
    Population population =
        new Population(
            root.required("clients").asLong(),
            root.required(pledged ? "honest_clients" : "accounted_clients").asLong(),
            pledged ? root.required("loss_limit").asLong() : 0,
            root.required("check_in_rate").asDouble(Double.NaN),
            CheckInLaw.valueOf(root.required("check_in_law").asText()));
    CheckInRound accounted =
        new CheckInRound(
            root.required("accounted_clients").asLong(),
            population.rate(),
            population.law(),
            guarantee(root.required("guarantee")),
            pledged ? root.required("loss_mass").asDouble(Double.NaN) : 0);
    UpperBound after =
        UpperBound.recorded(
            root.required("epsilon_after").asDouble(Double.NaN),
            root.required("delta").asDouble(Double.NaN),
            root.required("method").asText());
    Charge.Terms terms =
        new Charge.Terms(
            new RoundId(
                RoundId.Run.fromHex(root.required("run").asText()),
                root.required("round").asLong()),
            population,
            accounted,
            version == Charge.FIRST
                ? Optional.empty()
                : Optional.of(RandomizerSpec.parse(root.required("randomizer").asText())),
            sums(root),
            Digest.fromHex(root.required("parameters_sha256").asText()));
    return new Charge(
        version,
        terms,
        after,
        root.required("epsilon_limit").asDouble(Double.NaN),
        Instant.parse(root.required("time").asText()));
  }

  private static void write(SumRule sums, ObjectNode root) {
    root.put("least_reports", sums.leastReports());
    root.put("strike_share", sums.strikeShare());
    root.put("model_hidden", sums.modelHidden());
  }

  private static Optional<SumRule> sums(JsonNode root) {
    return root.has("least_reports")
        ? Optional.of(
            new SumRule(
                root.required("least_reports").asLong(),
                root.required("strike_share").asDouble(Double.NaN),
                root.required("model_hidden").asBoolean()))
        : Optional.empty();
  }

  private static void write(LocalGuarantee guarantee, ObjectNode node) {
    if (guarantee instanceof LocalGuarantee.Gaussian gaussian) {
      node.put("kind", "gaussian").put("noise_multiplier", gaussian.noiseMultiplier());
    } else if (guarantee instanceof LocalGuarantee.GaussianSum sum) {
      node.put("kind", "gaussian-sum").put("noise_multiplier", sum.noiseMultiplier());
      node.put("members_known", sum.membersKnown());
    } else if (guarantee instanceof LocalGuarantee.KAryResponse response) {
      node.put("kind", "k-ary-response").put("epsilon0", response.epsilon0());
      node.put("values", response.values());
    } else if (guarantee instanceof LocalGuarantee.Laplace laplace) {
      node.put("kind", "laplace").put("epsilon0", laplace.epsilon0());
      node.put("grid_steps", laplace.gridSteps());
    } else {
      boolean binary = guarantee instanceof LocalGuarantee.BinaryResponse;
      node.put("kind", binary ? "binary-response" : "pure-ldp");
      node.put("epsilon0", ((LocalGuarantee.Pure) guarantee).epsilon0());
    }
  }

  private static LocalGuarantee guarantee(JsonNode node) {
    String kind = node.required("kind").asText();
    return switch (kind) {
      case "pure-ldp" -> new LocalGuarantee.PureLdp(number(node, "epsilon0"));
      case "binary-response" -> new LocalGuarantee.BinaryResponse(number(node, "epsilon0"));
      case "k-ary-response" ->
          new LocalGuarantee.KAryResponse(
              number(node, "epsilon0"), node.required("values").asInt());
      case "laplace" ->
          new LocalGuarantee.Laplace(number(node, "epsilon0"), node.required("grid_steps").asInt());
      case "gaussian" -> new LocalGuarantee.Gaussian(number(node, "noise_multiplier"));
      case "gaussian-sum" ->
          new LocalGuarantee.GaussianSum(
              number(node, "noise_multiplier"), node.required("members_known").asBoolean());
      default -> throw new IllegalArgumentException("unknown guarantee in the ledger: " + kind);
    };
  }

  private static double number(JsonNode node, String name) {
    return node.required(name).asDouble(Double.NaN);
  }
}
