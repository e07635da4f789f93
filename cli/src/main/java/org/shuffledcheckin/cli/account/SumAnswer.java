package org.shuffledcheckin.cli.account;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.shuffledcheckin.accountant.CheckInRound;
import org.shuffledcheckin.accountant.PrivacyValue;
import org.shuffledcheckin.accountant.UpperBound;
import org.shuffledcheckin.accountant.planner.SumPlan;
import org.shuffledcheckin.accountant.sound.SampledSum;
import org.shuffledcheckin.accountant.sound.SoundAccountant;
import org.shuffledcheckin.accountant.sound.SoundOptions;
import org.shuffledcheckin.accountant.sums.SummedRound;
import org.shuffledcheckin.cli.option.JsonOption;

/**
 * What a run of distributed check-ins costs, against both who look. The shuffler's is there because
 * it is so much larger: who may read the models decides which of them counts.
 *
 * @param plan the round and how often it would be discarded
 * @param times how many rounds
 */
record SumAnswer(SumPlan plan, long times) {
  /** A value with its name. */
  record Row(String name, PrivacyValue value) {}

  /** What is charged, whatever gets lost and whoever is struck. */
  static UpperBound charged(
      SummedRound round,
      long times,
      SoundOptions.Observer observer,
      Function<SoundAccountant, UpperBound> question) {
    SoundOptions options = SoundOptions.DEFAULT.withObserver(observer);
    return question.apply(SoundAccountant.create(options).compose(round.accounted(), times));
  }

  /** Both observers, and what the aggregator learns if nothing is lost or struck. */
  List<Row> epsilons(double delta) {
    List<Row> rows = new ArrayList<>(both(accountant -> accountant.epsilon(delta)));
    rows.add(new Row("aggregator, if every report arrives and is kept", arrived(delta)));
    return rows;
  }

  /** Both observers. */
  List<Row> both(Function<SoundAccountant, UpperBound> question) {
    SummedRound round = plan.round();
    return List.of(
        new Row("aggregator", charged(round, times, SoundOptions.Observer.AGGREGATOR, question)),
        new Row(
            "shuffler, if it can read the models",
            charged(round, times, SoundOptions.Observer.SHUFFLER, question)));
  }

  private UpperBound arrived(double delta) {
    return sampled(plan.round()).epsilon(times, delta);
  }

  /** The round by the law of its number of reports. */
  static SampledSum sampled(SummedRound round) {
    return new SampledSum(
        round.honest(), round.rate(), round.release().leastReports(), round.noise());
  }

  /** The noise of one report in units of the clipping size. */
  static double perReport(SummedRound round) {
    return round.noise().noise() / round.noise().gridBound();
  }

  /** Prints the rows, the first as the answer. */
  void print(PrintWriter out, JsonOption json, List<Row> rows) {
    if (json.isGiven()) {
      Map<String, Object> result = new LinkedHashMap<>(Run.value(rows.get(0).value()));
      result.putAll(fields());
      result.put("values", asList(rows));
      json.print(out, result);
      return;
    }
    table(rows).print(out);
    out.println();
    out.println("delta    " + Figures.of(rows.get(0).value().delta()));
    printRun(out);
    out.flush();
  }

  /** The same for deltas at one epsilon. */
  void printDeltas(PrintWriter out, JsonOption json, List<Row> rows) {
    if (json.isGiven()) {
      print(out, json, rows);
      return;
    }
    Table table = new Table().row("", "delta", "kind", "method");
    for (Row row : rows) {
      PrivacyValue value = row.value();
      table.row(
          row.name(), Figures.of(value.delta(), value.kind()), value.kind().name(), value.method());
    }
    table.print(out);
    out.println();
    out.println("epsilon  " + Figures.of(rows.get(0).value().epsilon()));
    printRun(out);
    out.flush();
  }

  /** Prints what the numbers are about. */
  void printRun(PrintWriter out) {
    SummedRound round = plan.round();
    CheckInRound charged = round.accounted();
    out.println("run      " + Run.describe(charged, times));
    out.println(
        "round    noise per report "
            + Figures.of(perReport(round))
            + ", a sum needs "
            + round.release().leastReports()
            + " reports, "
            + round.leastHonestReports()
            + " of them honest, all but certainly; "
            + round.release().lossLimit()
            + " may be missing");
    out.println("expect   " + Figures.of(100 * plan.discarded()) + " % of rounds discarded");
    out.println(
        "note     shuffler and aggregator together see every report: nothing protects it then");
  }

  static Table table(List<Row> rows) {
    Table table = new Table().row("", "epsilon", "kind", "method");
    for (Row row : rows) {
      PrivacyValue value = row.value();
      table.row(
          row.name(),
          Figures.of(value.epsilon(), value.kind()),
          value.kind().name(),
          value.method());
    }
    return table;
  }

  static List<Map<String, Object>> asList(List<Row> rows) {
    List<Map<String, Object>> values = new ArrayList<>();
    for (Row row : rows) {
      Map<String, Object> value = new LinkedHashMap<>();
      value.put("name", row.name());
      value.putAll(Run.value(row.value()));
      values.add(value);
    }
    return values;
  }

  /** The description as fields. */
  Map<String, Object> fields() {
    SummedRound round = plan.round();
    Map<String, Object> map = new LinkedHashMap<>(Run.fields(round.accounted(), times));
    map.put("form", "distributed");
    map.put("client_noise", perReport(round));
    map.put("grid_bound", round.noise().gridBound());
    map.put("grid_noise", round.noise().noise());
    map.put("dishonest_clients", round.dishonest());
    map.put("loss_limit", round.release().lossLimit());
    map.put("least_reports", round.release().leastReports());
    map.put("least_honest_reports", round.leastHonestReports());
    map.put("strike_share", round.release().strikeShare());
    map.put("discarded", plan.discarded());
    return map;
  }
}
