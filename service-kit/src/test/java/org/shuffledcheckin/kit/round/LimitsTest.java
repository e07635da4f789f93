package org.shuffledcheckin.kit.round;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.shuffledcheckin.report.ReportFormat;
import org.shuffledcheckin.report.randomizer.RandomizerKind;
import org.shuffledcheckin.report.randomizer.RandomizerSpec;

/** Holds the limits in the proto files' comments, in the specification and in code together. */
class LimitsTest {
  private static final Path PROTO = Path.of("..", "proto");
  private static final String NUMBER = "-?[0-9][0-9,.]*(?:\\^-?[0-9]+)?";
  private static final Pattern LIMIT =
      Pattern.compile("(" + NUMBER + ") to (" + NUMBER + ")|[Aa]t most (" + NUMBER + ")");
  private static final Pattern FIELD =
      Pattern.compile("\\s*(?:repeated )?[\\w.]+ (\\w+) = \\d+;(.*)");

  /** Every limit that a comment states, by message and field, as code knows it. */
  private static Map<String, List<Double>> limitsInCode() {
    Map<String, List<Double>> limits = new TreeMap<>();
    put(limits, "RoundId.number", RoundId.MAX_NUMBER);
    put(limits, "RoundParameters.clients", 1, WireLimits.CLIENTS);
    put(limits, "RoundParameters.report_bytes", 1, WireLimits.REPORT_BYTES);
    put(limits, "RoundParameters.open_millis", 1, WireLimits.OPEN_MILLIS);
    put(limits, "RoundParameters.minimum_batch", 1, WireLimits.CLIENTS);
    put(limits, "RoundParameters.minimum_batch_spread", WireLimits.CLIENTS);
    put(limits, "ModelDigest.bytes", 0, WireLimits.MODEL_BYTES);
    put(limits, "Model.architecture", WireLimits.ARCHITECTURE_BYTES);
    put(limits, "ModelChunk.data", 1, WireLimits.MODEL_CHUNK_BYTES);
    put(limits, "RoundParameters.loss_limit", 0, WireLimits.CLIENTS);
    put(limits, "RoundParameters.maximum_batch", WireLimits.CLIENTS);
    put(limits, "SumPart.words", 1, WireLimits.MODEL_CHUNK_BYTES);
    put(limits, "SignedRound.parameters", WireLimits.PARAMETERS_BYTES);
    put(limits, "RoundOpened.links", 1, WireLimits.ANNOUNCED_LINKS);
    put(limits, "ReadLinksReply.links", WireLimits.LEDGER_LINKS);
    put(limits, "PledgeRequest.pledges", 1, WireLimits.CLIENTS_PER_REQUEST);
    put(limits, "ClientPledge.credential", WireLimits.CREDENTIAL_BYTES);
    put(limits, "ClientPledge.reports", 0, WireLimits.REPORTS_PER_CLIENT, 1);
    put(
        limits,
        "DeliverRequest.deliveries",
        1,
        WireLimits.CLIENTS_PER_REQUEST,
        WireLimits.MESSAGE_BYTES);
    put(limits, "ExtendLedgerRequest.links", 1, WireLimits.LEDGER_LINKS);
    put(limits, "OpenRoundHeader.links", 1, WireLimits.LEDGER_LINKS);
    put(
        limits,
        "ReportBlock.sealed_reports",
        1,
        WireLimits.REPORTS_PER_BLOCK,
        WireLimits.REPORT_BLOCK_BYTES);
    put(limits, "LedgerEntry.entry", WireLimits.LEDGER_ENTRY_BYTES);
    put(limits, "EnrolRequest.clients", 1, WireLimits.ENROLLED_AT_ONCE);
    put(limits, "EnrolReply.tokens", WireLimits.CLIENTS_PER_MESSAGE);
    put(limits, "RevokeRequest.clients", 1, WireLimits.CLIENTS_PER_MESSAGE);
    return limits;
  }

