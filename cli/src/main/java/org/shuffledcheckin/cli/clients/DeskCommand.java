package org.shuffledcheckin.cli.clients;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import org.shuffledcheckin.cli.CommandFailure;
import org.shuffledcheckin.cli.ExitCode;
import org.shuffledcheckin.cli.clients.rpc.ShufflerLine;
import org.shuffledcheckin.cli.option.CountConverter;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Enrols fleets as they appear. */
@Command(
    name = "desk",
    mixinStandardHelpOptions = true,
    description = {
      "Enrols clients for every fleet that takes a place under a folder ('checkin fleet --places"
          + " DIR'): writes their tokens into the place, once. Runs until it is stopped.",
      "For fleets of simulated clients, whose number is only known when they start.",
      ""
    },
    footer = {"", "Example:", "  checkin clients desk fleets --count 3000"})
final class DeskCommand implements Callable<Integer> {
  /** File name of a place's tokens. */
  private static final String TOKENS = "tokens";

  private static final long LOOK_MILLIS = 500;

  @Parameters(paramLabel = "DIR", description = "Folder of the fleets' places.")
  private Path places;

  @Option(
      names = "--count",
      paramLabel = "N",
      required = true,
      converter = CountConverter.class,
      description = "Clients of each fleet.")
  private Long count;

  @Mixin private ShufflerOptions shuffler;
  @Spec private CommandSpec spec;

  @Override
  public Integer call() throws IOException, InterruptedException {
    EnrolCommand.requireCount(count);
    Files.createDirectories(places);
    try (ShufflerLine line = shuffler.line()) {
      Enrolment enrolment = new Enrolment(line);
      while (true) {
        for (Path place : waiting()) {
          serve(enrolment, place);
        }
        Thread.sleep(LOOK_MILLIS);
      }
    }
  }

  private List<Path> waiting() throws IOException {
    try (var folders = Files.list(places)) {
      return folders
          .filter(Files::isDirectory)
          .filter(place -> Files.notExists(place.resolve(TOKENS)))
          .sorted()
          .toList();
    }
  }

  /** A shuffler that is away for a while is asked again. */
  private void serve(Enrolment enrolment, Path place) throws IOException {
    try {
      long leftBehind = enrolment.enrol(count, place.resolve(TOKENS), new CountBar("", 0));
      spec.commandLine()
          .getErr()
          .println(
              "checkin: enrolled "
                  + count
                  + " clients for "
                  + place.getFileName()
                  + EnrolCommand.after(leftBehind));
    } catch (CommandFailure e) {
      if (e.exitCode() != ExitCode.UNAVAILABLE) {
        throw e;
      }
      spec.commandLine().getErr().println("checkin: " + e.getMessage());
    }
  }
}
