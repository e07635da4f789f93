package org.shuffledcheckin.cli.account;

import java.io.PrintWriter;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.concurrent.Callable;
import java.util.function.DoubleFunction;
import org.shuffledcheckin.accountant.Budget;
import org.shuffledcheckin.accountant.CheckInRound;
import org.shuffledcheckin.accountant.LocalGuarantee;
import org.shuffledcheckin.accountant.UpperBound;
import org.shuffledcheckin.accountant.planner.Planner;
import org.shuffledcheckin.accountant.planner.SumPlanner;
import org.shuffledcheckin.accountant.sound.SoundAccountant;
import org.shuffledcheckin.cli.CommandFailure;
import org.shuffledcheckin.cli.ExitCode;
import org.shuffledcheckin.cli.option.CheckInOptions;
import org.shuffledcheckin.cli.option.DeltaOption;
import org.shuffledcheckin.cli.option.JsonOption;
import org.shuffledcheckin.cli.option.RoundsOption;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** What a budget allows. */
@Command(
    name = "plan",
    mixinStandardHelpOptions = true,
    description = {
      "What a budget allows.",
      "The most rounds, the least noise, the largest check-in rate or the largest epsilon0. Leave out"
          + " what is to be found.",
      ""
    },
    footer = {
      "",
      "Exit code 1 if nothing of the kind stays within the budget. With --loss-limit",
      "everything is planned as a deployed run charges it.",
      "",
      "Examples:",
      "  most rounds:      checkin account plan --epsilon 1 --clients 60000 \\",
      "                        --check-in-rate 1e-3 --noise-multiplier 2",
      "  least noise:      checkin account plan --epsilon 1 --clients 60000 \\",
      "                        --check-in-rate 1e-3 --rounds 1e5 \\",
      "                        --find noise-multiplier",
      "  largest rate:     checkin account plan --epsilon 1 --clients 60000 \\",
      "                        --rounds 1000 --noise-multiplier 2 --dropout 0.1",
      "  largest epsilon0: checkin account plan --epsilon 1 --clients 60000 \\",
      "                        --check-in-rate 1e-3 --rounds 1e4 --find epsilon0 \\",
      "                        --randomizer laplace",
      "  of distributed:   checkin account plan --form distributed --epsilon 1 \\",
      "                        --clients 60000 --check-in-rate 0.05 --rounds 60 \\",
      "                        --dropout 0.01",
      "",
      "With --form distributed epsilon does not grow with the check-in rate, fewer",
      "reports carrying less noise: rates are not searched for."
    })
final class PlanCommand implements Callable<Integer> {
  /** What is looked for. */
  enum Find {
    ROUNDS,
    NOISE_MULTIPLIER,
    CHECK_IN_RATE,
    EPSILON0,
    CLIENT_NOISE,
    LEAST_REPORTS;

    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
  }

  @Option(
      names = "--epsilon",
      paramLabel = "EPSILON",
      required = true,
      description = "The budget: the largest epsilon that may be spent.")
  private double epsilon;

  @Mixin private DeltaOption delta;
  @Mixin private CheckInOptions checkIn;
  @Mixin private RoundsOption rounds;

  @Option(
      names = "--find",
      paramLabel = "WHAT",
      description =
          "rounds, noise-multiplier, check-in-rate or epsilon0; with --form distributed rounds,"
              + " client-noise or least-reports. Default: what was left out.")
  private Find find;

  @Mixin private AnalysisOptions analysis;
  @Mixin private JsonOption json;
  @Spec private CommandSpec spec;

  @Override
  public Integer call() {
    if (!(epsilon > 0 && epsilon < Double.POSITIVE_INFINITY)) {
      throw new IllegalArgumentException("--epsilon must be positive and finite but is " + epsilon);
    }
    Budget budget = new Budget(epsilon, delta.value(checkIn.clients()));
    SoundAccountant accountant = analysis.accountant();
    if (checkIn.isDistributed()) {
      planSums(accountant, budget);
      return ExitCode.OK;
    }
    Find wanted = wanted();
    Plan plan = Spinner.during("Planning", () -> plan(wanted, new Planner(accountant, budget)));
    if (plan == null) {
      throw new CommandFailure(
          ExitCode.FAILED,
          "no "
              + wanted()
              + " stays within epsilon "
              + epsilon
              + " at delta "
              + Figures.of(budget.delta()));
    }
    print(plan, accountant.compose(plan.round(), plan.rounds()).epsilon(budget.delta()));
    return ExitCode.OK;
  }

