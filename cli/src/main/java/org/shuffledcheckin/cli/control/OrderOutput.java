package org.shuffledcheckin.cli.control;

import java.io.PrintWriter;
import java.util.LinkedHashMap;
import java.util.Map;
import org.shuffledcheckin.aggregator.run.RunStatus;
import org.shuffledcheckin.cli.option.JsonOption;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** Says what became of an order, in one line or in JSON. */
final class OrderOutput {
  @Mixin private JsonOption json;

  @Spec(Spec.Target.MIXEE)
  private CommandSpec spec;

  /** Prints, and tells the exit code. */
  int print(OrderOutcome outcome) {
    PrintWriter out = spec.commandLine().getOut();
    if (json.isGiven()) {
      json.print(out, fields(outcome));
    } else {
      out.println(outcome.words() + ": " + outcome.next());
      out.flush();
    }
    return outcome.exitCode();
  }

  private static Map<String, Object> fields(OrderOutcome outcome) {
    RunStatus run = outcome.after().orElse(outcome.before());
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("order", outcome.order().word());
    fields.put("taken", outcome.taken());
    fields.put("run", run.run().toString());
    fields.put("state", outcome.after().map(status -> status.state().name()).orElse("GONE"));
    fields.put("detail", outcome.after().map(RunStatus::detail).orElse(""));
    fields.put("roundsCommitted", run.totals().committed());
    fields.put("roundsDiscarded", run.totals().discarded());
    fields.put("next", outcome.next());
    return fields;
  }
}
