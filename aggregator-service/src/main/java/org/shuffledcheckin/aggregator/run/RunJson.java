package org.shuffledcheckin.aggregator.run;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.stream.StreamSupport;
import org.shuffledcheckin.accountant.Budget;
import org.shuffledcheckin.accountant.CheckInLaw;
import org.shuffledcheckin.accountant.CheckInRound;
import org.shuffledcheckin.accountant.LocalGuarantee;
import org.shuffledcheckin.accountant.UpperBound;
import org.shuffledcheckin.aggregator.store.Estimate;
import org.shuffledcheckin.aggregator.store.RoundOutcome;
import org.shuffledcheckin.aggregator.store.RunTotals;
import org.shuffledcheckin.kit.round.Population;
import org.shuffledcheckin.kit.round.RoundId;

/**
 * Views of a run as JSON, for programs: the one place where field names are written and read. What
 * is not known is null. Readers ignore fields they do not know.
 */
public final class RunJson {
  private static final JsonMapper JSON = new JsonMapper();
  private static final String OPEN = "open";

  private RunJson() {}

  /** A run. */
  public static ObjectNode write(RunView view) {
    RunStatus status = view.status();
    BudgetView budget = status.budget();
    PlanView plan = view.plan();
    Population population = plan.population();
    ObjectNode fields =
        JSON.createObjectNode()
            .put("run", status.run().toString())
            .put("state", status.state().name())
            .put("detail", status.detail())
            .put("model", plan.model())
            .put("roundsPlanned", plan.rounds())
            .put("roundsCharged", status.totals().charged())
            .put("roundsCommitted", status.totals().committed())
            .put("roundsDiscarded", status.totals().discarded())
            .put(
                "roundsLeft",
                budget.roundsLeft().isPresent() ? budget.roundsLeft().getAsLong() : null)
            .put("reports", status.totals().aggregated());
    fields.set("rejected", JSON.valueToTree(status.totals().rejected()));
    fields
        .put("epsilon", budget.spent().epsilon())
        .put("epsilonLimit", budget.limit().epsilon())
        .put("epsilonLeft", budget.left())
        .put("delta", budget.limit().delta())
        .put("kind", budget.spent().kind().name())
        .put("method", budget.spent().method())
        .put("accuracy", orNull(status.accuracy()))
        .put("clients", population.clients())
        .put("honestClients", population.honest())
        .put("lossLimit", population.lossLimit())
        .put("accountedClients", plan.accounted().clients())
        .put("lossMass", plan.accounted().lossMass())
        .put("checkInRate", population.rate())
        .put("law", population.law().name());
    if (plan.guarantee() instanceof LocalGuarantee.Gaussian gaussian) {
      fields.put("noiseMultiplier", gaussian.noiseMultiplier());
    } else if (plan.guarantee() instanceof LocalGuarantee.Pure pure) {
      fields.put("epsilon0", pure.epsilon0());
    }
    if (plan.guarantee() instanceof LocalGuarantee.GaussianSum sum) {
      fields.put("noiseMultiplier", sum.noiseMultiplier());
    }
    write(ObserverView.of(view), fields.putArray("observers"));
    return fields.put("guarantee", plan.guarantee().text()).put("takesOrders", view.takesOrders());
  }

  private static void write(List<ObserverView> observers, ArrayNode list) {
    for (ObserverView observer : observers) {
      ObjectNode fields = list.addObject().put("observer", observer.observer());
      fields.put("epsilon", observer.epsilon().map(UpperBound::epsilon).orElse(null));
      fields.put("kind", observer.epsilon().map(bound -> bound.kind().name()).orElse(null));
      fields.put("detail", observer.detail());
    }
  }

  /**
   * Reads a run back.
   *
   * @throws IllegalArgumentException if the text is not one
   */
  public static RunView readRun(String text) {
    JsonNode fields = parse(text);
    double delta = fields.required("delta").asDouble();
    RunStatus status =
        new RunStatus(
            RoundId.Run.fromHex(fields.required("run").asText()),
            RunState.valueOf(fields.required("state").asText()),
            fields.required("detail").asText(),
            new RunTotals(
                fields.required("roundsCharged").asLong(),
                fields.required("roundsCommitted").asLong(),
                fields.required("roundsDiscarded").asLong(),
                fields.required("reports").asLong(),
                counts(fields.required("rejected"))),
            new BudgetView(
                UpperBound.recorded(
                    fields.required("epsilon").asDouble(),
                    delta,
                    fields.required("method").asText()),
                new Budget(fields.required("epsilonLimit").asDouble(), delta),
                fields.path("roundsLeft").isNumber()
                    ? OptionalLong.of(fields.path("roundsLeft").asLong())
                    : OptionalLong.empty()),
            number(fields.path("accuracy")));
    return new RunView(status, plan(fields), fields.path("takesOrders").asBoolean());
  }

