package org.shuffledcheckin.loadtest.hostile;

import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import org.shuffledcheckin.kit.round.Announcement;
import org.shuffledcheckin.kit.round.RoundTerms;
import org.shuffledcheckin.kit.sealing.ReportSealer;
import org.shuffledcheckin.report.ReportFormat;
import org.shuffledcheckin.report.randomizer.GaussianSpec;
import org.shuffledcheckin.report.randomizer.LocalRandomizer;

/** Makes what misbehaving clients send in one round. Its randomness protects nobody. */
final class ReportForger {
  private final RoundTerms terms;
  private final ReportSealer sealer;
  private final LocalRandomizer randomizer;
  private final SplittableRandom random;

  ReportForger(Announcement round, SplittableRandom random) {
    this.terms = round.terms();
    this.sealer = new ReportSealer(round);
    this.randomizer = terms.randomizer().newRandomizer();
    this.random = random;
  }

  /**
   * Whether this round has room for an attack. Where only sums are seen no report is nonsense, and
   * one that is poison spoils its round, which is then discarded: nothing could be compared.
   */
  boolean canMake(Attack attack) {
    return switch (attack) {
      // Numbers that no honest report holds.
      case POISON -> terms.randomizer() instanceof GaussianSpec;
      case NONSENSE -> !terms.isSummed();
      default -> true;
    };
  }

  /** The same reports again; of a sum's only the seed, beside a share that differs in one bit. */
  List<byte[]> twins(List<byte[]> reports) {
    return terms.isSummed() ? reports.stream().map(report -> flipped(report, 0)).toList() : reports;
  }

  private static byte[] flipped(byte[] report, int place) {
    byte[] changed = report.clone();
    changed[place] ^= 1;
    return changed;
  }

  /**
   * The reports that an attack delivers.
   *
   * @param before makes good reports of the round before, if there was one
   */
  List<byte[]> reports(Attack attack, Optional<ReportForger> before) {
    return switch (attack) {
      case GARBAGE -> List.of(garbage(terms.sealedReportBytes()));
      case OTHER_ROUND ->
          List.of(
              before.map(ReportForger::good).orElseGet(() -> garbage(terms.sealedReportBytes())));
      case TAMPERED -> List.of(flipped(good(), terms.sealedReportBytes() - 1));
      case NONSENSE -> List.of(sealer.seal(new byte[terms.reportBytes()]));
      case POISON -> List.of(sealer.seal(poison()));
      case DUPLICATE, REPLAY, UNPLEDGED -> List.of(good());
      case MORE_THAN_PLEDGED -> List.of(good(), good());
      case WRONG_LENGTH -> List.of(garbage(terms.sealedReportBytes() - 1));
      case TOO_MANY, LONG_PLEDGE, UNKNOWN_TOKEN, LATE, FLOOD ->
          throw new IllegalArgumentException(attack + " delivers nothing");
    };
  }

  /** A report that the aggregator has no reason to refuse. */
  byte[] good() {
    float[] nothing = new float[randomizer.spec().valueLength()];
    return sealer.seal(randomizer.randomize(nothing, random.split()));
  }

  byte[] garbage(int length) {
    byte[] bytes = new byte[length];
    random.nextBytes(bytes);
    return bytes;
  }

  /** The right form, and in every coordinate the smallest 16-bit number, which no noise reaches. */
  private byte[] poison() {
    byte[] report = new byte[terms.reportBytes()];
    randomizer.spec().format().writeHeader(report);
    for (int high = ReportFormat.HEADER_BYTES + 1; high < report.length; high += 2) {
      report[high] = Byte.MIN_VALUE;
    }
    return report;
  }
}