  @Test
  void protoComments_everyLimit_isThatOfTheCode() {
    Map<String, List<Double>> stated = new TreeMap<>();
    for (String file : List.of("round", "checkin", "release", "operator")) {
      read(PROTO.resolve("src/main/protobuf/checkin/v1/" + file + ".proto"), stated);
    }
    assertThat(stated).isEqualTo(limitsInCode());
  }

  @Test
  void specification_tableOfRandomizers_isThatOfTheCode() {
    List<String> stated = new ArrayList<>();
    String kind = "";
    for (String line : lines(PROTO.resolve("README.md"))) {
      String[] cells = line.split("\\|", -1);
      if (cells.length == 6 && cells[2].strip().matches("`[a-z0-9-]+`")) {
        kind = cells[1].isBlank() ? kind : cells[1].strip().replace("`", "");
        List<Double> range = limits(cells[3]);
        stated.add(
            "%s %s %s %s %b"
                .formatted(
                    kind,
                    cells[2].strip().replace("`", ""),
                    range.get(0),
                    range.get(1),
                    cells[3].contains("whole")));
      }
    }
    List<String> known =
        Arrays.stream(RandomizerKind.values())
            .flatMap(
                k ->
                    k.fields().stream()
                        .map(
                            field ->
                                "%s %s %s %s %b"
                                    .formatted(
                                        k.label(),
                                        field.name(),
                                        field.low(),
                                        field.high(),
                                        field.whole())))
            .toList();
    assertThat(stated).isEqualTo(known);
  }

  @Test
  void specification_codesOfKinds_areThoseOfTheCode() {
    String text = String.join("\n", lines(PROTO.resolve("README.md")));
    for (RandomizerKind kind : RandomizerKind.values()) {
      assertThat(text).contains("`%s` %d".formatted(kind.label(), kind.code()));
    }
  }

  @Test
  void largestDimension_itsGaussianReport_isTheLongestThatTravels() {
    int bytes = ReportFormat.HEADER_BYTES + RandomizerSpec.MAX_DIMENSION * Short.BYTES;
    assertThat(bytes).isLessThanOrEqualTo(WireLimits.REPORT_BYTES);
    assertThat(bytes + Short.BYTES).isGreaterThan(WireLimits.REPORT_BYTES);
  }

  private static void read(Path file, Map<String, List<Double>> stated) {
    String message = "";
    StringBuilder comment = new StringBuilder();
    for (String line : lines(file)) {
      Matcher field = FIELD.matcher(line);
      if (line.startsWith("message ")) {
        message = line.replaceFirst("message (\\w+).*", "$1");
        comment.setLength(0);
      } else if (line.strip().startsWith("//")) {
        comment.append(line.strip().substring(2)).append(' ');
      } else if (field.matches()) {
        List<Double> limits = limits(comment + field.group(2));
        if (!limits.isEmpty()) {
          stated.put(message + "." + field.group(1), limits);
        }
        comment.setLength(0);
      } else {
        comment.setLength(0);
      }
    }
  }

  private static List<Double> limits(String text) {
    List<Double> limits = new ArrayList<>();
    Matcher matcher = LIMIT.matcher(text);
    while (matcher.find()) {
      for (int group = 1; group <= 3; group++) {
        if (matcher.group(group) != null) {
          limits.add(number(matcher.group(group)));
        }
      }
    }
    return limits;
  }

  private static double number(String text) {
    String plain = text.replaceAll(",", "").replaceAll("\\.$", "");
    String[] power = plain.split("\\^", 2);
    if (power.length == 1) {
      return Double.parseDouble(plain);
    }
    double base = Double.parseDouble(power[0]);
    return Math.signum(base) * Math.pow(Math.abs(base), Double.parseDouble(power[1]));
  }

  private static void put(Map<String, List<Double>> limits, String field, double... values) {
    limits.put(field, Arrays.stream(values).boxed().toList());
  }

  private static List<String> lines(Path file) {
    try {
      return Files.readAllLines(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
