package org.shuffledcheckin.loadtest.demo;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.shuffledcheckin.accountant.Budget;
import org.shuffledcheckin.accountant.CheckInLaw;
import org.shuffledcheckin.kit.round.Population;
import org.shuffledcheckin.report.randomizer.ReportForm;

class DemoPlanTest {
  private static final DemoPlan PLAN =
      new DemoPlan(
          "digits",
          Population.allHonest(6000, 0.15, CheckInLaw.POISSON),
          new DemoPlan.Report(ReportForm.SHUFFLED, 1.1, 0.5),
          new DemoPlan.Training(25, 1),
          new Budget(2, 1.0 / 6000),
          1);

  /** As the first version wrote it: runs that were begun then can be resumed. */
  private static final String WRITTEN =
      """
      {
        "dataset" : "digits",
        "clients" : 6000,
        "checkInRate" : 0.15,
        "checkInLaw" : "POISSON",
        "noiseMultiplier" : 1.1,
        "clip" : 0.5,
        "rounds" : 25,
        "learningRate" : 1.0,
        "epsilonLimit" : 2.0,
        "delta" : 1.6666666666666666E-4,
        "seed" : 1
      }""";

  @TempDir private Path folder;

  @Test
  void readFrom_planOfTheFirstVersion_isUnderstood() throws IOException {
    Files.writeString(folder.resolve(DemoPlan.FILE), WRITTEN);
    assertThat(DemoPlan.readFrom(folder)).isEqualTo(PLAN);
  }

  @Test
  void writeTo_namesEveryValueAtTheTop() {
    PLAN.writeTo(folder);
    String law = "\"checkInLaw\" : \"POISSON\",";
    assertThat(folder.resolve(DemoPlan.FILE))
        .hasContent(WRITTEN.replace(law, law + "\n  \"form\" : \"SHUFFLED\","));
    assertThat(DemoPlan.readFrom(folder)).isEqualTo(PLAN);
  }
}