  private static PlanView plan(JsonNode fields) {
    Population population =
        new Population(
            fields.required("clients").asLong(),
            fields.required("honestClients").asLong(),
            fields.required("lossLimit").asLong(),
            fields.required("checkInRate").asDouble(),
            CheckInLaw.valueOf(fields.required("law").asText()));
    CheckInRound accounted =
        new CheckInRound(
            fields.required("accountedClients").asLong(),
            population.rate(),
            population.law(),
            LocalGuarantee.parse(fields.required("guarantee").asText()),
            fields.required("lossMass").asDouble());
    return new PlanView(
        fields.required("model").asText(),
        fields.required("roundsPlanned").asLong(),
        population,
        accounted);
  }

  /** A round. */
  public static ObjectNode write(RoundView round) {
    Optional<RoundOutcome> outcome = round.outcome();
    ObjectNode fields =
        JSON.createObjectNode()
            .put("number", round.number())
            .put("status", outcome.map(RoundOutcome::disposition).orElse(OPEN))
            .put("checkIns", outcome.map(RoundOutcome::reports).orElse(null))
            .put("missing", outcome.map(RoundOutcome::missing).orElse(null))
            .put("counted", outcome.map(RoundOutcome::aggregated).orElse(null));
    fields.set("rejected", JSON.valueToTree(outcome.map(RoundOutcome::rejected).orElse(null)));
    return fields.put("epsilon", round.epsilon()).put("accuracy", orNull(round.accuracy()));
  }

  /** Rounds, in order. */
  public static ArrayNode write(List<RoundView> rounds) {
    ArrayNode all = JSON.createArrayNode();
    rounds.forEach(round -> all.add(write(round)));
    return all;
  }

  /**
   * Reads rounds back, without what counting rounds found.
   *
   * @throws IllegalArgumentException if the text is not a list of rounds
   */
  public static List<RoundView> readRounds(String text) {
    return StreamSupport.stream(parse(text).spliterator(), false).map(RunJson::round).toList();
  }

  private static RoundView round(JsonNode fields) {
    String status = fields.required("status").asText();
    Optional<RoundOutcome> outcome =
        status.equals(OPEN)
            ? Optional.empty()
            : Optional.of(
                new RoundOutcome(
                    status,
                    fields.required("checkIns").asLong(),
                    fields.path("missing").asLong(),
                    fields.required("counted").asLong(),
                    counts(fields.required("rejected")),
                    Optional.empty()));
    return new RoundView(
        fields.required("number").asLong(),
        fields.required("epsilon").asDouble(),
        outcome,
        number(fields.path("accuracy")));
  }

  /** What counting rounds found. */
  public static ObjectNode write(CountingView counting) {
    ObjectNode fields = JSON.createObjectNode();
    write(counting.combined(), fields.putObject("combined"));
    ArrayNode rounds = fields.putArray("rounds");
    counting
        .rounds()
        .forEach((round, estimate) -> write(estimate, rounds.addObject().put("round", round)));
    return fields;
  }

  private static void write(Estimate estimate, ObjectNode fields) {
    ArrayNode values = fields.put("reports", estimate.reports()).putArray("estimates");
    for (Estimate.Value value : estimate.values()) {
      values
          .addObject()
          .put("estimate", value.estimate())
          .put("standard_error", value.standardError());
    }
  }

  private static JsonNode parse(String text) {
    try {
      return JSON.readTree(text);
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException("not JSON", e);
    }
  }

  private static Map<String, Long> counts(JsonNode fields) {
    Map<String, Long> counts = new TreeMap<>();
    fields.properties().forEach(field -> counts.put(field.getKey(), field.getValue().asLong()));
    return counts;
  }

  private static OptionalDouble number(JsonNode field) {
    return field.isNumber() ? OptionalDouble.of(field.asDouble()) : OptionalDouble.empty();
  }

  private static Double orNull(OptionalDouble value) {
    return value.isPresent() ? value.getAsDouble() : null;
  }
}
