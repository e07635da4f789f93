package org.shuffledcheckin.cli.control;

import java.io.PrintWriter;
import java.util.LinkedHashMap;
import java.util.Map;
import org.shuffledcheckin.cli.control.rpc.RunStanding;
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
      out.println(outcome.after().words() + ": " + outcome.next());
      out.flush();
    }
    return outcome.exitCode();
  }

  private static Map<String, Object> fields(OrderOutcome outcome) {
    RunStanding run = outcome.after();
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("order", outcome.order().word());
    fields.put("taken", outcome.taken());
    fields.put("run", run.run());
    fields.put("state", run.state().name());
    fields.put("detail", run.detail());
    fields.put("roundsCommitted", run.committed());
    fields.put("roundsDiscarded", run.discarded());
    fields.put("next", outcome.next());
    return fields;
  }
}
