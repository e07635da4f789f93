package org.shuffledcheckin.cli.experiment;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.shuffledcheckin.cli.ExitCode;
import org.shuffledcheckin.cli.option.JsonOption;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code checkin experiment list}. */
@Command(
    name = "list",
    mixinStandardHelpOptions = true,
    description = "Names the experiments and what each shows.")
final class ListCommand implements Callable<Integer> {
  @Mixin private JsonOption json;
  @Spec private CommandSpec spec;

  @Override
  public Integer call() {
    Map<String, String> known = new LinkedHashMap<>();
    for (Map.Entry<String, CommandLine> entry : spec.parent().subcommands().entrySet()) {
      if (entry.getValue().getCommand() instanceof ExperimentRun) {
        String[] about = entry.getValue().getCommandSpec().usageMessage().description();
        known.put(entry.getKey(), about[0]);
      }
    }
    if (json.isGiven()) {
      List<Map<String, String>> rows = new ArrayList<>();
      known.forEach((name, about) -> rows.add(Map.of("name", name, "about", about)));
      json.print(spec.commandLine().getOut(), rows);
    } else {
      known.forEach((name, about) -> spec.commandLine().getOut().printf("%-20s %s%n", name, about));
      spec.commandLine().getOut().flush();
    }
    return ExitCode.OK;
  }
}
