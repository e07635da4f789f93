package org.shuffledcheckin.cli.account;

import org.shuffledcheckin.accountant.sound.CloneAnalysis;
import org.shuffledcheckin.accountant.sound.SoundAccountant;
import org.shuffledcheckin.accountant.sound.SoundOptions;
import picocli.CommandLine.Option;

/** Which analysis of clones bounds pure randomisers. */
final class CloneOption {
  @Option(
      names = "--clones",
      paramLabel = "WHICH",
      defaultValue = "clones21",
      description =
          "Analysis of pure randomisers with bernoulli check-in: clones21 (proven, default) or"
              + " clones23 (tighter; supported by numerics, not proven here).")
  private CloneAnalysis clones;

  /** An accountant of this analysis that has seen no round. */
  SoundAccountant accountant() {
    return SoundAccountant.create(SoundOptions.DEFAULT.withClones(clones));
  }

  /** What has to be said with a result, or nothing. */
  String caveat() {
    return clones == CloneAnalysis.CLONES23
        ? "clones23 rests on a theorem that is supported by numerics but not proven here"
        : "";
  }
}
