package org.shuffledcheckin.cli.ledger;

import java.io.IOException;
import java.io.PrintWriter;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import org.shuffledcheckin.accountant.sound.SoundAccountant;
import org.shuffledcheckin.aggregator.LedgerArchive;
import org.shuffledcheckin.aggregator.ledger.LedgerRefusal;
import org.shuffledcheckin.aggregator.ledger.LedgerVerifier;
import org.shuffledcheckin.cli.ExitCode;
import org.shuffledcheckin.cli.option.JsonOption;
import org.shuffledcheckin.experiments.figure.Bounds;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** Recomputes a ledger. */
@Command(
    name = "verify",
    mixinStandardHelpOptions = true,
    description = {
      "Recomputes a ledger: its hash chain and what its rounds cost.",
      "Starts from the first entry: what the round announced gives the hash in its entry, both give"
          + " the link, links give the head, which is compared with the mark beside the database. What"
          + " each round is charged with is worked out from its population and loss limit, what all"
          + " cost from the accountant.",
      "Exits 0 only if the chain is unbroken, reaches the mark, and understates nothing. An exported"
          + " file has neither mark nor rounds beside it: its chain and cost are checked, not that it is"
          + " the newest.",
      "A ledger is that of one run. Of several runs the limits add up, not what each has spent.",
      ""
    },
    footer = {
      "",
      "Examples:",
      "  checkin ledger verify runs/demo-...",
      "  checkin ledger verify runs/demo-.../ledger.jsonl --json"
    })
final class VerifyCommand implements Callable<Integer> {
  @Mixin private RunChoice run;
  @Mixin private JsonOption json;
  @Spec private CommandSpec spec;

  @Override
  public Integer call() throws IOException {
    PrintWriter out = spec.commandLine().getOut();
    try (LedgerArchive ledger = run.open()) {
      report(out, ledger.verify(SoundAccountant.create()));
      return ExitCode.OK;
    } catch (LedgerRefusal broken) {
      if (json.isGiven()) {
        json.print(out, Map.of("unbroken", false, "problem", broken.getMessage()));
      } else {
        out.println("✗ " + broken.getMessage());
        out.flush();
      }
      return ExitCode.FAILED;
    }
  }

  private void report(PrintWriter out, LedgerVerifier.Findings findings) {
    if (json.isGiven()) {
      Map<String, Object> result = new LinkedHashMap<>();
      result.put("unbroken", true);
      result.put("entries", findings.head().sequence());
      result.put("head", findings.head().hash().toString());
      findings.recorded().ifPresent(bound -> result.put("epsilon", bound.epsilon()));
      findings.recorded().ifPresent(bound -> result.put("delta", bound.delta()));
      findings.recorded().ifPresent(bound -> result.put("kind", bound.kind().name()));
      json.print(out, result);
      return;
    }
    out.printf(
        Locale.ROOT,
        "✓ %d entries, unbroken; head %s%n",
        findings.head().sequence(),
        findings.head().hash());
    findings
        .recorded()
        .ifPresent(
            bound ->
                out.printf(
                    Locale.ROOT,
                    "  epsilon %s at delta %s (UPPER_BOUND), recomputed and not understated%n",
                    Bounds.up(bound.epsilon(), 6),
                    Bounds.delta(bound.delta())));
    out.flush();
  }
}