  private void planSums(SoundAccountant accountant, Budget budget) {
    analysis.requireForSums();
    SumPlanning planning =
        new SumPlanning(checkIn, rounds, new SumPlanner(accountant, budget), budget);
    planning.run(find == null ? planning.leftOut() : find, spec.commandLine().getOut(), json);
  }

  /** A round and how often, of which one quantity was found. */
  private record Plan(Find found, Number value, CheckInRound round, long rounds) {
    Plan withValue(double other) {
      return new Plan(found, other, round, rounds);
    }
  }

  private Find wanted() {
    if (find != null) {
      return find;
    }
    if (!rounds.isGiven()) {
      return Find.ROUNDS;
    }
    if (!checkIn.hasCheckInRate()) {
      return Find.CHECK_IN_RATE;
    }
    throw new CommandFailure(
        ExitCode.USAGE,
        "--find must say what to look for: with --rounds and --check-in-rate given,"
            + " noise-multiplier or epsilon0");
  }

  private Plan plan(Find wanted, Planner planner) {
    return switch (wanted) {
      case ROUNDS -> mostRounds(planner);
      case NOISE_MULTIPLIER -> leastNoise(planner);
      case CHECK_IN_RATE -> largestRate(planner);
      case EPSILON0 -> largestEpsilon0(planner);
      case CLIENT_NOISE, LEAST_REPORTS ->
          throw new CommandFailure(
              ExitCode.USAGE, "--find " + wanted + " needs --form distributed");
    };
  }

  private Plan mostRounds(Planner planner) {
    CheckInRound round = checkIn.round();
    analysis.accountant().compose(round, 0);
    long most = planner.mostRounds(round);
    return most == 0 ? null : new Plan(Find.ROUNDS, most, round, most);
  }

  private Plan leastNoise(Planner planner) {
    DoubleFunction<Optional<CheckInRound>> round =
        noise -> checkIn.roundWith(new LocalGuarantee.Gaussian(noise));
    return plan(Find.NOISE_MULTIPLIER, planner.leastNoise(round, rounds.atLeastOne()), round);
  }

  private Plan largestEpsilon0(Planner planner) {
    DoubleFunction<LocalGuarantee> guarantee = checkIn.randomizer().pure();
    DoubleFunction<Optional<CheckInRound>> round =
        epsilon0 -> checkIn.roundWith(guarantee.apply(epsilon0));
    return plan(Find.EPSILON0, planner.largestEpsilon0(round, rounds.atLeastOne()), round);
  }

  /** With dropouts the clients may announce a larger rate than the one at which reports arrive. */
  private Plan largestRate(Planner planner) {
    LocalGuarantee guarantee = checkIn.randomizer().guarantee();
    DoubleFunction<Optional<CheckInRound>> round = rate -> checkIn.roundAt(rate, guarantee);
    Plan plan = plan(Find.CHECK_IN_RATE, planner.largestRate(round, rounds.atLeastOne()), round);
    return plan == null || checkIn.isPledged()
        ? plan
        : plan.withValue(Math.min(1, plan.value().doubleValue() / (1 - checkIn.dropout())));
  }

  private Plan plan(Find find, OptionalDouble found, DoubleFunction<Optional<CheckInRound>> round) {
    return found.isEmpty()
        ? null
        : new Plan(
            find,
            found.getAsDouble(),
            round.apply(found.getAsDouble()).orElseThrow(),
            rounds.value());
  }

  private void print(Plan plan, UpperBound spent) {
    PrintWriter out = spec.commandLine().getOut();
    if (json.isGiven()) {
      Map<String, Object> result = new LinkedHashMap<>();
      result.put("find", plan.found().toString());
      result.put("value", plan.value());
      result.put("budget_epsilon", epsilon);
      result.putAll(Run.value(spent));
      result.putAll(Run.fields(plan.round(), plan.rounds()));
      json.print(out, result);
      return;
    }
    String value =
        plan.value() instanceof Long count
            ? count.toString()
            : Double.toString(plan.value().doubleValue());
    new Table()
        .row(plan.found().toString(), value)
        .row("spends epsilon", Figures.of(spent.epsilon(), spent.kind()) + " of " + epsilon)
        .row("at delta", Figures.of(spent.delta()))
        .row("kind", spent.kind().name())
        .row("method", spent.method())
        .row("run", Run.describe(plan.round(), plan.rounds()))
        .print(out);
    if (!analysis.caveat().isEmpty()) {
      out.println("note: " + analysis.caveat());
    }
    out.flush();
  }
}
