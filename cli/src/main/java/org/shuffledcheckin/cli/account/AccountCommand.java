package org.shuffledcheckin.cli.account;

import org.shuffledcheckin.cli.CommandGroup;
import picocli.CommandLine.Command;

/** The accountant on the command line. */
@Command(
    name = "account",
    mixinStandardHelpOptions = true,
    synopsisSubcommandLabel = "COMMAND",
    description = {
      "What a run of shuffled check-ins costs, before it is run.",
      "",
      "All bounds are for a plan: kind and number of rounds do not depend on what",
      "they show, but for ending early. Clients, who cannot know that, keep filters.",
      "",
      "Every number comes with its kind. UPPER_BOUND is proven and may gate a",
      "budget; LOWER_BOUND is proven and shows how tight the former is. NUMERICAL,",
      "supported by computations alone, and PAPER, what the paper's formulas give,",
      "guarantee nothing.",
      ""
    },
    footer = {
      "",
      "Examples:",
      "  checkin account epsilon --clients 60000 --check-in-rate 1e-3 \\",
      "      --rounds 100000 --noise-multiplier 2",
      "  checkin account plan --clients 60000 --check-in-rate 1e-3 \\",
      "      --noise-multiplier 2 --epsilon 1",
      "  checkin account compare --clients 10000 --check-in-rate 0.01 \\",
      "      --rounds 100 --epsilon0 2 --delta 1e-4",
      "  checkin account epsilon --clients 10000 --check-in-rate 0.01 \\",
      "      --rounds 100 --randomizer k-ary --categories 100 --epsilon0 1"
    },
    subcommands = {
      EpsilonCommand.class,
      DeltaCommand.class,
      PlanCommand.class,
      LossesCommand.class,
      CompareCommand.class,
      ExplainCommand.class,
      EvaluateCommand.class
    })
public final class AccountCommand extends CommandGroup {}
