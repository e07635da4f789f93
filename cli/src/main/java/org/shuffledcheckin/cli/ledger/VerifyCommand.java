package org.shuffledcheckin.cli.ledger;

import java.io.IOException;
import java.io.PrintWriter;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import org.shuffledcheckin.accountant.sound.SoundAccountant;
import org.shuffledcheckin.aggregator.ledger.LedgerRefusal;
import org.shuffledcheckin.aggregator.ledger.LedgerVerifier;
import org.shuffledcheckin.cli.ExitCode;
import org.shuffledcheckin.cli.option.JsonOption;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** Recomputes a ledger. */
@Command(
    name = "verify",
    mixinStandardHelpOptions = true,
    description = {
      "Recomputes the hash chain from the first entry, compares it with the mark beside the database,"
          + " and asks the accountant anew what the rounds cost.",
      "Exits 0 only if the chain is unbroken, reaches the mark, and understates nothing."
    })
final class VerifyCommand implements Callable<Integer> {
  @Mixin private RunChoice run;
  @Mixin private JsonOption json;
  @Spec private CommandSpec spec;

  @Override
  public Integer call() throws IOException {
    PrintWriter out = spec.commandLine().getOut();
    try (RunLedger ledger = run.open()) {
      LedgerVerifier verifier = new LedgerVerifier(ledger.run(), SoundAccountant.create());
      verifier.remembers("the mark beside the database", ledger.marked());
      ledger.forEach(verifier::next);
      report(out, verifier.end());
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
                    "  epsilon %.6f at delta %.3g (UPPER_BOUND), recomputed and not understated%n",
                    RunLedger.roundedUp(bound.epsilon()),
                    bound.delta()));
    out.flush();
  }
}
