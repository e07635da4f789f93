package org.shuffledcheckin.cli.account;

import java.io.PrintWriter;
import java.util.LinkedHashMap;
import java.util.Map;
import org.shuffledcheckin.accountant.CheckInRound;
import org.shuffledcheckin.accountant.LocalGuarantee;
import org.shuffledcheckin.accountant.UpperBound;
import org.shuffledcheckin.accountant.losses.PledgedRound;
import org.shuffledcheckin.accountant.planner.LossPlan;
import org.shuffledcheckin.accountant.sound.SoundAccountant;
import org.shuffledcheckin.cli.option.CheckInOptions;
import org.shuffledcheckin.cli.option.DeltaOption;
import org.shuffledcheckin.cli.option.JsonOption;
import org.shuffledcheckin.cli.option.RoundsOption;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** What loss limit a run needs, and what that costs. */
@Command(
    name = "losses",
    mixinStandardHelpOptions = true,
    description = {
      "How many missing reports a round should tolerate, and what that costs.",
      "",
      "Clients pledge what they drew before they work. A batch is released only if",
      "at most M of the pledged reports are missing, else its round is discarded.",
      "M = 0 costs next to nothing and keeps only rounds in which nobody drops out;",
      "every report that M tolerates takes clients off the account, because whoever",
      "loses reports on purpose may do so unnoticed.",
      ""
    },
    footer = {
      "",
      "Gives the smallest M at which few enough rounds are discarded, if clients drop",
      "out independently of each other. That part is a forecast. The epsilon beside it",
      "is proven, whoever decides which reports get lost.",
      "",
      "Set M as check-in.loss-limit of the aggregator.",
      "",
      "Example:",
      "  checkin account losses --clients 60000 --check-in-rate 0.05 \\",
      "      --rounds 200 --noise-multiplier 1 --dropout 0.01"
    })
final class LossesCommand implements Runnable {
  @Mixin private CheckInOptions checkIn;
  @Mixin private RoundsOption rounds;
  @Mixin private DeltaOption delta;

  @Option(
      names = "--most-discarded",
      paramLabel = "F",
      defaultValue = "0.01",
      description =
          "The share of rounds that may be discarded, in (0, 1). Default: ${DEFAULT-VALUE}.")
  private double mostDiscarded;

  @Mixin private JsonOption json;
  @Spec private CommandSpec spec;

  @Override
  public void run() {
    LocalGuarantee guarantee = checkIn.randomizer().guarantee();
    PledgedRound strict = checkIn.pledged(checkIn.announcedRate(), guarantee);
    LossPlan plan = LossPlan.forDropout(strict, checkIn.dropout(), mostDiscarded);
    double at = delta.value(checkIn.clients());
    Costs costs =
        Spinner.during(
            "Accounting",
            () ->
                new Costs(
                    priced(plan, at),
                    priced(LossPlan.of(strict, checkIn.dropout()), at),
                    bound(lossless(strict), at)));
    PrintWriter out = spec.commandLine().getOut();
    if (json.isGiven()) {
      json.print(out, asMap(costs));
    } else {
      print(out, costs);
    }
  }

  /** A plan and what it costs. */
  private record Priced(LossPlan plan, UpperBound bound) {}

  /** What tolerating losses costs, tolerating only those asked for, and none happening at all. */
  private record Costs(Priced chosen, Priced strict, UpperBound lossless) {}

  private static CheckInRound lossless(PledgedRound round) {
    return new CheckInRound(round.honest(), round.rate(), round.law(), round.guarantee());
  }

  private Priced priced(LossPlan plan, double at) {
    return new Priced(plan, bound(plan.accounted(), at));
  }

  private UpperBound bound(CheckInRound round, double at) {
    return SoundAccountant.create().compose(round, rounds.value()).epsilon(at);
  }

  private void print(PrintWriter out, Costs costs) {
    Table table =
        new Table().row("loss limit", "rounds discarded", "charged with", "epsilon", "method");
    row(table, costs.chosen());
    if (!costs.chosen().plan().equals(costs.strict().plan())) {
      row(table, costs.strict());
    }
    UpperBound lossless = costs.lossless();
    table.row(
        "nothing gets lost",
        "",
        checkIn.honestClients() + " clients",
        Figures.of(lossless.epsilon(), lossless.kind()),
        lossless.method());
    out.print(table);
    out.println();
    out.println("each " + lossless.kind() + " at delta " + Figures.of(lossless.delta()));
    out.flush();
  }

  private static void row(Table table, Priced priced) {
    table.row(
        Long.toString(priced.plan().round().lossLimit()),
        Figures.of(100 * priced.plan().discarded()) + " %",
        priced.plan().accounted().clients() + " clients",
        Figures.of(priced.bound().epsilon(), priced.bound().kind()),
        priced.bound().method());
  }

  private Map<String, Object> asMap(Costs costs) {
    Map<String, Object> result = fields(costs.chosen());
    result.putAll(Run.fields(costs.chosen().plan().accounted(), rounds.value()));
    result.put("dropout", checkIn.dropout());
    result.put("most_discarded", mostDiscarded);
    result.put("strict", fields(costs.strict()));
    result.put("lossless", Run.value(costs.lossless()));
    return result;
  }

  private static Map<String, Object> fields(Priced priced) {
    Map<String, Object> map = new LinkedHashMap<>(Run.value(priced.bound()));
    map.put("loss_limit", priced.plan().round().lossLimit());
    map.put("discarded", priced.plan().discarded());
    map.put("charged_clients", priced.plan().accounted().clients());
    map.put("loss_mass", priced.plan().accounted().lossMass());
    return map;
  }
}
