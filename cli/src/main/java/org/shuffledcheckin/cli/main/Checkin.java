package org.shuffledcheckin.cli.main;

import java.io.PrintWriter;
import org.shuffledcheckin.cli.CommandGroup;
import org.shuffledcheckin.cli.ExitCode;
import org.shuffledcheckin.cli.account.AccountCommand;
import org.shuffledcheckin.cli.clients.ClientsCommand;
import org.shuffledcheckin.cli.control.ControlCommand;
import org.shuffledcheckin.cli.demo.DemoCommand;
import org.shuffledcheckin.cli.experiment.ExperimentCommand;
import org.shuffledcheckin.cli.keys.KeysCommand;
import org.shuffledcheckin.cli.ledger.LedgerCommand;
import org.shuffledcheckin.cli.loadtest.LoadtestCommand;
import org.shuffledcheckin.cli.model.ModelCommand;
import org.shuffledcheckin.cli.operators.OperatorsCommand;
import org.shuffledcheckin.cli.service.AggregatorCommand;
import org.shuffledcheckin.cli.service.ClientCommand;
import org.shuffledcheckin.cli.service.FleetCommand;
import org.shuffledcheckin.cli.service.ShufflerCommand;
import org.shuffledcheckin.cli.status.StatusCommand;
import picocli.AutoComplete.GenerateCompletion;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

/** The one command line of the product: {@code checkin COMMAND [OPTION]...}. */
@Command(
    name = "checkin",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class,
    synopsisSubcommandLabel = "COMMAND",
    description = {
      "Federated learning by shuffled check-ins, with a privacy cost that is proven.",
      ""
    },
    footer = {
      "",
      "Exit codes: 0 done, 1 the answer is no, 2 bad input, 3 something outside failed.",
      "Completion: source <(checkin completion)    Colours off: NO_COLOR=1"
    },
    subcommands = {
      DemoCommand.class,
      AccountCommand.class,
      ShufflerCommand.class,
      AggregatorCommand.class,
      ClientCommand.class,
      FleetCommand.class,
      StatusCommand.class,
      ModelCommand.class,
      LedgerCommand.class,
      ExperimentCommand.class,
      LoadtestCommand.class,
      KeysCommand.class,
      ClientsCommand.class,
      ControlCommand.class,
      OperatorsCommand.class,
      GenerateCompletion.class
    })
public final class Checkin extends CommandGroup {
  private Checkin() {}

  /** Runs one command and ends the process with its exit code. */
  public static void main(String[] args) {
    System.exit(commandLine().execute(args));
  }

  /** The command line, ready to parse; public for tests that run it in their own process. */
  public static CommandLine commandLine() {
    CommandLine commandLine = new CommandLine(new Checkin());
    CommandSpec completion =
        commandLine.getSubcommands().get("generate-completion").getCommandSpec();
    commandLine.getCommandSpec().removeSubcommand("generate-completion");
    commandLine.addSubcommand("completion", new CommandLine(completion));
    return commandLine
        .setCaseInsensitiveEnumValuesAllowed(true)
        .setAbbreviatedOptionsAllowed(false)
        .setUsageHelpAutoWidth(true)
        .setParameterExceptionHandler(Checkin::explainBadUsage)
        .setExecutionExceptionHandler(Failures::explain);
  }

  private static int explainBadUsage(ParameterException problem, String[] args) {
    CommandLine command = problem.getCommandLine();
    PrintWriter err = command.getErr();
    err.println(command.getColorScheme().errorText("checkin: " + sentence(problem)));
    UnmatchedArgumentException.printSuggestions(problem, err);
    err.println("Try '" + command.getCommandSpec().qualifiedName() + " --help'.");
    return ExitCode.USAGE;
  }

  private static String sentence(ParameterException problem) {
    if (problem instanceof UnmatchedArgumentException unmatched) {
      String word = unmatched.getUnmatched().get(0);
      boolean option = unmatched.isUnknownOption();
      boolean command = !option && !problem.getCommandLine().getSubcommands().isEmpty();
      return "unknown "
          + (option ? "option" : command ? "command" : "argument")
          + " '"
          + word
          + "'";
    }
    return problem.getMessage();
  }
}
