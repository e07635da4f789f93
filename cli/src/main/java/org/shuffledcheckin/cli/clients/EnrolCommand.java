package org.shuffledcheckin.cli.clients;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.Callable;
import org.shuffledcheckin.accountant.Arguments;
import org.shuffledcheckin.cli.ExitCode;
import org.shuffledcheckin.cli.option.CountConverter;
import org.shuffledcheckin.cli.option.JsonOption;
import org.shuffledcheckin.client.enrolment.Enrolment;
import org.shuffledcheckin.client.enrolment.rpc.ShufflerClient;
import org.shuffledcheckin.kit.round.WireLimits;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Enrols clients and keeps their tokens. */
@Command(
    name = "enrol",
    mixinStandardHelpOptions = true,
    description = {
      "Enrols clients and writes their tokens to a new file, one a line, for its owner only. The"
          + " shuffler keeps hashes: a token that is lost cannot be had again.",
      "If it is killed, run it again with the same --out: whom it had enrolled is revoked first.",
      ""
    },
    footer = {
      "",
      "Examples:",
      "  checkin clients enrol --count 1000 --out tokens.txt",
      "  checkin clients enrol --count 60000 --out tokens.txt --shuffler shuffler:7445 --keys keys"
    })
final class EnrolCommand implements Callable<Integer> {
  private static final long MOST = WireLimits.ENROLLED_AT_ONCE;

  @Option(
      names = "--count",
      paramLabel = "N",
      required = true,
      converter = CountConverter.class,
      description = "How many clients.")
  private Long count;

  @Option(
      names = "--out",
      paramLabel = "FILE",
      required = true,
      description = "Where their tokens go; never overwritten.")
  private Path out;

  @Mixin private ShufflerOptions shuffler;
  @Mixin private JsonOption json;
  @Spec private CommandSpec spec;

  @Override
  public Integer call() throws IOException {
    requireCount(count);
    long leftBehind;
    try (ShufflerClient client = shuffler.client();
        CountBar bar = new CountBar("Enrolling", count)) {
      leftBehind = new Enrolment(client).enrol(count, out, bar::stepBy);
    }
    if (json.isGiven()) {
      json.print(
          spec.commandLine().getOut(),
          Map.of("enrolled", count, "tokens", out.toString(), "revoked", leftBehind));
    } else {
      spec.commandLine()
          .getOut()
          .println("enrolled " + count + " clients; tokens in " + out + after(leftBehind));
    }
    return ExitCode.OK;
  }

  /** What was done before, if anything, in half a sentence. */
  static String after(long leftBehind) {
    return leftBehind == 0
        ? ""
        : "; revoked " + leftBehind + " of an attempt that broke off before";
  }

  static void requireCount(long count) {
    Arguments.requireBetween("--count", count, 1, MOST);
  }
}
