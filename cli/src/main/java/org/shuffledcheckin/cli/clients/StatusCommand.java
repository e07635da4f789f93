package org.shuffledcheckin.cli.clients;

import java.io.PrintWriter;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;
import org.shuffledcheckin.cli.option.JsonOption;
import org.shuffledcheckin.client.enrolment.rpc.ShufflerClient;
import org.shuffledcheckin.client.enrolment.rpc.ShufflerCounts;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** Counts what the shuffler has. */
@Command(
    name = "status",
    mixinStandardHelpOptions = true,
    description = {
      "Tells how many clients are enrolled and subscribed, and how far the open round is. A"
          + " shuffler tells counts, never names: who is enrolled is in the token files.",
      ""
    })
final class StatusCommand implements Runnable {
  @Mixin private ShufflerOptions shuffler;
  @Mixin private JsonOption json;
  @Spec private CommandSpec spec;

  @Override
  public void run() {
    ShufflerCounts counts;
    try (ShufflerClient client = shuffler.client()) {
      counts = client.counts();
    }
    Map<String, Object> shown = new LinkedHashMap<>();
    shown.put("enrolled", counts.enrolled());
    shown.put("subscribers", counts.subscribers());
    counts.openRound().ifPresent(round -> shown.put("openRound", round));
    counts.lastClosed().ifPresent(round -> shown.put("lastClosed", words(round)));
    PrintWriter out = spec.commandLine().getOut();
    if (json.isGiven()) {
      json.print(out, shown);
    } else {
      shown.forEach((name, value) -> out.printf("%-12s %s%n", name, text(value)));
      out.flush();
    }
  }

  private static Map<String, Object> words(ShufflerCounts.ClosedRound round) {
    Map<String, Object> words = new LinkedHashMap<>();
    words.put("round", round.number());
    words.put("disposition", round.disposition());
    words.put("pledges", round.pledges());
    words.put("reports", round.reports());
    words.put("missing", round.missing());
    return words;
  }

  private static String text(Object value) {
    return value instanceof Map<?, ?> parts
        ? parts.entrySet().stream()
            .map(part -> part.getKey() + " " + part.getValue())
            .collect(Collectors.joining(", "))
        : String.valueOf(value);
  }
}
