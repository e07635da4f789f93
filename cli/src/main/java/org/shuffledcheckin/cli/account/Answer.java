package org.shuffledcheckin.cli.account;

import java.io.PrintWriter;
import java.util.Map;
import org.shuffledcheckin.accountant.CheckInRound;
import org.shuffledcheckin.accountant.UpperBound;
import org.shuffledcheckin.cli.option.JsonOption;

/**
 * A proven bound with what it was proven for.
 *
 * @param bound that was asked for
 * @param round of the run
 * @param times how many rounds it has
 * @param caveat what else to know; empty if nothing
 */
record Answer(UpperBound bound, CheckInRound round, long times, String caveat) {
  /** Prints it as JSON, or the first lines and then what goes with every bound. */
  void print(PrintWriter out, JsonOption json, String... first) {
    if (json.isGiven()) {
      Map<String, Object> result = Run.value(bound);
      result.putAll(Run.fields(round, times));
      if (!caveat.isEmpty()) {
        result.put("note", caveat);
      }
      json.print(out, result);
      return;
    }
    for (String line : first) {
      out.println(line);
    }
    out.println("kind     " + bound.kind());
    out.println("method   " + bound.method());
    out.println("run      " + Run.describe(round, times));
    if (!caveat.isEmpty()) {
      out.println("note     " + caveat);
    }
    out.flush();
  }
}
