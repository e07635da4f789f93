package org.shuffledcheckin.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.shuffledcheckin.accountant.LocalGuarantee;
import org.shuffledcheckin.accountant.testing.ReadmeExample;
import org.shuffledcheckin.report.noise.ReportRandomness;
import org.shuffledcheckin.report.noise.SecureReportRandomness;
import org.shuffledcheckin.report.randomizer.GaussianSpec;
import org.shuffledcheckin.report.randomizer.LocalRandomizer;
import org.shuffledcheckin.report.randomizer.RandomizerSpec;
import org.shuffledcheckin.report.randomizer.ReportAggregate;

class ReadmeExampleTest {
  @Test
  void readme_example_isTheCodeBelow() throws IOException {
    ReadmeExample.assertPrintedAsIn(ReadmeExampleTest.class);
  }

  @Test
  void example_asPrinted_doesWhatItSays() {
    // README: begin
    // A client's side: clip to norm 0.5, add noise of 1.2 clips, encode to a fixed length.
    GaussianSpec spec = GaussianSpec.withSuitableGrid(3, 0.5, 1.2);
    LocalRandomizer randomizer =
        spec.newRandomizer(); // immutable; keep it, its tables take a while
    ReportRandomness randomness = new SecureReportRandomness();
    byte[] report = randomizer.randomize(new float[] {0.3f, -2, 0.1f}, randomness.openStream());

    // The aggregator's side: refuse what no honest client sends, add integers, estimate.
    ReportAggregate sum = spec.newAggregate();
    Optional<RejectionReason> added = sum.add(report);
    Optional<RejectionReason> refused = sum.add(new byte[report.length]);
    double[] mean = sum.mean();

    // What travels, is stored and is agreed on: the description, as one line or as named numbers.
    RandomizerSpec same = RandomizerSpec.parse(spec.canonicalText());
    LocalGuarantee promise = same.guarantee(); // what the accountant is told
    // README: end

    assertThat(added).isEmpty();
    assertThat(refused).hasValue(RejectionReason.MALFORMED);
    assertThat(mean).hasSize(3);
    assertThat(report).hasSize(14);
    assertThat(promise).isEqualTo(new LocalGuarantee.Gaussian(1.2));
  }
}
