package org.shuffledcheckin.cli.status;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.shuffledcheckin.accountant.Arguments;
import org.shuffledcheckin.cli.ExitCode;
import org.shuffledcheckin.cli.option.JsonOption;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Tells where services and runs stand. */
@Command(
    name = "status",
    mixinStandardHelpOptions = true,
    description = {
      "Tells where services and runs stand.",
      "State, rounds, epsilon spent and left with its kind, reports, refusals, and what each service"
          + " says of its own readiness. Exits 0 if all of them are ready, 1 if one is not, 3 if one does not answer. A run's folder"
          + " that can be read counts as ready.",
      ""
    },
    footer = {
      "",
      "Examples:",
      "  checkin status                              the aggregator at its usual port",
      "  checkin status 9464 shuffler:9465           two services of a deployment",
      "  checkin status runs/demo-... --json         a run that ended, or that runs"
    })
public final class StatusCommand implements Callable<Integer> {
  @Parameters(
      paramLabel = "WHERE",
      arity = "0..*",
      defaultValue = "127.0.0.1:9464",
      description =
          "Operations port of a service (HOST:PORT or PORT) or folder of a run; several may be"
              + " given. Default: ${DEFAULT-VALUE}.")
  private List<String> targets = List.of();

  @Option(
      names = "--timeout",
      paramLabel = "SECONDS",
      defaultValue = "5",
      description = "How long to wait for an answer. Default: ${DEFAULT-VALUE}.")
  private int timeout;

  @Mixin private JsonOption json;
  @Spec private CommandSpec spec;

  @Override
  public Integer call() throws IOException, InterruptedException {
    Arguments.requireBetween("--timeout", timeout, 1, 3600);
    List<ServiceStatus> all = new ArrayList<>();
    for (String target : targets) {
      all.add(
          Files.isDirectory(Path.of(target))
              ? ServiceStatus.ofFolder(Path.of(target))
              : new OperationsClient(target, Duration.ofSeconds(timeout)).ask());
    }
    PrintWriter out = spec.commandLine().getOut();
    if (json.isGiven()) {
      json.print(out, all.stream().map(ServiceStatus::json).toList());
    } else {
      all.forEach(status -> print(out, status));
    }
    out.flush();
    return all.stream().allMatch(ServiceStatus::ready) ? ExitCode.OK : ExitCode.FAILED;
  }

  private static void print(PrintWriter out, ServiceStatus status) {
    out.println(status.title());
    Map<String, String> lines = status.lines();
    int width = lines.keySet().stream().mapToInt(String::length).max().orElse(0);
    lines.forEach((name, text) -> out.printf("  %-" + width + "s  %s%n", name, text));
  }
}
